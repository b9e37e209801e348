#include "solvers/problems/step_control.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

StepControl::StepControl(const InitialValueSettings& settings)
    : settings_(settings),
      h_(settings.time_step),
      start_(settings.initial_time),
      stop_(settings.final_time),
      reached_(settings.initial_time),
      end_(settings.final_time) {}

bool StepControl::finished(double time) const {
  return settings_.final_time - time <= 1e-9 * std::max(h_, settings_.min_time_step);
}

double StepControl::limited(double h, const DriveContext& context) const {
  if (settings_.max_time_step) h = std::min(h, settings_.max_time_step->value(context.time, context).f);
  if (h < settings_.min_time_step) {
    throw Error(ExitCode::not_converged,
                fmt::format("at time {:.9g}: the time step {:.3e} would fall below the minimum {:.3e}", context.time.f,
                            h, settings_.min_time_step));
  }
  return h;
}

double StepControl::next(const DriveContext& context) {
  double h = h_;
  if (!first_ && settings_.strategy == InitialValueSettings::Strategy::change)
    h = settings_.change->value(context.time, context).f;
  if (settings_.strategy != InitialValueSettings::Strategy::constant) h = limited(h, context);
  if (h != h_) {
    start_ = context.time.f;
    equal_ = 0;
    h_ = h;
  }
  const double left = std::min(stop_, settings_.final_time) - context.time.f;
  // Rather two equal steps than a tiny one.
  if (settings_.strategy == InitialValueSettings::Strategy::error && left > h * (1 + 1e-9) && left < 2 * h)
    return 0.5 * left;
  // The last step ends at the final time; a difference of round-off does not change the size of a step.
  return left < h * (1 - 1e-9) ? left : h;
}

double StepControl::arrived(double time, double h, int iterations) {
  first_ = false;
  failures_ = 0;
  ++since_change_;
  double reached = time + h;
  if (h == h_) {
    ++equal_;
    reached = start_ + static_cast<double>(equal_) * h_;
  }
  reached_ = reached;
  if (settings_.final_time - reached <= 1e-9 * h) reached = settings_.final_time;
  if (std::abs(stop_ - reached) <= 1e-12 * std::abs(reached)) reached = stop_;
  if (settings_.strategy == InitialValueSettings::Strategy::factor) {
    const FactorStrategy& factor = settings_.factor;
    const int most = factor.max_iterations > 0 ? factor.max_iterations : settings_.nonlinear.max_iterations;
    double h_new = h_;
    if (iterations > most && since_change_ >= factor.steps_before_reduction) h_new *= factor.reduction;
    if (iterations < factor.min_iterations && since_change_ >= factor.steps_before_raise) h_new *= factor.raise;
    if (h_new != h_) {
      h_ = h_new;
      start_ = reached;
      equal_ = 0;
      since_change_ = 0;
    }
  }
  return reached;
}

bool StepControl::judge(double time, double h, double error, int order) {
  // The next step aims at half of what is allowed, so that few are rejected. Sizes that follow the motion closely treat
  // its coming and going alike, and such errors cancel; only where it costs a Jacobian do they stay longer.
  constexpr double aim = 0.5;
  const bool keeps_jacobian = settings_.nonlinear.adaptive_rate > 0 || settings_.nonlinear.keep_jacobian;
  const double least = keeps_jacobian ? 0.9 : 0.97;
  const double most = keeps_jacobian ? 1.15 : 1.03;
  const double factor = error > 0 ? std::clamp(std::pow(aim / error, 1.0 / order), 0.2, 2.0) : 2.0;
  const bool accepted = error <= 1;
  if (!accepted || factor < least || factor > most) {
    h_ = h * factor;
    start_ = accepted ? time + h : time;
    equal_ = 0;
  }
  if (!accepted) ++rejected_;
  return accepted;
}

bool StepControl::retry(const DriveContext& context) {
  ++failures_;
  if (settings_.strategy == InitialValueSettings::Strategy::error) {
    h_ *= 0.25;
    start_ = context.time.f;
    equal_ = 0;
    ++rejected_;
    return failures_ < 20;
  }
  if (first_) return false;
  switch (settings_.strategy) {
    case InitialValueSettings::Strategy::factor: {
      // Two failures in a row end the run.
      if (failures_ > 1 || settings_.factor.reduction >= 1) return false;
      h_ = h_ * settings_.factor.reduction;
      start_ = context.time.f;
      equal_ = 0;
      since_change_ = 0;
      return true;
    }
    case InitialValueSettings::Strategy::change:
      return settings_.change->value(context.time, context).f != h_;
    default:
      return false;
  }
}

}  // namespace flexura
