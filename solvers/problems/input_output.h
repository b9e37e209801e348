// The linearised equations with inputs and outputs: by differences where they are not known, to states, or as they are.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <array>
#include <vector>

#include "solvers/problems/descriptor.h"
#include "solvers/problems/perturbation.h"
#include "solvers/problems/state_space_result.h"
#include "solvers/problems/state_space_settings.h"

namespace flexura {

/// (s^2 M + s D + K) z = force[0] u + force[1] u' + ...,  y = output[0] z + output[1] z' + output[2] z'' + feed[0] u +
/// ...; all rows on this rank.
struct InputOutputEquations {
  Eigen::SparseMatrix<double, Eigen::RowMajor> mass, damping, stiffness;
  std::array<Eigen::MatrixXd, 3> force, output, feed;
  std::vector<int> fast;  ///< unknowns whose rates are unknowns of the first-order form
  Eigen::VectorXd input_value, output_value;

  /// Rates that the first-order form needs: those of unknowns with inertia, and of those with an acceleration asked
  /// for.
  void find_fast();
};

/// Fills force, output, feed and the values. Central differences with Richardson's extrapolation; rates are measured
/// with `time_scale`. Leaves the perturbation as it was. Collective.
void differentiate(Perturbation& at, const StateSpaceSettings& settings, double time_scale, const DriveContext& context,
                   InputOutputEquations& to);

/// Minimal coordinates: fills the reduced part of the result, but for the names. `chosen` are the states among unknowns
/// and, behind them, the rates of `fast`. `multiplier`: unknowns that are no states.
ReductionFailure reduce_to_states(const InputOutputEquations& equations, double time_scale,
                                  const std::vector<char>& multiplier, StateSpaceResult& to, std::vector<int>& chosen);

/// The equations as they are, in the layout of the matrices of an eigenanalysis.
void as_they_are(const InputOutputEquations& equations, StateSpaceResult::Full& to);

}  // namespace flexura
