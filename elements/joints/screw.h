// Screw: node 2 advances along axis 3 of node 1 in proportion to its rotation about that axis.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "elements/friction/friction.h"
#include "elements/joints/attachment.h"
#include "elements/joints/sliding_rows.h"
#include "elements/joints/twist_row.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// phi = p/(2 pi) (t + 2 pi n) - (e . D - e . D0) = 0: e = axis 3 of frame 1, D = x2 + R2 f2 - x1 - R1 f1, t the twist
/// of frame 2 (see TwistRow), p the advance in a turn (negative: left-handed thread).
///
/// The pitch equation alone; the axes are kept in line by other joints (`in line`, `revolute rotation`). Frame 2 is
/// that of node 1 at the input positions, where the rotation is zero. The whole turns n are those that bring the
/// rotation nearest to the advance. Unknown 0: the axial force on node 2, N; the couple on it is -p/(2 pi) times the
/// force. Text row: reactions on node 2 (12), rotation in degrees, advance, rotation vector of R1^T R2 (3),
/// displacement of point 2 from point 1 in axes of frame 1 (3); with friction the velocity of node 2 along the thread,
/// its couple on node 2 about axis 3, its coefficient.
///
/// Friction of the thread, if any, adds its unknown behind: see Friction. Its normal force is the axial one.
class Screw {
 public:
  static constexpr std::string_view type = "screw";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 1;

  /// `at1`, `at2`: frames parallel at the input positions; `start` = e . D0 there, m; `pitch` in m.
  Screw(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2, double start, double pitch,
        std::shared_ptr<const Friction> friction = nullptr)
      : nodes_{node1, node2},
        axial_{{Vec3(-at1.orientation.col(2))}, at1.position, at2.position},
        twist_{at1.orientation, at2.orientation, pitch / turn},
        start_(start),
        friction_(std::move(friction)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns + (friction_ ? Friction::unknown_count : 0); }
  [[nodiscard]] int memory_count() const { return friction_ ? Friction::memory_count : 0; }
  void initial_memory(double* memory) const {
    if (friction_) Friction::initial_memory(memory);
  }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j >= unknowns) return friction_->unknown();
    return {Order::algebraic, Row::constraint, Dimension::length, "pitch constraint"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    const auto& n1 = q.node(0);
    const auto& n2 = q.node(1);
    axial_.phi(n1, n2, phi);  // -e . D
    twist_.add_phi(n1, n2, phi);
    phi[0] += S(constant(value_of(-phi[0])));
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
    if (friction_) thread(q).constraints(q, level, std::abs(q.unknown(0)), out);
  }
  void residual(const Local& q, Residual& r) const {
    axial_.residual(q, r);
    twist_.residual(q, r);
    r.equation(0) -= constant(r.equation(0));
    if (friction_) thread(q).residual(q, std::abs(q.unknown(0)), r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    axial_.jacobian(q, j);
    twist_.jacobian(q, j);
    if (!friction_) return;
    const double f = q.unknown(0);
    const double sign = f > 0 ? 1 : f < 0 ? -1 : 0 * f;
    thread(q).jacobian(q, std::abs(f), j).normal_column(j, local::multiplier(0), sign);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  static constexpr double turn = 2 * std::numbers::pi;

  [[nodiscard]] AxisFriction thread(const Local& q) const {
    return {*friction_, twist_.orientation1.col(2), unknowns, 0, std::nullopt, q.unknown(0) > 0 ? -1.0 : 1.0};
  }
  /// The start and the whole turns as an advance, when the advance exceeds that of the twist by `excess`.
  [[nodiscard]] double constant(double excess) const {
    const double pitch = twist_.k * turn;
    return start_ + pitch * std::nearbyint((excess - start_) / pitch);
  }

  std::array<NodeIndex, 2> nodes_;
  SlidingRows<1> axial_;
  TwistRow<0> twist_;
  double start_;
  std::shared_ptr<const Friction> friction_;
};

}  // namespace flexura
