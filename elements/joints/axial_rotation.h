// Axial rotation: a revolute hinge that turns at a given rate.
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

/// Revolute hinge with the relative angular velocity about axis 3 imposed: psi = W(t) - a . (w2 - w1) = 0, a = axis 3
/// of frame 1.
///
/// Unknowns 0-4 as for the revolute hinge; 5: the driving couple on node 2 about axis 3, N m. In static problems, where
/// velocities do not count, the driving couple is zero. Text row: reactions (12), relative orientation as Euler angles
/// 123 in degrees (3), imposed angular velocity, relative angular velocity in joint axes of node 1 (3), rad/s; with
/// friction its couple on node 2 and its coefficient. Private data as for the revolute hinge.
class AxialRotation {
 public:
  static constexpr std::string_view type = "axial rotation";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 6;

  AxialRotation(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2, DriveId rate,
                double initial_angle = 0, std::shared_ptr<const Friction> friction = nullptr)
      : nodes_{node1, node2},
        point_{at1.position, at2.position},
        axes_(axes_alignment<3>(at1.orientation, at2.orientation)),
        frames_{at1.orientation, at2.orientation, initial_angle},
        rate_(rate),
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
    if (j == 5) return {Order::algebraic, Row::rate, Dimension::angular_velocity, "imposed angular velocity"};
    return j < 3 ? PointCoincidence::unknown(j) : alignment_unknown(j - 3);
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> rows(phi);
    rows = point_.phi(q.node(0), q.node(1));
    axes_.phi(q.node(0), q.node(1), phi);
    const Vector3<S> a = q.node(0).R * axes_.axis;
    phi[5] = q.drive(rate_) - a.dot(Vector3<S>(q.node(1).w - q.node(0).w));
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
    if (friction_) axis(q).constraints(q, level, q.unknown3(0).norm() + friction_->preload, out);
  }

  void residual(const Local& q, Residual& r) const {
    point_.residual(q, r);
    axes_.residual(q, r);
    frames_.remember(q);
    if (friction_) axis(q).residual(q, q.unknown3(0).norm() + friction_->preload, r);
    if (q.state().statics) {
      r.equation(5) -= q.unknown(5);
      return;
    }
    const Vec3 a = q.node(0).R * axes_.axis;
    const Vec3 couple = q.unknown(5) * a;
    r.moment(0) -= couple;
    r.moment(1) += couple;
    r.equation(5) -= q.drive(rate_).f - a.dot(q.node(1).w - q.node(0).w);
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    point_.jacobian(q, j);
    axes_.jacobian(q, j);
    if (friction_) {
      const Vec3 force = q.unknown3(0);
      const double norm = force.norm();
      axis(q)
          .jacobian(q, norm + friction_->preload, j)
          .normal_column(j, multiplier3(0), RowVec3(direction_of(force, norm).transpose()));
    }
    // Zero times c is zero, but not when the pattern is looked for.
    j(equation(5), multiplier(5)) += q.state().statics ? -1.0 : 0.0 * q.c();
    if (q.state().statics) return;
    const Vec3 a = q.node(0).R * axes_.axis;
    const Mat3 couple = skew(Vec3(q.unknown(5) * a));
    j(moment(0), multiplier(5)) -= a;
    j(moment(1), multiplier(5)) += a;
    j(moment(0), rotation(0)) += couple;
    j(moment(1), rotation(0)) -= couple;
    j(equation(5), spin(0)) -= a.transpose();
    j(equation(5), spin(1)) += a.transpose();
    // d(a . W) = (a x W) . theta1
    j(equation(5), rotation(0)) += a.cross(Vec3(q.node(1).w - q.node(0).w)).transpose();
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
  [[nodiscard]] AxisFriction axis(const Local& q) const {
    return {*friction_, axes_.axis, unknowns, 1, q.drive(rate_).f};
  }
  /// Couple on node 2: reactions, drive and friction, global axes.
  [[nodiscard]] Vec3 couple(const Local& q) const {
    const double about_axis = q.unknown(5) + (friction_ ? axis(q).couple(q) : 0);
    return axes_.couple(q) + about_axis * Vec3(q.node(0).R * axes_.axis);
  }

  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  AxesOrthogonality<2, 3> axes_;
  RelativeRotation frames_;
  DriveId rate_;
  std::shared_ptr<const Friction> friction_;
};

}  // namespace flexura
