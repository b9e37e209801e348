// Gimbal: a homokinetic joint between two shafts, with or without a common point.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "elements/joints/point_coincidence.h"
#include "elements/joints/twist_row.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// Gimbal rotation: the shafts (axes 3 of the joint frames) bend freely and spin at the same rate. A gimbal hinge has a
/// point in common as well.
///
/// Two Cardano joints that take half the bend each give F1^T F2 = E2(theta) E1(phi) E2(theta). The quaternion of that
/// is (cos(phi/2) cos(theta), sin(phi/2), cos(phi/2) sin(theta), 0): the rotations without twist (see TwistRow). So the
/// joint is one row, -twist = 0, and the two angles follow from the attitude; they need not be unknowns. It cannot be
/// locked half a turn off, since there the twist is half a turn, not zero.
///
/// Unknowns: force on node 2 (hinge, 0-2, global axes, N), then the couple on node 2 about axis 3, N m. Text row:
/// reactions on node 2 (12), bend theta about axes 2 (twice) and phi about axis 1 between them, rad, relative
/// orientation in the chosen format. Private data: lambda[1..3], the couple on node 2 in axes of frame 1, theta, phi.
template <bool Hinge>
class GimbalJoint {
 public:
  static constexpr std::string_view type = Hinge ? "gimbal hinge" : "gimbal rotation";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = Hinge ? 4 : 1;

  GimbalJoint(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2, OrientationFormat format)
      : nodes_{node1, node2},
        point_{at1.position, at2.position},
        row_{at1.orientation, at2.orientation, -1},
        format_(format) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (Hinge && j < 3) return PointCoincidence::unknown(j);
    return {Order::algebraic, Row::constraint, Dimension::angle, "equal spin constraint"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    if constexpr (Hinge) {
      Eigen::Map<Vector3<S>> rows(phi);
      rows = point_.phi(q.node(0), q.node(1));
    }
    row_.add_phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    if constexpr (Hinge) point_.residual(q, r);
    row_.residual(q, r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    if constexpr (Hinge) point_.jacobian(q, j);
    row_.jacobian(q, j);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const {
    return {"lambda[1]", "lambda[2]", "lambda[3]", "theta", "phi"};
  }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// Bend about axes 2 (theta) and about axis 1 between them (phi), rad.
  [[nodiscard]] std::array<double, 2> angles(const Local& q) const;

  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  TwistRow<Hinge ? 3 : 0> row_;
  OrientationFormat format_;
};

using GimbalRotation = GimbalJoint<false>;
using GimbalHinge = GimbalJoint<true>;

extern template class GimbalJoint<false>;
extern template class GimbalJoint<true>;

}  // namespace flexura
