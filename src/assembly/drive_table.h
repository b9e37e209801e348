// Values of all drives of the model, kept up to date with as little work as possible.
#pragma once

#include <vector>

#include "assembly/trajectory.h"
#include "model/model.h"

namespace flexura {

/// Drives that are constant are evaluated once, those of time only when the time changes, those of the state always.
class DriveTable {
 public:
  DriveTable(Model& model, Trajectory& trajectory);

  /// Announces the step that is about to be computed, without evaluating anything.
  void begin_step(double time, double time_step, std::int64_t step);
  /// Evaluates what a new time or stage changes; `step` is the number of the step being computed.
  void set_time(double time, double time_step, std::int64_t step);
  /// Evaluates what a new state at the same time changes.
  void set_state();
  /// Tells drives with memory that the step was accepted.
  void accept();
  [[nodiscard]] const DriveContext& context() const { return context_; }
  /// Times in (from, to) where a drive jumps or has a kink.
  [[nodiscard]] std::vector<double> events(double from, double to) const;

 private:
  void evaluate(DriveId id);

  Model& model_;
  Trajectory& trajectory_;
  DriveContext context_;
  std::vector<Taylor2> values_;
  std::vector<DriveId> of_time_, of_state_, with_memory_;
};

}  // namespace flexura
