// Offset displacement: a node follows a point of another one, its orientation does not matter.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/point_coincidence.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// x1 + R1 f = x2.
///
/// Unknowns 0-2: the force on node 2, global axes, N. Text row: the reaction on node 1, reduced to node 1: force and
/// couple (12; local: node 1 axes). Private data: Fx, Fy, Fz, Mx, My, Mz: that reaction in node 1 axes; fx, fy, fz, mx,
/// my, mz: in global axes.
class OffsetDisplacement {
 public:
  static constexpr std::string_view type = "offset displacement joint";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 3;

  OffsetDisplacement(NodeIndex node1, const Vec3& offset, NodeIndex node2)
      : nodes_{node1, node2}, point_{offset, Vec3::Zero()} {}

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

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const {
    return {"Fx", "Fy", "Fz", "Mx", "My", "Mz", "fx", "fy", "fz", "mx", "my", "mz"};
  }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  [[nodiscard]] Vec3 couple_on_1(const Local& q) const { return -Vec3(q.node(0).R * point_.f1).cross(q.unknown3(0)); }

  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
};

}  // namespace flexura
