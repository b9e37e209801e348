// Revolute hinge and revolute pin: one point and the direction of axis 3 in common.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/friction/friction.h"
#include "elements/joints/attachment.h"
#include "elements/joints/axes_orthogonality.h"
#include "elements/joints/hinge_attachment.h"
#include "elements/joints/point_coincidence.h"
#include "elements/joints/relative_rotation.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// Revolute hinge between two nodes; a pin has the ground as node 1.
///
/// Unknowns 0-2: the force F on node 2, global axes, N; 3-4: couples on node 2 about joint axes 1 and 2, N m. Axes 3
/// must start about parallel, not antiparallel. Text row: reactions (12), relative orientation as Euler angles 123 in
/// degrees (3), relative angular velocity in joint axes of node 1, rad/s (3); with friction its couple about axis 3 and
/// its coefficient. Private data: rz, wz, Fx, Fy, Fz, Mx, My, Mz; reactions in joint axes of node 1. rz counts turns.
///
/// Friction, if any, adds its unknowns behind those; its normal force is |F| and the preload.
template <bool Pin>
class RevoluteJoint {
 public:
  static constexpr std::string_view type = Pin ? "revolute pin" : "revolute hinge";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 5;

  /// `initial_angle` about axis 3, rad, from which turns are counted.
  RevoluteJoint(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
                double initial_angle = 0, std::shared_ptr<const Friction> friction = nullptr)
      : nodes_{node1, node2},
        point_{at1.position, at2.position},
        axes_(axes_alignment<3>(at1.orientation, at2.orientation)),
        frames_{at1.orientation, at2.orientation, initial_angle},
        friction_(std::move(friction)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns + (friction_ ? Friction::unknown_count : 0); }
  [[nodiscard]] int memory_count() const { return 1 + (friction_ ? Friction::memory_count : 0); }
  void initial_memory(double* memory) const {
    memory[0] = frames_.initial_angle;
    if (friction_) Friction::initial_memory(memory + 1);
  }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j >= unknowns) return friction_->unknown();
    return j < 3 ? PointCoincidence::unknown(j) : alignment_unknown(j - 3);
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> rows(phi);
    rows = point_.phi(q.node(0), q.node(1));
    axes_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
    if (friction_) axis().constraints(q, level, q.unknown3(0).norm() + friction_->preload, out);
  }
  void residual(const Local& q, Residual& r) const {
    point_.residual(q, r);
    axes_.residual(q, r);
    frames_.remember(q);
    if (friction_) axis().residual(q, q.unknown3(0).norm() + friction_->preload, r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    point_.jacobian(q, j);
    axes_.jacobian(q, j);
    if (friction_) {
      const Vec3 force = q.unknown3(0);
      const double norm = force.norm();
      axis()
          .jacobian(q, norm + friction_->preload, j)
          .normal_column(j, local::multiplier3(0), RowVec3(direction_of(force, norm).transpose()));
    }
  }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) {
    return part == AttachmentPart::offset || part == AttachmentPart::axes;
  }
  [[nodiscard]] Attachments attachments() const { return hinge_attachments(point_, frames_); }
  void attach(const Attachments& at) { attach_hinge(at, point_, axes_, frames_); }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const {
    return {"rz", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz"};
  }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  [[nodiscard]] AxisFriction axis() const { return {*friction_, axes_.axis, unknowns, 1}; }
  /// Couple on node 2, global axes, with that of friction.
  [[nodiscard]] Vec3 couple(const Local& q) const {
    Vec3 sum = axes_.couple(q);
    if (friction_) sum += axis().couple(q) * (q.node(0).R * axes_.axis);
    return sum;
  }

  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  AxesOrthogonality<2, 3> axes_;
  RelativeRotation frames_;
  std::shared_ptr<const Friction> friction_;
};

using RevoluteHinge = RevoluteJoint<false>;
using RevolutePin = RevoluteJoint<true>;

extern template class RevoluteJoint<false>;
extern template class RevoluteJoint<true>;

}  // namespace flexura
