// Dry friction of joints: coefficient laws with memory, and the equation of the friction force.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/local.h"
#include "model/scalar_function.h"
#include "model/unknown.h"

namespace flexura {

/// Friction between two surfaces that slide with the velocity v under the normal force N >= 0.
///
/// Its unknown, the first of its own in the joint: the friction force T, N, which has the sign of v and acts against v.
///
/// `modlugre` (P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, Single state elastoplastic friction models, IEEE
/// Trans. Automatic Control 47, 2002): T = N s(f) f, f = sigma0 z + sigma1 z' + sigma2 v with the bristle deflection z,
/// m,
///     z' = v - alpha(x) |v| z/z_ss,   z_ss = mu(|v|)/sigma0,   x = |z|/z_ss
///     alpha = 0 for x <= kappa or z v < 0, 1 for x >= 1, (1 + sin(pi (x - (1 + kappa)/2)/(1 - kappa)))/2 between.
/// z is an internal variable, z_n+1 = z_n + dt z'(z_n+1, v_n+1): its equation is far stiffer than any motion, has one
/// solution for each v, and is solved where it stands.
/// `discrete coulomb`: T = V + projection of T - V + rho v on [-L, L], L = N s(mu) mu(|v|), V = N s(mu) sigma2 v.
/// Inside the bounds that says v = 0 (stick), outside T = V +- L (slip); rho > 0 has no effect on the solution. The
/// shape s(f) is 1 (`simple`) or 1/sqrt(1 + f^2) (`simple plane hinge`: a pin in its bush under a small load).
struct Friction {
  enum class Model { lugre, coulomb };
  enum class Shape { simple, plane_hinge };

  Model model = Model::lugre;
  Shape shape = Shape::simple;
  double radius = 1;                  ///< of the surface about the axis, m; 1 where surfaces slide along a line
  double preload = 0;                 ///< added to the normal force, N
  double sigma0 = 0;                  ///< stiffness of the bristles, 1/m
  double sigma1 = 0;                  ///< their damping, s/m
  double sigma2 = 0;                  ///< viscous coefficient, s/m
  double kappa = 0;                   ///< deflection at which they begin to slip, over that of steady slip
  ScalarFunctionPointer coefficient;  ///< mu(|v|)

  static constexpr int unknown_count = 1;
  [[nodiscard]] static UnknownInfo unknown() {
    return {Order::algebraic, Row::equation, Dimension::force, "friction force"};
  }

  /// Internal variables of the joint that its friction needs.
  struct Memory {
    double velocity_scale = 0;  ///< size of recent sliding velocities, which fades, m/s
    double state = 0;           ///< z, m
    double time = 0;            ///< to which they belong, s
    double known = 0;           ///< whether that is known yet
  };
  static constexpr int memory_count = 4;
  static void initial_memory(double* memory) { std::fill_n(memory, memory_count, 0.0); }

  /// Values and partial derivatives at one state.
  struct Result {
    double force = 0;  ///< value of the equation of T
    double by_force = 0, by_normal = 0, by_velocity = 0;
    double state = 0;        ///< z
    double coefficient = 0;  ///< f, for results
  };
  /// At a normal force N, velocity v, force T, a time dt after the state that `before` describes.
  [[nodiscard]] Result evaluate(double normal, double velocity, double force, double dt, const Memory& before) const;

  /// Internal variables of the last accepted instant, the velocity scale faded but no less than what covers a tiny part
  /// of the radius in a step; and the time since.
  [[nodiscard]] Memory accepted(const Local& q, int memory) const;
  [[nodiscard]] static double time_since(const Local& q, const Memory& before);

 private:
  [[nodiscard]] Result lugre(double normal, double velocity, double force, double dt, double before) const;
  [[nodiscard]] Result coulomb(double normal, double velocity, double force, double velocity_scale) const;
  /// z' and its derivatives by z and v.
  struct Rate {
    double value, by_state, by_velocity;
  };
  [[nodiscard]] Rate bristle_rate(double state, double velocity, const Taylor2& mu) const;
  /// z after dt.
  [[nodiscard]] double bristles(double before, double velocity, double dt, const Taylor2& mu) const;
};

/// Friction in a joint: row and column of its unknown, given the sliding velocity and its derivatives.
///
/// The joint supplies how v and N depend on its own motion and unknowns, and applies T.
class FrictionRow {
 public:
  /// Evaluates; in static problems, where velocities do not count, the row says T = 0. `first`: number of T; `memory`:
  /// of the first internal variable.
  FrictionRow(const Friction& friction, const Local& q, int first, int memory, double normal, double velocity)
      : first_(first),
        statics_(q.state().statics),
        force_(q.unknown(first)),
        velocity_(velocity),
        before_(friction.accepted(q, memory)),
        result_(friction.evaluate(normal, velocity, force_, Friction::time_since(q, before_), before_)) {}

