// How far an analysis has come, for the person who waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "solvers/problems/observer.h"

namespace flexura {

/// What a line of progress says.
struct ProgressState {
  double fraction = 0;          ///< of the time to simulate; negative: no end known
  double time = 0;              ///< simulated
  double steps_per_second = 0;  ///< lately
  double iterations = 0;        ///< a step, lately
  double remaining = -1;        ///< s of waiting, estimated; negative: unknown
};

/// "[#####...............]  25 %  t = 0.25  1200 steps/s  2.0 it/step  ends in 0:45"
std::string progress_bar(const ProgressState& state);
/// The same without a bar.
std::string progress_line(const ProgressState& state);
/// "0:45", "12:03", "3:07:00".
std::string duration_text(double seconds);

/// Shows progress on a stream: a bar that is drawn anew at most ten times a second on a terminal, otherwise a line
/// every five per cent and at most one a second (every ten seconds when no end is known).
class Progress {
 public:
  enum class Style { silent, bar, lines };

  Progress(Style style, double initial_time, double final_time, std::FILE* stream = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What fits a stream: a bar on a terminal, lines into anything else.
  static Style style_for(std::FILE* stream);

  void step(const StepReport& report) {
    if (style_ == Style::silent) return;
    ++steps_;
    iterations_ += report.iterations;
    if (Clock::now() >= next_look_) look(report.time);
  }
  /// Removes the bar, so that other text can be written.
  void clear();
  /// Steps since the beginning and the time they took, in words.
  [[nodiscard]] std::string summary() const;

 private:
  using Clock = std::chrono::steady_clock;
  void look(double time);
  [[nodiscard]] ProgressState state(double time, Clock::time_point now);

  Style style_;
  double initial_time_, final_time_;
  std::FILE* stream_;
  Clock::time_point start_, next_look_, last_;
  std::int64_t steps_ = 0, iterations_ = 0;            // in all
  std::int64_t last_steps_ = 0, last_iterations_ = 0;  // at the last look
  double next_fraction_ = 0;
  bool drawn_ = false;
};

}  // namespace flexura
