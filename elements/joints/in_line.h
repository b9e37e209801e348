// In line: a point of node 2 slides along a line of node 1.
#pragma once

#include <array>
#include <string>

#include "elements/joints/attachment.h"
#include "elements/joints/sliding_rows.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// The point `offset2` of node 2 lies on axis 3 of the frame attached to node 1.
///
/// Unknowns 0-1: the force on node 1 along axes 1 and 2 of that frame, in the sliding point, N; the opposite force acts
/// on node 2. Text row: reactions on node 1 (12), couples zero.
class InLine {
 public:
  static constexpr std::string_view type = "in line";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 2;

  InLine(NodeIndex node1, const Attachment& line, NodeIndex node2, const Vec3& offset2)
      : nodes_{node1, node2},
        rows_{{Vec3(line.orientation.col(0)), Vec3(line.orientation.col(1))}, line.position, offset2},
        orientation_(line.orientation) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    return {Order::algebraic, Row::constraint, Dimension::length,
            j == 0 ? "line constraint along axis 1" : "line constraint along axis 2"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    rows_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const { rows_.residual(q, r); }
  void jacobian(const Local& q, Jacobian& j) const { rows_.jacobian(q, j); }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  SlidingRows<2> rows_;
  Mat3 orientation_;
};

}  // namespace flexura
