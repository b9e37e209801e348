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
// At c = 0 (initial accelerations) the unknowns are accelerations and multipliers themselves; entries that would need
// 1/c belong to constraint rows, which then depend on positions only.
JacobianFactors JacobianFactors::of(const State& state) {
  const double c = state.c;
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
  f.equation_algebraic = -inverse;
  f.momentum_x = -c * v;
  f.momentum_v = -1 * v;
  return f;
}

JacobianFactors JacobianFactors::ones() { return {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}; }

}  // namespace flexura
