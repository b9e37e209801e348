// Spherical hinge and spherical pin: one point in common.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "elements/joints/point_coincidence.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// Spherical hinge between two nodes; a pin has the ground as node 1.
///
/// Unknowns 0-2: the force F on node 2, global axes, N. Orientations matter for output only. Text row: reactions F
/// (12), relative orientation as Euler angles 123 in degrees (3).
template <bool Pin>
class SphericalJoint {
 public:
  static constexpr std::string_view type = Pin ? "spherical pin" : "spherical hinge";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 3;

  SphericalJoint(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2)
      : nodes_{node1, node2}, point_{at1.position, at2.position}, at1_(at1), at2_(at2) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const { return PointCoincidence::unknown(j); }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> rows(phi);
    rows = point_.phi(q.node(0), q.node(1));
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { point_.residual(q, r); }
  void jacobian(const Local& q, Jacobian& j) const { point_.jacobian(q, j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::offset; }
  [[nodiscard]] Attachments attachments() const {
    return {{{{point_.f1, at1_.orientation}, {point_.f2, at2_.orientation}}}};
  }
  void attach(const Attachments& at) {
    at1_.position = at.ends[0].position;
    at2_.position = at.ends[1].position;
    point_ = {at1_.position, at2_.position};
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  Attachment at1_, at2_;
};

using SphericalHinge = SphericalJoint<false>;
using SphericalPin = SphericalJoint<true>;

extern template class SphericalJoint<false>;
extern template class SphericalJoint<true>;

}  // namespace flexura
