#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace flexura {

namespace {

constexpr int bar_width = 20;
constexpr double line_fraction = 0.05;
constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(1);
constexpr auto endless_interval = std::chrono::seconds(10);

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

std::string rate_text(double rate) {
  if (rate >= 100) return fmt::format("{:.0f} steps/s", rate);
  return fmt::format("{:.3g} steps/s", rate);
}

}  // namespace

std::string duration_text(double total) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::clamp(total, 0.0, 1e12)));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, rest);
  return fmt::format("{}:{:02}", minutes, rest);
}

std::string progress_line(const ProgressState& state) {
  std::string text;
  if (state.fraction >= 0) text += fmt::format("{:3.0f} %  ", 100 * std::min(1.0, state.fraction));
  text +=
      fmt::format("t = {:.4g}  {}  {:.1f} it/step", state.time, rate_text(state.steps_per_second), state.iterations);
  if (state.remaining >= 0) text += "  ends in " + duration_text(state.remaining);
  return text;
}

std::string progress_bar(const ProgressState& state) {
  if (state.fraction < 0) return progress_line(state);
  const int full = std::clamp(static_cast<int>(state.fraction * bar_width), 0, bar_width);
  return "[" + std::string(full, '#') + std::string(bar_width - full, '.') + "] " + progress_line(state);
}

Progress::Style Progress::style_for(std::FILE* stream) { return isatty(fileno(stream)) ? Style::bar : Style::lines; }

Progress::Progress(Style style, double initial_time, double final_time, std::FILE* stream)
    : style_(style),
      initial_time_(initial_time),
      final_time_(final_time),
      stream_(stream),
      start_(Clock::now()),
      next_look_(start_ + (style == Style::bar ? Clock::duration(bar_interval) : Clock::duration(line_interval))),
      last_(start_),
      next_fraction_(line_fraction) {}

Progress::~Progress() { clear(); }

ProgressState Progress::state(double time, Clock::time_point now) {
  ProgressState s;
  s.time = time;
  const double lately = std::max(1e-9, seconds(now - last_));
  const auto steps = static_cast<double>(steps_ - last_steps_);
  s.steps_per_second = steps / lately;
  s.iterations = steps > 0 ? static_cast<double>(iterations_ - last_iterations_) / steps : 0;
  const double span = final_time_ - initial_time_;
  s.fraction = std::isfinite(span) && span > 0 ? (time - initial_time_) / span : -1;
  if (s.fraction > 0) s.remaining = seconds(now - start_) * (1 - s.fraction) / s.fraction;
  return s;
}

void Progress::look(double time) {
  const auto now = Clock::now();
  const ProgressState s = state(time, now);
  if (style_ == Style::lines && s.fraction >= 0 && s.fraction < next_fraction_) {
    next_look_ = now + bar_interval;
    return;
  }
  if (style_ == Style::bar) {
    fmt::print(stream_, "\r{}\x1b[K", progress_bar(s));
    next_look_ = now + bar_interval;
    drawn_ = true;
  } else {
    fmt::print(stream_, "{}\n", progress_line(s));
    next_look_ = now + (s.fraction >= 0 ? Clock::duration(line_interval) : Clock::duration(endless_interval));
    next_fraction_ = (std::floor(s.fraction / line_fraction) + 1) * line_fraction;
  }
  std::fflush(stream_);
  last_ = now;
  last_steps_ = steps_;
  last_iterations_ = iterations_;
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stream_, "\r\x1b[K");
  std::fflush(stream_);
  drawn_ = false;
}

std::string Progress::summary() const {
  const double elapsed = seconds(Clock::now() - start_);
  const auto steps = static_cast<double>(std::max<std::int64_t>(steps_, 1));
  return fmt::format("{} steps, {:.2f} iterations a step, {:.3g} s, {}", steps_,
                     static_cast<double>(iterations_) / steps, elapsed,
                     rate_text(static_cast<double>(steps_) / std::max(elapsed, 1e-9)));
}

}  // namespace flexura
