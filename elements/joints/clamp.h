// Clamp: position and orientation of a node held.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "math/rotation.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// phi = (x - x0, theta) = 0, theta the rotation vector of R R0^T.
///
/// Unknowns 0-2: force f, 3-5: couple m, global axes; they are what the node exerts on the ground: -f and -m act on the
/// node. (The couple belongs to the row Gamma(theta) theta = theta; it is -phi_q^T of that row where the constraint
/// holds.) The start must be less than half a turn off. Text row: reactions (12), joint axes = node axes. Private data:
/// Fx, Fy, Fz global axes, Mx, My, Mz node axes.
class Clamp {
 public:
  static constexpr std::string_view type = "clamp";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 6;

  /// `position`, `orientation`: where the node is held, global axes.
  Clamp(NodeIndex node, const Vec3& position, const Mat3& orientation)
      : node_(node), position_(position), orientation_(orientation) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    constexpr std::string_view names[] = {"position constraint x",          "position constraint y",
                                          "position constraint z",          "orientation constraint about x",
                                          "orientation constraint about y", "orientation constraint about z"};
    return {Order::algebraic, Row::constraint, j < 3 ? Dimension::length : Dimension::angle, names[j]};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> shift(phi), turn(phi + 3);
    shift = q.node(0).x - position_.cast<S>();
    turn = rotation_log<S>(q.node(0).R * orientation_.transpose());
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }

  void residual(const Local& q, Residual& r) const {
    r.force(0) -= q.unknown3(0);
    r.moment(0) -= q.unknown3(3);
    r.equation3(0) -= q.node(0).x - position_;
    r.equation3(3) -= rotation_log<double>(q.node(0).R * orientation_.transpose());
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Mat3 identity = Mat3::Identity();
    j(force(0), multiplier3(0)) -= identity;
    j(moment(0), multiplier3(3)) -= identity;
    j(constraint3(0), position(0)) -= identity;
    j(constraint3(3), rotation(0)) -=
        rotation_inverse_tangent(rotation_log<double>(q.node(0).R * orientation_.transpose()));
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"Fx", "Fy", "Fz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  NodeIndex node_;
  Vec3 position_;
  Mat3 orientation_;
};

}  // namespace flexura
