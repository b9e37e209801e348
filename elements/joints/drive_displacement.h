// Drive displacement: a point of node 2 follows a given path seen from node 1, or from the ground (pin).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/point_coincidence.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// x1 + R1 (f1 + d(t)) = x2 + R2 f2. A pin has the ground as node 1.
///
/// Unknowns 0-2: the force on node 2, global axes, N. Text row: reactions on node 1, that is, for a pin, what the node
/// exerts on the ground (12); imposed displacement, global axes (3). Private data: dx, dy, dz, fx, fy, fz: imposed
/// displacement and reaction on node 1 in node 1 axes.
template <bool Pin>
class DriveDisplacementJoint {
 public:
  static constexpr std::string_view type = Pin ? "drive displacement pin" : "drive displacement";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 3;

  DriveDisplacementJoint(NodeIndex node1, const Vec3& f1, NodeIndex node2, const Vec3& f2, Drive3 displacement)
      : nodes_{node1, node2}, f1_(f1), f2_(f2), displacement_(std::move(displacement)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const { return PointCoincidence::unknown(j); }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> rows(phi);
    const Vector3<S> point1 = f1_ + q.drive(displacement_);
    rows = q.node(0).x + q.node(0).R * point1 - q.node(1).x - q.node(1).R * f2_;
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { point(q).residual(q, r); }
  void jacobian(const Local& q, Jacobian& j) const { point(q).jacobian(q, j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::offset; }
  [[nodiscard]] Attachments attachments() const { return Attachments::at_points(f1_, f2_); }
  void attach(const Attachments& at) {
    f1_ = at.ends[0].position;
    f2_ = at.ends[1].position;
  }
  [[nodiscard]] Vec3 imposed_displacement(const Taylor2* drives) const { return displacement_.value(drives); }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"dx", "dy", "dz", "fx", "fy", "fz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// The points that coincide at this time.
  [[nodiscard]] PointCoincidence point(const Local& q) const { return {f1_ + displacement_.value(q.drives()), f2_}; }

  std::array<NodeIndex, 2> nodes_;
  Vec3 f1_, f2_;
  Drive3 displacement_;
};

using DriveDisplacement = DriveDisplacementJoint<false>;
using DriveDisplacementPin = DriveDisplacementJoint<true>;

extern template class DriveDisplacementJoint<false>;
extern template class DriveDisplacementJoint<true>;

}  // namespace flexura
