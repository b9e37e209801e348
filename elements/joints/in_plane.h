// In plane: a point of node 2 stays in a plane of node 1.
#pragma once

#include <array>
#include <string>

#include "elements/joints/sliding_rows.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// The point `offset2` of node 2 lies in the plane through `point1` of node 1 with the given normal (node 1 axes).
///
/// Unknown 0: the force on node 1 along the normal, in the sliding point, N; the opposite force acts on node 2. Text
/// row: reactions on node 1 (12), local axes those of node 1, couples zero.
class InPlane {
 public:
  static constexpr std::string_view type = "in plane";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 1;

  InPlane(NodeIndex node1, const Vec3& point1, const Vec3& normal, NodeIndex node2, const Vec3& offset2)
      : nodes_{node1, node2}, row_{{normal}, point1, offset2} {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return {Order::algebraic, Row::constraint, Dimension::length, "plane constraint"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    row_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { row_.residual(q, r); }
  void jacobian(const Local& q, Jacobian& j) const { row_.jacobian(q, j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::offset; }
  [[nodiscard]] Attachments attachments() const { return Attachments::at_points(row_.point1, row_.point2); }
  void attach(const Attachments& at) {
    row_.point1 = at.ends[0].position;
    row_.point2 = at.ends[1].position;
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  SlidingRows<1> row_;
};

}  // namespace flexura
