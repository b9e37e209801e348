// One step of an initial value problem, stage by stage.
#pragma once

#include <memory>
#include <vector>

#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "solvers/nonlinear/newton.h"
#include "solvers/problems/observer.h"
#include "solvers/problems/own_methods.h"
#include "solvers/problems/settings.h"

namespace flexura {

/// Advances the trajectory with the integration method of the problem, and those of single nodes and elements.
class StageLoop {
 public:
  StageLoop(const InitialValueSettings& settings, Trajectory& trajectory, DriveTable& drives, Newton& newton);

  /// A step of size h from `time`. On failure the stages done are taken off the history again, and what Newton's method
  /// throws is thrown on.
  NewtonReport advance(double time, double h, StepObserver& observer);
  /// Takes the stages of the last step off the history.
  void forget();
  /// What a step adds to the error.
  [[nodiscard]] LocalError error(const DriveContext& context) const;

 private:
  const InitialValueSettings& settings_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  Newton& newton_;
  std::unique_ptr<Method> method_;
  OwnMethods own_methods_;
  std::vector<StageFormula> stages_;
};

}  // namespace flexura
