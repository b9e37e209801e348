// Linear and angular velocity: that of a node along a direction is imposed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "math/skew.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// psi = W(t) - d . v = 0, d a fixed direction in global axes; or, `Angular`, W(t) - a . w = 0 with a = R d, d in node
/// axes.
///
/// Unknown 0: the force on the node along d, N; the couple about a, N m. In static problems, where velocities do not
/// count, it is zero. Text row: reactions on the node (12), the direction in global axes (3), imposed velocity. Private
/// datum: v, or w: the imposed velocity.
template <bool Angular>
class ImposedVelocity {
 public:
  static constexpr std::string_view type = Angular ? "angular velocity" : "linear velocity";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 1;

  /// `direction` as in the file; only where it points to matters.
  ImposedVelocity(NodeIndex node, const Vec3& direction, DriveId velocity)
      : node_(node), given_(direction), direction_(direction.normalized()), velocity_(velocity) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return Angular ? UnknownInfo{Order::algebraic, Row::rate, Dimension::angular_velocity, "imposed angular velocity"}
                   : UnknownInfo{Order::algebraic, Row::rate, Dimension::velocity, "imposed velocity"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    if constexpr (Angular) {
      const Vector3<S> a = q.node(0).R * direction_;
      phi[0] = q.drive(velocity_) - a.dot(q.node(0).w);
    } else {
      phi[0] = q.drive(velocity_) - (q.node(0).v.transpose() * direction_)(0);
    }
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }

  void residual(const Local& q, Residual& r) const {
    if (q.state().statics) {
      r.equation(0) -= q.unknown(0);
      return;
    }
    const Vec3 d = axis(q);
    if constexpr (Angular) {
      r.moment(0) += q.unknown(0) * d;
      r.equation(0) -= q.drive(velocity_).f - d.dot(q.node(0).w);
    } else {
      r.force(0) += q.unknown(0) * d;
      r.equation(0) -= q.drive(velocity_).f - d.dot(q.node(0).v);
    }
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    // Zero times c is zero, but not when the pattern is looked for.
    j(equation(0), multiplier(0)) += q.state().statics ? -1.0 : 0.0 * q.c();
    if (q.state().statics) return;
    const Vec3 d = axis(q);
    if constexpr (Angular) {
      j(moment(0), multiplier(0)) += d;
      j(moment(0), rotation(0)) -= skew(Vec3(q.unknown(0) * d));
      j(equation(0), spin(0)) += d.transpose();
      j(equation(0), rotation(0)) += d.cross(q.node(0).w).transpose();
    } else {
      j(force(0), multiplier(0)) += d;
      j(equation(0), velocity(0)) += d.transpose();
    }
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {Angular ? "w" : "v"}; }
  [[nodiscard]] double private_value(const Local& q, int) const { return q.drive(velocity_).f; }

 private:
  [[nodiscard]] Vec3 axis(const Local& q) const {
    if constexpr (Angular) return q.node(0).R * direction_;
    return direction_;
  }

  NodeIndex node_;
  Vec3 given_, direction_;
  DriveId velocity_;
};

using LinearVelocity = ImposedVelocity<false>;
using AngularVelocity = ImposedVelocity<true>;

extern template class ImposedVelocity<false>;
extern template class ImposedVelocity<true>;

}  // namespace flexura
