// Imposed displacement: a point of node 2 moves as given along a direction of node 1, or of the ground (pin).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/relative_motion.h"
#include "elements/joints/sliding_rows.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// phi = e . D - e~ . f1 - d(t) = 0, D = x2 + R2 f2 - x1, e = R1 e~: the distance along e between the points is d.
///
/// A pin has the ground as node 1. Unknown 0: the force on node 1 (what the node exerts on the ground, for a pin) along
/// e, N. Text row: reactions on node 1 (12); displacement, rotation vector, velocity and angular velocity of node 2
/// relative to node 1 in its axes (12). Private data: d (x for a pin), imposed displacement; f, the reaction.
template <bool Pin>
class ImposedDisplacementJoint {
 public:
  static constexpr std::string_view type = Pin ? "imposed displacement pin" : "imposed displacement";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 1;

  ImposedDisplacementJoint(NodeIndex node1, const Vec3& f1, NodeIndex node2, const Vec3& f2, const Vec3& direction,
                           DriveId displacement)
      : nodes_{node1, node2}, row_{{direction}, f1, f2}, displacement_(displacement) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return {Order::algebraic, Row::constraint, Dimension::length, "imposed displacement"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    row_.phi(q.node(0), q.node(1), phi);
    phi[0] -= q.drive(displacement_);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    row_.residual(q, r);
    r.equation(0) += q.drive(displacement_).f;
  }
  void jacobian(const Local& q, Jacobian& j) const { row_.jacobian(q, j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::offset; }
  [[nodiscard]] Attachments attachments() const { return Attachments::at_points(row_.point1, row_.point2); }
  void attach(const Attachments& at) {
    row_.point1 = at.ends[0].position;
    row_.point2 = at.ends[1].position;
  }
  [[nodiscard]] Vec3 imposed_displacement(const Taylor2* drives) const {
    return drives[displacement_].f * row_.direction[0];
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {Pin ? "x" : "d", "f"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    return datum == 0 ? q.drive(displacement_).f : q.unknown(0);
  }

 private:
  [[nodiscard]] RelativeMotion motion() const {
    return {{row_.point1, Mat3::Identity()}, {row_.point2, Mat3::Identity()}};
  }

  std::array<NodeIndex, 2> nodes_;
  SlidingRows<1> row_;
  DriveId displacement_;
};

using ImposedDisplacement = ImposedDisplacementJoint<false>;
using ImposedDisplacementPin = ImposedDisplacementJoint<true>;

extern template class ImposedDisplacementJoint<false>;
extern template class ImposedDisplacementJoint<true>;

}  // namespace flexura
