// Strapdown sensor: a node moves so that a sensor on it measures given accelerations and angular velocities.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "math/skew.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// d(v + w x b)/dt = S a(t) and w = S w(t), b = R f the place of the sensor, S = R H its axes: the acceleration and the
/// angular velocity that it measures, in its axes (gravity is not part of the acceleration).
///
/// Accelerations are no unknowns of a step: the rate of the velocity p of the sensor follows, like that of a momentum,
/// from the integration formula, p' = (p - known)/c; the equation is c S a - (p - known) = 0. The initial velocity
/// stays as given. Unknowns 0-2: the force on the node in the sensor, 3-5: the couple on it, global axes; zero in
/// static problems. Text row: reactions on the node (12; local: sensor axes), imposed acceleration (3), imposed angular
/// velocity (3), sensor axes. Private data: Fx, Fy, Fz, Mx, My, Mz, sensor axes.
class StrapdownSensor {
 public:
  static constexpr std::string_view type = "strapdown sensor";
  static constexpr std::string_view family = "joint";

  StrapdownSensor(NodeIndex node, const Attachment& at, Drive3 acceleration, Drive3 angular_velocity)
      : node_(node), at_(at), acceleration_(std::move(acceleration)), angular_velocity_(std::move(angular_velocity)) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 6; }
  [[nodiscard]] int momentum_count() const { return 3; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    constexpr std::string_view names[] = {"imposed acceleration x",     "imposed acceleration y",
                                          "imposed acceleration z",     "imposed angular velocity x",
                                          "imposed angular velocity y", "imposed angular velocity z"};
    return {Order::algebraic, Row::rate, j < 3 ? Dimension::velocity : Dimension::angular_velocity, names[j]};
  }

  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    if (level == ConstraintLevel::position) return;
    const NodeState& n = q.node(0);
    const Mat3 s = axes(q);
    const Vec3 rate = s * angular_velocity_.value(q.drives());
    Eigen::Map<Vec3> at_acceleration(out), at_rate(out + 3);
    if (level == ConstraintLevel::velocity) {
      at_rate = rate - n.w;
    } else {
      at_acceleration = s * acceleration_.value(q.drives()) - n.w.cross(n.w.cross(arm(q)));
      at_rate = n.w.cross(rate) + s * angular_velocity_.rate(q.drives());
    }
  }
  void momenta(const Local& q, double* p) const {
    Eigen::Map<Vec3> speed(p);
    speed = velocity_of_sensor(q);
  }
  void momentum_rates(const Local& q, double* rate) const {
    const NodeState& n = q.node(0);
    const Vec3 b = arm(q);
    Eigen::Map<Vec3> acceleration(rate);
    acceleration = n.a + n.alpha.cross(b) + n.w.cross(n.w.cross(b));
  }

  void residual(const Local& q, Residual& r) const {
    if (q.state().statics) {
      for (int j = 0; j < 6; ++j) r.equation(j) -= q.unknown(j);
      return;
    }
    const Mat3 s = axes(q);
    r.force(0) += q.unknown3(0);
    r.moment(0) += arm(q).cross(q.unknown3(0)) + q.unknown3(3);
    r.equation3(0) -= q.c() * (s * acceleration_.value(q.drives())) - (velocity_of_sensor(q) - q.momentum_known3(0));
    r.equation3(3) -= s * angular_velocity_.value(q.drives()) - q.node(0).w;
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    // Zero times c is zero, but not when the pattern is looked for.
    for (int k = 0; k < 6; ++k) j(equation(k), multiplier(k)) += q.state().statics ? -1.0 : 0.0 * q.c();
    if (q.state().statics) return;
    const Mat3 identity = Mat3::Identity();
    const Mat3 s = axes(q);
    const Vec3 b = arm(q);
    const Mat3 b_skew = skew(b);
    j(force(0), multiplier3(0)) += identity;
    j(moment(0), multiplier3(0)) += b_skew;
    j(moment(0), multiplier3(3)) += identity;
    j(moment(0), rotation(0)) += skew_product(q.unknown3(0), b);
    // d(w x b) = -[b] dw - [w][b] theta; d(S a) = -[S a] theta
    j(equation3(0), velocity(0)) += identity;
    j(equation3(0), spin(0)) -= b_skew;
    j(equation3(0), rotation(0)) +=
        Mat3(q.c() * skew(Vec3(s * acceleration_.value(q.drives()))) - skew_product(q.node(0).w, b));
    j(equation3(3), spin(0)) += identity;
    j(equation3(3), rotation(0)) += skew(Vec3(s * angular_velocity_.value(q.drives())));
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"Fx", "Fy", "Fz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    return axes(q).col(datum % 3).dot(q.unknown3(datum < 3 ? 0 : 3));
  }

 private:
  [[nodiscard]] Mat3 axes(const Local& q) const { return q.node(0).R * at_.orientation; }
  [[nodiscard]] Vec3 arm(const Local& q) const { return q.node(0).R * at_.position; }
  [[nodiscard]] Vec3 velocity_of_sensor(const Local& q) const { return q.node(0).v + q.node(0).w.cross(arm(q)); }

  NodeIndex node_;
  Attachment at_;
  Drive3 acceleration_, angular_velocity_;
};

}  // namespace flexura
