// Linear systems with inputs and outputs whose equations are in part algebraic, brought to minimal coordinates.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace flexura {

/// E x' = A x + B[0] u + B[1] u' + ...,  y = C x + G x' + D[0] u + D[1] u' + ...;  x_0 = V x + W[0] u + W[1] u' + ...
/// with x_0 the vector at the beginning. Rows and columns are best scaled to size one: ranks are judged by that.
struct Descriptor {
  Eigen::MatrixXd e, a, c, g, v;
  std::vector<Eigen::MatrixXd> b, d, w;
};

/// What keeps a system from being reduced.
struct ReductionFailure {
  enum class Kind {
    none,
    open,          ///< the equations leave part of the motion open
    input,         ///< the constraints do not admit this input
    undetermined,  ///< this output depends on unknowns that enter no equation
    coordinates    ///< no unknowns of the model serve as states
  } kind = Kind::none;
  int which = -1;  ///< input or output, from 0
};

/// Leaves E = 1, G = 0 and no input but B[0]: x' = A x + B[0] u with as many unknowns as the motion has.
///
/// As long as E has dependent rows, those rows are algebraic equations. They are satisfied exactly, by restriction to
/// their null space plus a particular solution for the inputs, whose derivatives enter the equations that are left (the
/// staircase algorithm, P. Van Dooren, Lin. Alg. Appl. 27 (1979) 103, with inputs). Derivatives of inputs are then
/// taken into x: x + B[k] u^(k-1) is the new x.
ReductionFailure reduce(Descriptor& system);

/// Takes rows of x_0 as the new unknowns, chosen by pivots: of those in `first` as many as are independent, then others
/// from `second`, namely the partners of those chosen (by number, -1: none) when they serve. Returns them; none when
/// the lists do not suffice.
std::vector<int> choose_states(Descriptor& system, const std::vector<int>& first, const std::vector<int>& second,
                               const std::vector<int>& partner);

}  // namespace flexura
