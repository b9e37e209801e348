// Linear and angular acceleration: that of a node along a direction is imposed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "math/skew.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// A(t) - d . dv/dt = 0, d a fixed direction in global axes; or, `Angular`, A(t) - a . dw/dt = 0 with a = R d, d in
/// node axes.
///
/// Accelerations are no unknowns of a step. The rate of the velocity p = d . v follows, like that of a momentum, from
/// the integration formula, p' = (p - known)/c, so that the velocity is the integral of A to the order of the method
/// (a . dw/dt is the rate of a . w, since a turns with w). The equation is c A - (p - known) = 0. The initial velocity
/// along d stays as given: initial assembly does not move it. Unknown 0: the force on the node along d, N; the couple
/// about a, N m; zero in static problems. Text row: reactions on the node (12), imposed acceleration. Private data: F
/// or M, the reaction; a or wp, the imposed acceleration.
template <bool Angular>
class ImposedAcceleration {
 public:
  static constexpr std::string_view type = Angular ? "angular acceleration" : "linear acceleration";
  static constexpr std::string_view family = "joint";

  /// `direction` as in the file; only where it points to matters.
  ImposedAcceleration(NodeIndex node, const Vec3& direction, DriveId acceleration)
      : node_(node), given_(direction), direction_(direction.normalized()), acceleration_(acceleration) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 1; }
  [[nodiscard]] int momentum_count() const { return 3; }  // read by threes; the speed is the first
  [[nodiscard]] UnknownInfo unknown(int) const {
    return Angular
               ? UnknownInfo{Order::algebraic, Row::rate, Dimension::angular_velocity, "imposed angular acceleration"}
               : UnknownInfo{Order::algebraic, Row::rate, Dimension::velocity, "imposed acceleration"};
  }

  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    if (level == ConstraintLevel::acceleration) out[0] = q.drive(acceleration_).f;
  }
  void momenta(const Local& q, double* p) const {
    p[0] = speed(q);
    p[1] = p[2] = 0;
  }
  void momentum_rates(const Local& q, double* rate) const {
    rate[1] = rate[2] = 0;
    rate[0] = axis(q).dot(Angular ? q.node(0).alpha : q.node(0).a);
  }

  void residual(const Local& q, Residual& r) const {
    if (q.state().statics) {
      r.equation(0) -= q.unknown(0);
      return;
    }
    const Vec3 reaction = q.unknown(0) * axis(q);
    if constexpr (Angular) {
      r.moment(0) += reaction;
    } else {
      r.force(0) += reaction;
    }
    r.equation(0) -= q.c() * q.drive(acceleration_).f - (speed(q) - q.momentum_known3(0).x());
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
  [[nodiscard]] std::vector<std::string> private_names() const {
    return Angular ? std::vector<std::string>{"M", "wp"} : std::vector<std::string>{"F", "a"};
  }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    return datum == 0 ? q.unknown(0) : q.drive(acceleration_).f;
  }

 private:
  [[nodiscard]] Vec3 axis(const Local& q) const {
    if constexpr (Angular) return q.node(0).R * direction_;
    return direction_;
  }
  [[nodiscard]] double speed(const Local& q) const { return axis(q).dot(Angular ? q.node(0).w : q.node(0).v); }

  NodeIndex node_;
  Vec3 given_, direction_;
  DriveId acceleration_;
};

using LinearAcceleration = ImposedAcceleration<false>;
using AngularAcceleration = ImposedAcceleration<true>;

extern template class ImposedAcceleration<false>;
extern template class ImposedAcceleration<true>;

}  // namespace flexura
