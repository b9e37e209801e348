// The size of the next step: constant, `strategy: factor`, `strategy: change`, `strategy: error`.
#pragma once

#include "solvers/problems/settings.h"
#include "support/archive.h"

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
  /// Saves the course of the steps, or takes it back.
  void remember(Archive& archive) {
    archive(h_, start_, equal_, since_change_, first_, failures_, rejected_, reached_, end_);
  }
  /// The time to go on from when what was remembered had come to `time`. At the end of an analysis round-off is taken
  /// off the time; one that ends later never did that.
  [[nodiscard]] double go_on_from(double time) const { return end_ == settings_.final_time ? time : reached_; }
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
  double stop_;     // no step passes it
  double reached_;  // by steps, before the end of the analysis is put right
  double end_;      // of the analysis
  std::int64_t rejected_ = 0;
};

}  // namespace flexura
