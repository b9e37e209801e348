// Drive hinge: the relative orientation of two nodes follows a rotation vector.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/orientation_lock.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// F1^T F2 = exp([theta0(t)]), F_k the joint frames, theta0 in axes of frame 1, rad.
///
/// The constraint is the rotation vector of what is left, F1^T F2 R0^T (see OrientationLock), so that theta0 may have
/// any size, several turns included. Unknowns 0-2: the couple on node 2, axes of frame 1, N m. Text row: reactions on
/// node 1 (12), imposed rotation vector (3), actual one (3), rad. Private data: rx, ry, rz (imposed), Mx, My, Mz (on
/// node 1), axes of frame 1.
class DriveHinge {
 public:
  static constexpr std::string_view type = "drive hinge";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 3;

  DriveHinge(NodeIndex node1, const Mat3& orientation1, NodeIndex node2, const Mat3& orientation2, Drive3 rotation)
      : nodes_{node1, node2}, lock_{orientation1, orientation2}, rotation_(std::move(rotation)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const { return OrientationLock<0>::unknown(j); }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    lock_.phi(q.node(0), q.node(1), rotation_exp<S>(q.drive(rotation_)), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { lock_.residual(q, imposed(q), r); }
  void jacobian(const Local& q, Jacobian& j) const { lock_.jacobian(q, imposed(q), j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::axes; }
  [[nodiscard]] Attachments attachments() const {
    return {{{{Vec3::Zero(), lock_.orientation1}, {Vec3::Zero(), lock_.orientation2}}}};
  }
  void attach(const Attachments& at) { lock_ = {at.ends[0].axes, at.ends[1].axes}; }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"rx", "ry", "rz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  [[nodiscard]] Mat3 imposed(const Local& q) const { return rotation_exp<double>(rotation_.value(q.drives())); }

  std::array<NodeIndex, 2> nodes_;
  OrientationLock<0> lock_;
  Drive3 rotation_;
};

}  // namespace flexura
