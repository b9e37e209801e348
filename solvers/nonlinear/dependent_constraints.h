// Which constraint equations of a model depend on each other, and how to say so.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assembly/assembler.h"

namespace flexura {

/// One constraint equation of the model.
struct ConstraintEquation {
  int batch = 0, element = 0, equation = 0;
};

/// Constraint equations that depend on each other: a connected part of the left null space of the constraint Jacobian.
struct DependentSet {
  std::vector<ConstraintEquation> equations;  ///< in the order of the model's batches
  /// Combinations of reactions (index in `equations`, weight) that act on nothing; linearly independent.
  std::vector<std::vector<std::pair<int, double>>> combinations;
};

/// The dependent sets at a state (its c does not count), the same on all ranks. The matrix of the assembler is
/// overwritten. `tolerance`: see row_dependency(). The constraint rows of all ranks are gathered on the first one,
/// which factors them: memory and time are those of a sparse QR of the constraint Jacobian. Collective.
std::vector<DependentSet> find_dependent_constraints(const Assembler& assembler, const Numbering& numbering,
                                                     const Model& model, State state, double tolerance);

/// Name of an element: "joint 3 (revolute hinge)".
std::string name_of_element(const Model& model, int batch, int element);

/// Warnings about dependent sets, one a set: joints, equations, free combinations, places in the model file.
std::vector<std::string> describe_dependent_sets(const Model& model, const std::vector<DependentSet>& sets);

}  // namespace flexura
