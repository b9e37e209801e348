// Rolling wheel: a thin disk on a plane, without slip.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "model/automatic_jacobian.h"
#include "model/batch.h"

namespace flexura {

/// Disk of radius rho about the axis a = R e of a node, centre p = x + R f, on the plane through p0 with unit normal n
/// and tangents t1, t2 (axes 3, 1, 2 of the plane, which stands still). The point of contact is the lowest of the rim,
///
///     c = p + r,   r = -rho (n - (a.n) a)/|n - (a.n) a|,
///     -n . (c - p0) = 0,   -t1 . (v_p + w x r) = 0,   -t2 . (v_p + w x r) = 0:
///
/// one constraint on the position and two on velocities that no position has (J. I. Neimark, N. A. Fufaev, Dynamics of
/// Nonholonomic Systems, 1972, ch. 1). Unknowns: the force of the plane on the wheel along n, t1, t2, N, in the point
/// of contact: that is -phi_q^T lambda, because -n . (v_p + w x r) is the rate of the first row. The plane pulls, too;
/// a wheel that lies flat has no lowest point. In static problems, where velocities do not count, the forces along the
/// plane are zero. Text row: force and couple on the node at its origin (12; local: axes of the plane), point of
/// contact (3). Private data: Fx Fy Fz of the force in axes of the plane, x y z of the point.
class RollingWheelPhysics {
 public:
  static constexpr std::string_view type = "rolling wheel";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 3;

  /// `centre`, `axis` in node axes; `plane`: a point and axes, global.
  RollingWheelPhysics(NodeIndex node, const Vec3& centre, const Vec3& axis, double radius, const Attachment& plane)
      : node_(node), centre_(centre), axis_(axis.normalized()), radius_(radius), plane_(plane) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j == 0) return {Order::algebraic, Row::constraint, Dimension::length, "contact with the plane"};
    return {Order::algebraic, Row::rate, Dimension::velocity, j == 1 ? "no slip along 1" : "no slip along 2"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    const Contact<S> at(*this, q.node(0));
    phi[0] = -along<S>(2, Vector3<S>(at.point - plane_.position.template cast<S>()));
    phi[1] = -along<S>(0, at.velocity);
    phi[2] = -along<S>(1, at.velocity);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    const Contact<S> at(*this, q.node(0));
    std::array<S, 3> phi;
    constraint(q, phi.data());
    Vector3<S> force = column<S>(2) * q.unknown(0);
    const S moves = S(q.state().statics ? 0.0 : 1.0);
    for (int k = 0; k < 2; ++k) force += column<S>(k) * (q.unknown(1 + k) * moves);
    r.force(0) += force;
    r.moment(0) += Vector3<S>(at.arm.cross(force));
    r.equation(0) -= phi[0];
    for (int k = 1; k < 3; ++k) r.equation(k) -= phi[k] * moves + q.unknown(k) * (S(1) - moves);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"Fx", "Fy", "Fz", "x", "y", "z"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// The lowest point of the rim, seen from the node, and the velocity of the disk there.
  template <class S>
  struct Contact {
    Vector3<S> arm, point, velocity;
    template <class Node>
    Contact(const RollingWheelPhysics& wheel, const Node& node) {
      using std::sqrt;
      const Vector3<S> n = wheel.column<S>(2);
      const Vector3<S> a = node.R * wheel.axis_.template cast<S>();
      const Vector3<S> up = n - a * S(a.dot(n));
      arm = node.R * wheel.centre_.template cast<S>() - up * (S(wheel.radius_) / sqrt(S(up.dot(up))));
      point = node.x + arm;
      velocity = node.v + Vector3<S>(node.w.cross(arm));
    }
  };
  template <class S>
  [[nodiscard]] Vector3<S> column(int k) const {
    return plane_.orientation.col(k).template cast<S>();
  }
  template <class S>
  [[nodiscard]] S along(int k, const Vector3<S>& v) const {
    return column<S>(k).dot(v);
  }
  /// On the node at the point of contact, global axes.
  [[nodiscard]] Vec3 force(const Local& q) const;

  NodeIndex node_;
  Vec3 centre_, axis_;
  double radius_;
  Attachment plane_;
};

using RollingWheel = Automatic<RollingWheelPhysics>;

}  // namespace flexura
