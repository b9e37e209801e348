// What every element must satisfy, checked at random large states, with a table for people: `flexura element-check`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "elements/authoring/catalogue.h"
#include "elements/check/report.h"
#include "elements/check/sample.h"

namespace flexura::checks {

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
///               on positions are divided by c, and equations have a dimension that suits their level
///   memory      results do not depend on what was evaluated before
ElementReport check_element(const Sample& sample, const Expectations& expected);

/// The sample of an authored element, made of its declarations.
Sample sample_of(const authoring::CatalogueEntry& entry);
ElementReport check_element(const authoring::CatalogueEntry& entry);

}  // namespace flexura::checks
