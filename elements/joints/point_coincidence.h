// Three constraint rows: a point of node 1 and a point of node 2 are one.
#pragma once

#include "math/skew.h"
#include "model/local.h"
#include "model/unknown.h"

namespace flexura {

/// phi = x1 + b1 - x2 - b2 = 0 with b = R f; rows 0-2 of the joint. The multiplier F is the force, global axes, that
/// acts on node 2 in its point; -F acts on node 1. Forces are -phi_q^T F.
struct PointCoincidence {
  Vec3 f1, f2;  ///< offsets, node axes

  template <class Node, class S = typename decltype(Node::x)::Scalar>
  [[nodiscard]] Vector3<S> phi(const Node& n1, const Node& n2) const {
    return n1.x + n1.R * f1 - n2.x - n2.R * f2;
  }

  void residual(const Local& q, Residual& r) const {
    const NodeState& n1 = q.node(0);
    const NodeState& n2 = q.node(1);
    const Vec3 b1 = n1.R * f1;
    const Vec3 b2 = n2.R * f2;
    const Vec3 force = q.unknown3(0);
    r.force(0) -= force;
    r.moment(0) -= b1.cross(force);
    r.force(1) += force;
    r.moment(1) += b2.cross(force);
    r.equation3(0) -= n1.x + b1 - n2.x - b2;
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Vec3 b1 = q.node(0).R * f1;
    const Vec3 b2 = q.node(1).R * f2;
    const Vec3 f = q.unknown3(0);
    const Mat3 identity = Mat3::Identity();
    const Mat3 b1_skew = skew(b1);
    const Mat3 b2_skew = skew(b2);
    j(force(0), multiplier3(0)) -= identity;
    j(moment(0), multiplier3(0)) -= b1_skew;
    j(force(1), multiplier3(0)) += identity;
    j(moment(1), multiplier3(0)) += b2_skew;
    j(moment(0), rotation(0)) -= skew_product(f, b1);
    j(moment(1), rotation(1)) += skew_product(f, b2);
    j(constraint3(0), position(0)) -= identity;
    j(constraint3(0), rotation(0)) += b1_skew;
    j(constraint3(0), position(1)) += identity;
    j(constraint3(0), rotation(1)) -= b2_skew;
  }

  static constexpr UnknownInfo unknown(int row) {
    constexpr std::string_view names[] = {"position constraint x", "position constraint y", "position constraint z"};
    return {Order::algebraic, Row::constraint, Dimension::length, names[row]};
  }
};

}  // namespace flexura
