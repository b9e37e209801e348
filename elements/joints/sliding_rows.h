// Constraint rows: a point of node 2 lies on a line or in a plane that moves with node 1.
#pragma once

#include <array>

#include "math/skew.h"
#include "model/local.h"
#include "model/unknown.h"

namespace flexura {

/// phi_i = e_i . D - e~_i . p~ = 0, D = x2 + R2 q~ - x1, e_i = R1 e~_i: the point q~ of node 2 stays, along N
/// directions of node 1, where the point p~ of node 1 is. Two directions make a line, one a plane; rows 0 to N - 1.
///
/// The force lambda_i e_i acts on node 1 in the sliding point, the opposite one on node 2 (that is -phi_q^T lambda).
template <int N>
struct SlidingRows {
  std::array<Vec3, N> direction;  ///< e~_i, node 1 axes, unit
  Vec3 point1;                    ///< p~, node 1 axes
  Vec3 point2;                    ///< q~, node 2 axes

  template <class Node, class S>
  void phi(const Node& n1, const Node& n2, S* out) const {
    const Vector3<S> d = n2.x + n2.R * point2 - n1.x;
    for (int i = 0; i < N; ++i) out[i] = d.dot(Vector3<S>(n1.R * direction[i])) - direction[i].dot(point1);
  }
  /// The force on node 1, global axes.
  [[nodiscard]] Vec3 force_on_1(const Local& q) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < N; ++i) sum += q.unknown(i) * direction[i];
    return q.node(0).R * sum;
  }

  void residual(const Local& q, Residual& r) const {
    const NodeState& n1 = q.node(0);
    const Vec3 arm = q.node(1).R * point2;
    const Vec3 d = q.node(1).x + arm - n1.x;
    const Vec3 f = force_on_1(q);
    r.force(0) += f;
    r.moment(0) += d.cross(f);
    r.force(1) -= f;
    r.moment(1) -= arm.cross(f);
    for (int i = 0; i < N; ++i) r.equation(i) -= d.dot(Vec3(n1.R * direction[i])) - direction[i].dot(point1);
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const NodeState& n1 = q.node(0);
    const Vec3 arm = q.node(1).R * point2;
    const Vec3 d = q.node(1).x + arm - n1.x;
    const Vec3 f = force_on_1(q);
    const Mat3 f_skew = skew(f);
    // dF = -[F] theta1; dD = dx2 - [q] theta2 - dx1
    const Mat3 f_arm = skew_product(f, arm);
    j(force(0), rotation(0)) -= f_skew;
    j(force(1), rotation(0)) += f_skew;
    j(moment(0), position(0)) += f_skew;
    j(moment(0), rotation(0)) -= skew_product(d, f);
    j(moment(0), position(1)) -= f_skew;
    j(moment(0), rotation(1)) += f_arm;
    j(moment(1), rotation(0)) += skew_product(arm, f);
    j(moment(1), rotation(1)) -= f_arm;
    for (int i = 0; i < N; ++i) {
      const Vec3 e = n1.R * direction[i];
      const Vec3 d_e = d.cross(e);
      const Vec3 arm_e = arm.cross(e);
      j(force(0), multiplier(i)) += e;
      j(moment(0), multiplier(i)) += d_e;
      j(force(1), multiplier(i)) -= e;
      j(moment(1), multiplier(i)) -= arm_e;
      j(constraint(i), position(0)) += e.transpose();
      j(constraint(i), rotation(0)) += d_e.transpose();
      j(constraint(i), position(1)) -= e.transpose();
      j(constraint(i), rotation(1)) -= arm_e.transpose();
    }
  }
};

}  // namespace flexura
