// The size of the next step: constant, `strategy: factor`, `strategy: change`.
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
};

}  // namespace flexura
