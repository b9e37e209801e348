// Total joint and total pin joint: any of the six components of the relative motion of two nodes imposed.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "elements/total_joints/total_rows.h"
#include "model/batch.h"
#include "model/reattachment.h"

namespace flexura {

/// Six components of the motion of node 2 relative to node 1, each free, imposed, or imposed in its rate. A pin has the
/// ground as node 1.
///
/// With P = R1 Pt, Q1 = R1 Q1t, Q2 = R2 Q2t, b1 = x2 + R2 f2 - x1, b2 = R2 f2, R0 = exp([theta0]) (technical manual,
/// "total joint"):
///
///     positions            x = P^T b1 - Pt^T f1 - x0(t)
///     rotations            theta = log(Q1^T Q2 R0^T), rows phi(theta) of PartialRotation
///     velocities           P^T (v2 + w2 x b2 - v1 - w1 x b1) - v0(t)
///     angular velocities   Q1^T (w2 - w1) - w0(t)
///
/// theta0 may have any size: theta is small however often the joint has turned. The multipliers are the force and
/// couple that node 2 exerts on node 1 (what the node exerts on the ground, for a pin), in P and Q1: F = P lambda acts
/// on node 1 in the point of node 2, -F on node 2. Where the constraint holds they are -phi_q^T lambda. In static
/// problems, where velocities do not count, the reactions of imposed rates are zero.
///
/// Text row: reactions (12), relative position (3), rotation vector (3), velocity (3), angular velocity (3), joint axes
/// of node 1. The rotation vector counts turns: it is the one nearest to what is imposed and to that of the step
/// before. Private data: px py pz X[i] relative position, rx ry rz Phi[i] rotation vector, Fx Fy Fz f[i], Mx My Mz m[i]
/// reactions, dx dy dz imposed position, tx ty tz imposed rotation, vx vy vz V[i], wx wy wz Omega[i], all in joint
/// axes.
template <bool Pin>
class TotalJointElement {
 public:
  static constexpr std::string_view type = Pin ? "total pin joint" : "total joint";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;

  TotalJointElement(NodeIndex node1, NodeIndex node2, const TotalFrames& frames, const TotalComponents& components,
                    TotalImposed imposed);

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return rows_.components.count(); }
  [[nodiscard]] UnknownInfo unknown(int row) const { return rows_.components.unknown(row); }
  /// The rotation vector, unless all of it is imposed.
  [[nodiscard]] int memory_count() const { return rows_.components.rotation().count() == 3 ? 0 : 3; }
  void initial_memory(double* memory) const { std::fill_n(memory, memory_count(), 0.0); }

  void constraints(const Local& q, ConstraintLevel level, double* out) const;
  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart) { return true; }
  [[nodiscard]] Attachments attachments() const;
  void attach(const Attachments& at);

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// The rotation vector nearest to what is imposed and, in free components, to that of the last step.
  [[nodiscard]] Vec3 rotation_vector(const Local& q, const TotalGeometry& g) const;

  std::array<NodeIndex, 2> nodes_;
  TotalRows rows_;
  TotalReactions reactions_;
};

using TotalJoint = TotalJointElement<false>;
using TotalPinJoint = TotalJointElement<true>;

extern template class TotalJointElement<false>;
extern template class TotalJointElement<true>;

}  // namespace flexura
