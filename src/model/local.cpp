#include "model/local.h"

namespace flexura {

// Newton unknowns: u = v of a node (x += c u), theta/c of a node, y' of a differential unknown (y += c u), c lambda of
// a multiplier (lambda += u/c). Row scaling: balance rows times c; constraint rows are -phi/c.
//
//   row          d/dx            d/dv           d/dlambda
//   balance      c * c           c * 1          c * (1/c)
//   constraint   (1/c) * c       1/c            (1/c)(1/c)
//   equation     c               1              1/c
//   -p'          c * (1/c) * c   c * (1/c) * 1
//
// At c = 0 (initial accelerations) the unknowns are accelerations, rates of differential unknowns, and multipliers
// themselves; entries that would need 1/c belong to constraint rows, which then depend on positions only. Rows of other
// equations are put together in ElementBatch::combine_initial.
//
// With `hybrid` a column j has derivatives by values times c_j/c, which ElementBatch sees to, and -p' has c/c_p, c_p of
// the momenta of the element.
JacobianFactors JacobianFactors::of(const State& state, double momenta_c) {
  const double c = state.c;
  const double ratio = momenta_c > 0 ? c / momenta_c : 1;
  const double inverse = c > 0 ? 1 / c : 0;
  const double v = state.statics ? 0 : 1;
  JacobianFactors f;
  f.balance_x = -c * c;
  f.balance_v = -c * v;
  f.balance_algebraic = -1;
  f.constraint_x = -1;
  f.constraint_v = -inverse * v;
  f.constraint_algebraic = -inverse * inverse;
  f.equation_x = -c;
  f.equation_v = -1 * v;
  f.equation_algebraic = c > 0 ? -inverse : -1;
  f.momentum_x = -c * v * ratio;
  f.momentum_v = -1 * v * ratio;
  return f;
}

JacobianFactors JacobianFactors::by_values() const {
  JacobianFactors f;
  f.balance_x = balance_x;
  f.constraint_x = constraint_x;
  f.equation_x = equation_x;
  f.momentum_x = momentum_x;
  return f;
}

JacobianFactors JacobianFactors::ones() { return {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}; }

JacobianFactors JacobianFactors::of_values() {
  JacobianFactors f;
  f.balance_x = f.constraint_x = f.equation_x = -1;
  return f;
}

JacobianFactors JacobianFactors::of_rates() {
  JacobianFactors f;
  f.balance_v = f.constraint_v = f.equation_v = -1;
  return f;
}

}  // namespace flexura
