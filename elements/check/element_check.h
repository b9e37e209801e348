// What every element must satisfy, checked at random large states, with a table for people: `flexura element-check`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "elements/authoring/catalogue.h"
#include "elements/check/sample.h"

namespace flexura::checks {

/// One check of a type: the largest error found.
struct CheckResult {
  std::string name;
  double error = 0;
  double limit = 0;
  std::string where;                                            ///< of an error above the limit
  [[nodiscard]] bool passed() const { return error <= limit; }  // not for NaN
  /// Takes one more error, and its place when it is above the limit and the largest so far. NaN is the largest.
  void note(double found, const std::string& place);
};

/// All checks of one type.
struct ElementReport {
  std::string title;    ///< "joint: rod"
  std::string failure;  ///< why it could not be checked at all
  std::vector<CheckResult> checks;
  double residual_time = 0, jacobian_time = 0;  ///< of a call, s
  [[nodiscard]] bool passed() const;
};

/// What is known of a type besides its sample.
struct Expectations {
  bool energy = false;        ///< power of its forces = -(rate of energy) - dissipation
  bool conservative = false;  ///< forces are the negative gradient of the energy
  std::function<double(const ElementBatch&, const State&, int)> dissipation;
};

/// Runs the checks that apply to a type:
///   jacobian    against differences of the residual, for several steps c and in statics
///   pattern     every entry that is not zero is in the pattern
///   frames      a rigid motion of everything turns the forces along (unless it depends on where it is in space)
///   levels      rates of constraints are the derivatives of the constraints along the motion
///   reactions   forces of multipliers are the gradient of their constraints
///   power       force times velocity is the loss of energy and what is dissipated (where an energy is declared)
///   potential   the stiffness is that of a potential (where conservative)
///   sepnorm     sums of absolute contributions get the absolute value of each row, beside others as well; constraints
///   of
///               positions are divided by c, and equations have a dimension that suits their level
///   memory      results do not depend on what was evaluated before
ElementReport check_element(const Sample& sample, const Expectations& expected);

/// The sample of an authored element, made of its declarations.
Sample sample_of(const authoring::CatalogueEntry& entry);
ElementReport check_element(const authoring::CatalogueEntry& entry);

/// A line for each type, and one for each failure.
std::string table_of(const std::vector<ElementReport>& reports);

}  // namespace flexura::checks
