// In line: a point of node 2 slides along a line of node 1.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "elements/friction/friction.h"
#include "elements/joints/attachment.h"
#include "elements/joints/sliding_rows.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// The point `offset2` of node 2 lies on axis 3 of the frame attached to node 1.
///
/// Unknowns 0-1: the force on node 1 along axes 1 and 2 of that frame, in the sliding point, N; the opposite force acts
/// on node 2. Text row: reactions on node 1 (12), couples zero; with friction its force on node 2 along axis 3, its
/// coefficient, velocity and displacement of node 2 along the line.
///
/// Friction, if any, adds its unknowns behind those: T e on node 2 and the opposite on node 1 in the sliding point, e
/// axis 3, at v = -(velocity of node 2 along the line), the normal force |(lambda_0, lambda_1)| and the preload.
/// `offset2` is then zero.
class InLine {
 public:
  static constexpr std::string_view type = "in line";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 2;

  InLine(NodeIndex node1, const Attachment& line, NodeIndex node2, const Vec3& offset2,
         std::shared_ptr<const Friction> friction = nullptr)
      : nodes_{node1, node2},
        rows_{{Vec3(line.orientation.col(0)), Vec3(line.orientation.col(1))}, line.position, offset2},
        orientation_(line.orientation),
        friction_(std::move(friction)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns + (friction_ ? Friction::unknown_count : 0); }
  [[nodiscard]] int memory_count() const { return friction_ ? Friction::memory_count : 0; }
  void initial_memory(double* memory) const {
    if (friction_) Friction::initial_memory(memory);
  }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j >= unknowns) return friction_->unknown();
    return {Order::algebraic, Row::constraint, Dimension::length,
            j == 0 ? "line constraint along axis 1" : "line constraint along axis 2"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    rows_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
    if (friction_) add_friction(q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    rows_.residual(q, r);
    if (friction_) add_friction(q, r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    rows_.jacobian(q, j);
    if (friction_) add_friction(q, j);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  struct Sliding {
    Vec3 e;         ///< axis 3, global
    Vec3 d;         ///< from node 1 to node 2
    Vec3 relative;  ///< velocity of the point of node 1 where node 2 is, relative to node 2
    double normal;
    Friction::Sliding along;  ///< e
  };
  [[nodiscard]] Sliding sliding(const Local& q) const;
  [[nodiscard]] FrictionRow friction_row(const Local& q, const Sliding& s) const {
    return {*friction_, q, unknowns, 0, s.normal, s.along};
  }
  void add_friction(const Local& q, ConstraintLevel level, double* out) const;
  void add_friction(const Local& q, Residual& r) const;
  void add_friction(const Local& q, Jacobian& j) const;

  std::array<NodeIndex, 2> nodes_;
  SlidingRows<2> rows_;
  Mat3 orientation_;
  std::shared_ptr<const Friction> friction_;
};

}  // namespace flexura
