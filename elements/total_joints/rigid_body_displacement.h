// Rigid body displacement joint: a node follows the weighted mean rigid motion of points.
#pragma once

#include <string>
#include <vector>

#include "model/batch.h"

namespace flexura {

/// One of the points a master node follows.
struct FollowedPoint {
  NodeIndex node = ground_node;
  Vec3 offset = Vec3::Zero();  ///< where the master sees it, master axes, m
  double weight = 1;
};

/// The master (x_m, R_m) takes the position that makes sum w_j |x_m + r_j - x_j|^2 stationary, r_j = R_m o_j
/// (RBE3; technical manual, "rigid body displacement joint"):
///
///     phi_t = a/W sum w_j (D_j + r_j) = 0,   phi_r = a/(W L^2) sum w_j r_j x D_j = 0,   D_j = x_m - x_j
///
/// with W = sum w_j and L^2 the mean square of the offsets, so that phi_t is a length and phi_r an angle; a, `alpha` of
/// the card, changes nothing but the size of rows. Points may have weights that are zero or negative; W > 0. The joint
/// adds no stiffness between the points: forces and couples on the master go to them by weight and distance.
///
/// Unknowns 0-2 and 3-5: multipliers, global axes; forces are -phi_q^T lambda. Text row: force and couple of the joint
/// on the master (12), its axes those of the master. Private data: Fx Fy Fz Mx My Mz the same in master axes, fx fy fz
/// mx my mz in global axes.
class RigidBodyDisplacement {
 public:
  static constexpr std::string_view type = "rigid body displacement joint";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 6;

  RigidBodyDisplacement(NodeIndex master, std::vector<FollowedPoint> points, double alpha);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const;

  void constraints(const Local& q, ConstraintLevel level, double* out) const;
  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const {
    return {"Fx", "Fy", "Fz", "Mx", "My", "Mz", "fx", "fy", "fz", "mx", "my", "mz"};
  }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// Force and couple on the master, global axes.
  void load(const Local& q, Vec3& force, Vec3& couple) const;

  std::vector<NodeIndex> nodes_;  // master, then points
  std::vector<Vec3> offsets_;
  std::vector<double> weights_;  // a w_j/W
  double rotation_scale_;        // 1/L^2
};

}  // namespace flexura
