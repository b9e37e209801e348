// Cardano (universal) joints: axis 3 of node 1 and axis 2 of node 2 are orthogonal, with or without a common point.
#pragma once

#include <array>
#include <string>

#include "elements/joints/attachment.h"
#include "elements/joints/axes_orthogonality.h"
#include "elements/joints/point_coincidence.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

enum class CardanoKind { hinge, pin, rotation };

/// phi = -e3_1 . e2_2 = 0, and for hinge and pin (node 1 is the ground) one point in common.
///
/// The cross has the arms e3_1 and e2_2; what it admits are the attitudes F1^T F2 = R3(a) R2(b), all of which it can
/// reach from each other: there is no second branch on which it could be locked. Unknowns: force on node 2 (hinge and
/// pin, 0-2, global axes, N), then the couple M on node 2 about e2_2 x e3_1 (axis 1 when the shafts are in line), N m.
/// Text row: reactions on node 2 (12), relative orientation as Euler angles 123 in degrees (3).
template <CardanoKind Kind>
class CardanoJoint {
 public:
  static constexpr bool has_point = Kind != CardanoKind::rotation;
  static constexpr std::string_view type = Kind == CardanoKind::hinge ? "Cardano hinge"
                                           : Kind == CardanoKind::pin ? "Cardano pin"
                                                                      : "Cardano rotation";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = has_point ? 4 : 1;

  CardanoJoint(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2)
      : nodes_{node1, node2},
        point_{at1.position, at2.position},
        axes_{at1.orientation.col(2), {Vec3(-at2.orientation.col(1))}},
        orientation1_(at1.orientation),
        orientation2_(at2.orientation) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (has_point && j < 3) return PointCoincidence::unknown(j);
    return {Order::algebraic, Row::constraint, Dimension::angle, "orthogonality of the arms of the cross"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    if constexpr (has_point) {
      Eigen::Map<Vector3<S>> rows(phi);
      rows = point_.phi(q.node(0), q.node(1));
    }
    axes_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    if constexpr (has_point) point_.residual(q, r);
    axes_.residual(q, r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    if constexpr (has_point) point_.jacobian(q, j);
    axes_.jacobian(q, j);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  AxesOrthogonality<1, has_point ? 3 : 0> axes_;
  Mat3 orientation1_, orientation2_;
};

using CardanoHinge = CardanoJoint<CardanoKind::hinge>;
using CardanoPin = CardanoJoint<CardanoKind::pin>;
using CardanoRotation = CardanoJoint<CardanoKind::rotation>;

extern template class CardanoJoint<CardanoKind::hinge>;
extern template class CardanoJoint<CardanoKind::pin>;
extern template class CardanoJoint<CardanoKind::rotation>;

}  // namespace flexura
