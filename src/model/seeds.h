// How the unknowns of the Newton step move the arguments of an element: the directions of automatic differentiation.
#pragma once

#include "math/dual.h"
#include "model/local.h"
#include "model/motion.h"

namespace flexura {

/// How far a unit of a Newton unknown moves a quantity x, its rate v, a multiplier.
struct Seed {
  double x, v, algebraic;
};

/// What rows of each kind are multiplied by.
struct RowFactors {
  double balance, constraint, equation;
};

/// Calls differentiate(seed, rows) as often as the factors of a Jacobian need: once, when every kind of row has factors
/// (x, v, algebraic) in the proportion c : 1 : 1/c, or c : 0 : 1/c in statics, three times without an integration
/// formula, once for derivatives by values alone.
template <class Differentiate>
void for_each_seed(const Local& q, const JacobianFactors& f, Differentiate&& differentiate) {
  const double c = q.state().c;
  if (f.balance_algebraic == 0 && f.balance_v == 0) {
    differentiate(Seed{1, 0, 0}, RowFactors{f.balance_x, f.constraint_x, f.equation_x});
    return;
  }
  if (c > 0) {
    differentiate(Seed{c, q.state().statics ? 0.0 : 1.0, 1 / c},
                  RowFactors{f.balance_x / c, f.constraint_x / c, f.equation_x / c});
    return;
  }
  differentiate(Seed{1, 0, 0}, RowFactors{f.balance_x, f.constraint_x, f.equation_x});
  differentiate(Seed{0, 1, 0}, RowFactors{f.balance_v, f.constraint_v, f.equation_v});
  differentiate(Seed{0, 0, 1}, RowFactors{f.balance_algebraic, f.constraint_algebraic, f.equation_algebraic});
}

/// Makes unknown `column` of node k (0-2 position, 3-5 rotation) the direction i: dR = [e] R, dw = spin e.
template <int N>
void plant_node(NodeMotion<Dual<N>>& node, const Local& q, int k, int column, int i, const Seed& seed) {
  const int axis = column % 3;
  if (column < 3) {
    node.x(axis).d[i] = seed.x;
    node.v(axis).d[i] = seed.v;
    return;
  }
  const Mat3& r = q.node(k).R;
  const Mat3& spin = q.state().spin[q.node_index(k)];
  const int next = (axis + 1) % 3;
  const int last = (axis + 2) % 3;
  for (int j = 0; j < 3; ++j) {
    node.R(next, j).d[i] = -seed.x * r(last, j);
    node.R(last, j).d[i] = seed.x * r(next, j);
    node.w(j).d[i] = seed.v * spin(j, axis);
  }
}

/// The same for an own unknown, which has a rate or is a multiplier.
template <int N>
void plant_unknown(Dual<N>& unknown, Dual<N>& rate, bool has_rate, int i, const Seed& seed) {
  unknown.d[i] = has_rate ? seed.x : seed.algebraic;
  if (has_rate) rate.d[i] = seed.v;
}

}  // namespace flexura
