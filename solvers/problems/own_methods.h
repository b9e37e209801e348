// Integration methods of single nodes and elements (`method: hybrid`).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/drive.h"
#include "solvers/integrators/method.h"
#include "solvers/problems/error_estimate.h"

namespace flexura {

/// Asymptotic spectral radius that a `method` card asks for at present; 1 when it names none.
double radius_of(const MethodSettings& settings, const DriveContext& context);

/// The methods 1, 2, ... of a problem, each of one stage a step, and their formulas of the present step.
class OwnMethods {
 public:
  explicit OwnMethods(const std::vector<MethodSettings>& settings);

  /// Makes the formulas of the step; its radius does not count. Allocates nothing after the first steps.
  void fill(NextStep step, const DriveContext& context);
  [[nodiscard]] std::span<const StageFormula> formulas() const { return formulas_; }
  /// Accepted points the methods look at, the largest number of them.
  [[nodiscard]] int history() const { return history_; }
  /// The local error that goes with the lowest order of all, the largest of these.
  [[nodiscard]] LocalError worst(LocalError of_others, const DriveContext& context) const;

 private:
  const std::vector<MethodSettings>& settings_;
  std::vector<std::unique_ptr<Method>> methods_;
  std::vector<StageFormula> formulas_, one_;
  int history_ = 0;
};

}  // namespace flexura
