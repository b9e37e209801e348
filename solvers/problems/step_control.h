// The size of the next step: constant, `strategy: factor`, `strategy: change`, `strategy: error`.
#pragma once

#include "solvers/problems/settings.h"

namespace flexura {

/// Chooses step sizes and makes the last step end exactly at the final time.
class StepControl {
 public:
  explicit StepControl(const InitialValueSettings& settings);

  [[nodiscard]] bool finished(double time) const;
  /// Size of the next step from the present time of the context, s.
  double next(const DriveContext& context);
  /// Notes a converged step of size h from `time`; returns the time reached (exact multiples for constant steps).
  double arrived(double time, double h, int iterations);
  /// `strategy: error`: whether a step with this error, of which 1 is allowed, is accepted; sets the size of the next
  /// try. The error goes with the power `order` of the size.
  bool judge(double time, double h, double error, int order);
  /// Ends steps at this time, with `strategy: error`.
  void stop_at(double time) { stop_ = time; }
  /// Size of the steps at present, s.
  [[nodiscard]] double size() const { return h_; }
  [[nodiscard]] std::int64_t rejected() const { return rejected_; }
  /// Notes a step that did not converge; false when the strategy has no smaller step to offer.
  bool retry(const DriveContext& context);

 private:
  [[nodiscard]] double limited(double h, const DriveContext& context) const;

  const InitialValueSettings& settings_;
  double h_;
  double start_;            // of the run of equal steps
  std::int64_t equal_ = 0;  // steps of equal size since start_
  int since_change_ = 0;
  bool first_ = true;
  int failures_ = 0;
  double stop_;  // no step passes it
  std::int64_t rejected_ = 0;
};

}  // namespace flexura
