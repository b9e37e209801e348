// A linear model of the motion about an operating point, for writers.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <string>
#include <vector>

namespace flexura {

/// s' = A s + B u, y = C s + D[0] u + D[1] u' + D[2] u'' + ...; everything is a deviation from the operating point.
///
/// States are unknowns of the model (displacements of nodes, spatial rotations, scalar nodes, states of elements) and
/// rates of them, as many as the motion has on the tangent space of the constraints.
struct StateSpaceResult {
  int number = 0;  ///< from 0, in the order of the model file
  std::int64_t step = 0;
  double time = 0;
  std::vector<std::string> states, inputs, outputs, unknowns;  ///< names; `unknowns` of small models only
  Eigen::MatrixXd a, b, c;
  std::vector<Eigen::MatrixXd> d;             ///< by derivative of the input; at least one
  Eigen::MatrixXd unknown_by_state;           ///< increments of all unknowns: T s + ...
  Eigen::VectorXd input_value, output_value;  ///< at the operating point

  /// The equations of the model, not reduced: E x' = A x + B[0] u + B[1] u' + ..., y = C x + G x' + D[0] u + ..., with
  /// x = (unknowns, rates of those whose second derivative appears).
  struct Full {
    Eigen::SparseMatrix<double> e, a, c, g;
    std::vector<Eigen::SparseMatrix<double>> b, d;
  };
  bool has_reduced = false, has_full = false;
  Full full;
};

}  // namespace flexura
