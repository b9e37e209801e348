// Constraint rows: an axis of node 1 is orthogonal to axes of node 2.
#pragma once

#include <array>

#include "math/skew.h"
#include "model/local.h"
#include "model/unknown.h"

namespace flexura {

/// phi_k = a . b_k = 0, a = R1 a~ and b_k = R2 b~_k; rows First, First + 1, ... of the joint.
///
/// The multiplier M_k makes a couple M_k a x b_k on node 2 and the opposite one on node 1 (that is -phi_q^T M).
template <int N, int First>
struct AxesOrthogonality {
  Vec3 axis;                  ///< a~, node 1 axes, unit
  std::array<Vec3, N> other;  ///< b~_k, node 2 axes, unit

  template <class Node, class S>
  void phi(const Node& n1, const Node& n2, S* out) const {
    const Vector3<S> a = n1.R * axis;
    for (int k = 0; k < N; ++k) out[First + k] = a.dot(Vector3<S>(n2.R * other[k]));
  }
  /// The couple on node 2, global axes, N m.
  [[nodiscard]] Vec3 couple(const Local& q) const {
    const Vec3 a = q.node(0).R * axis;
    return a.cross(Vec3(q.node(1).R * weighted(q)));
  }

  void residual(const Local& q, Residual& r) const {
    const Vec3 a = q.node(0).R * axis;
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < N; ++k) {
      const Vec3 b = q.node(1).R * other[k];
      sum += q.unknown(First + k) * b;
      r.equation(First + k) -= a.dot(b);
    }
    const Vec3 couple = a.cross(sum);
    r.moment(0) -= couple;
    r.moment(1) += couple;
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Vec3 a = q.node(0).R * axis;
    const Vec3 sum = q.node(1).R * weighted(q);
    // d(a x B) = [B][a] theta1 - [a][B] theta2
    const Mat3 by_1 = skew_product(sum, a);
    const Mat3 by_2 = skew_product(a, sum);
    j(moment(0), rotation(0)) -= by_1;
    j(moment(0), rotation(1)) += by_2;
    j(moment(1), rotation(0)) += by_1;
    j(moment(1), rotation(1)) -= by_2;
    for (int k = 0; k < N; ++k) {
      const Vec3 d = a.cross(Vec3(q.node(1).R * other[k]));  // d phi = d . (theta1 - theta2)
      j(moment(0), multiplier(First + k)) -= d;
      j(moment(1), multiplier(First + k)) += d;
      j(constraint(First + k), rotation(0)) -= d.transpose();
      j(constraint(First + k), rotation(1)) += d.transpose();
    }
  }

 private:
  /// Sum of M_k b~_k, node 2 axes.
  [[nodiscard]] Vec3 weighted(const Local& q) const {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < N; ++k) sum += q.unknown(First + k) * other[k];
    return sum;
  }
};

/// Axes 3 of two frames parallel, as revolute joints need it: rows -e3_1 . e2_2 and e3_1 . e1_2, so that the
/// multipliers of rows First and First + 1 are, once aligned, the couples on node 2 about axes 1 and 2.
template <int First>
AxesOrthogonality<2, First> axes_alignment(const Mat3& orientation1, const Mat3& orientation2) {
  return {orientation1.col(2), {Vec3(-orientation2.col(1)), Vec3(orientation2.col(0))}};
}

/// Equations of axes_alignment, by number from 0.
constexpr UnknownInfo alignment_unknown(int row) {
  constexpr std::string_view names[] = {"axis alignment constraint about 1", "axis alignment constraint about 2"};
  return {Order::algebraic, Row::constraint, Dimension::angle, names[row]};
}

}  // namespace flexura