  [[nodiscard]] const Friction::Result& result() const { return result_; }

  void residual(const Local& q, int memory, Residual& r) const {
    r.equation(first_) -= statics_ ? force_ : result_.force;
    double* trial = q.memory_trial();
    if (!trial) return;
    trial[memory] = std::max(std::abs(velocity_), before_.velocity_scale);
    trial[memory + 1] = result_.state;
    trial[memory + 2] = q.time();
    trial[memory + 3] = 1;
  }

  /// The derivative by T.
  void own_column(Jacobian& j) const {
    j(local::equation(first_), local::multiplier(first_)) -= statics_ ? 1 : result_.by_force;
  }
  /// The derivative by a quantity on which v depends as `gradient`.
  template <class Column>
  void velocity_column(Jacobian& j, Column column, const RowVec3& gradient) const {
    if (!statics_) j(local::equation(first_), column) -= RowVec3(result_.by_velocity * gradient);
  }
  /// The derivative by a quantity on which N depends as `gradient`.
  template <class Column, class Gradient>
  void normal_column(Jacobian& j, Column column, const Gradient& gradient) const {
    if (!statics_) j(local::equation(first_), column) -= Gradient(result_.by_normal * gradient);
  }

 private:
  int first_;
  bool statics_;
  double force_, velocity_;
  Friction::Memory before_;
  Friction::Result result_;
};

/// Friction of surfaces at a radius about axis 3 of a joint: the couple radius T e on node 2 and its opposite on node
/// 1, e = R1 a, at the sliding velocity v = radius (w1 - w2) . e. N is given with its gradient by multipliers 0 to 2 of
/// the joint: |F| + preload for hinges.
struct AxisFriction {
  const Friction& friction;
  Vec3 axis;   ///< a, node 1 axes
  int first;   ///< number of T
  int memory;  ///< first internal variable

  [[nodiscard]] double velocity(const Local& q) const {
    return friction.radius * Vec3(q.node(0).R * axis).dot(q.node(0).w - q.node(1).w);
  }
  [[nodiscard]] FrictionRow row(const Local& q, double normal) const {
    return {friction, q, first, memory, normal, velocity(q)};
  }
  [[nodiscard]] double couple(const Local& q) const { return friction.radius * q.unknown(first); }

  void residual(const Local& q, double normal, Residual& r) const {
    const Vec3 moment = couple(q) * (q.node(0).R * axis);
    r.moment(0) -= moment;
    r.moment(1) += moment;
    row(q, normal).residual(q, memory, r);
  }

  /// All but the dependence of N.
  FrictionRow jacobian(const Local& q, double normal, Jacobian& j) const {
    using namespace local;
    const Vec3 e = q.node(0).R * axis;
    const Vec3 arm = friction.radius * e;
    const Mat3 turning = skew(Vec3(couple(q) * e));
    j(moment(0), multiplier(first)) -= arm;
    j(moment(1), multiplier(first)) += arm;
    j(moment(0), rotation(0)) += turning;
    j(moment(1), rotation(0)) -= turning;
    const FrictionRow row = this->row(q, normal);
    row.own_column(j);
    row.velocity_column(j, spin(0), RowVec3(arm.transpose()));
    row.velocity_column(j, spin(1), RowVec3(-arm.transpose()));
    // d(e . w) = (e x w) . theta1
    row.velocity_column(j, rotation(0), RowVec3(arm.cross(Vec3(q.node(0).w - q.node(1).w)).transpose()));
    return row;
  }
};

/// Direction of a force, null where it vanishes; not a number where it is not.
inline Vec3 direction_of(const Vec3& force, double norm) { return norm == 0 ? Vec3(Vec3::Zero()) : Vec3(force / norm); }

}  // namespace flexura
