// Prismatic: the relative orientation of two nodes is held, positions are free.
#pragma once

#include <array>
#include <string>

#include "elements/joints/orientation_lock.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// Joint frames of nodes 1 and 2 are parallel, axis by axis.
///
/// Unknowns 0-2: the couple on node 2, axes of frame 1, N m. From any start, also half a turn off, the frames go to
/// each other and to no other attitude (see OrientationLock). Text row: reactions on node 2 (12), forces zero.
class Prismatic {
 public:
  static constexpr std::string_view type = "prismatic";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 3;

  Prismatic(NodeIndex node1, const Mat3& orientation1, NodeIndex node2, const Mat3& orientation2)
      : nodes_{node1, node2}, lock_{orientation1, orientation2} {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const { return OrientationLock<0>::unknown(j); }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    lock_.phi(q.node(0), q.node(1), Matrix3<S>(Matrix3<S>::Identity()), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { lock_.residual(q, Mat3::Identity(), r); }
  void jacobian(const Local& q, Jacobian& j) const { lock_.jacobian(q, Mat3::Identity(), j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::axes; }
  [[nodiscard]] Attachments attachments() const {
    return {{{{Vec3::Zero(), lock_.orientation1}, {Vec3::Zero(), lock_.orientation2}}}};
  }
  void attach(const Attachments& at) { lock_ = {at.ends[0].axes, at.ends[1].axes}; }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  OrientationLock<0> lock_;
};

}  // namespace flexura
