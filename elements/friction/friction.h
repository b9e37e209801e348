// Dry friction of joints: coefficient laws with memory, and the equation of the friction force.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "math/skew.h"
#include "model/element_batch.h"
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
/// `discrete coulomb`: T is the projection of T + rho v on N s(f) f between f = -mu(|v|) + sigma2 v and f = mu(|v|) +
/// sigma2 v. Inside the bounds that says v = 0 (stick), else T is at one of them (slip); rho > 0 has no effect on the
/// solution. At the initial time, where v is known, v' takes its place once v = 0. While it sticks the bounds hold for
/// the mean of T over the last two steps: the reaction to a sudden stop alternates with methods of little damping, and
/// would otherwise release what stands. The shape s(f) is 1 (`simple`), 1/sqrt(1 + f^2)
/// (`simple plane hinge`: a pin in its bush under a small load), or gain/(1 - l lead f) (`screw joint`, N = |F| the
/// axial load on node 2, l = -1 where F > 0 and 1 where F < 0).
///
/// A thread of radius r, lead angle a, half thread angle g has radius r/cos a, gain S/cos a, lead S tan a with S = sec(
/// atan(cos a tan g)): v is the velocity along the thread, and the couple r |F| S f (1 + tan^2 a)/(1 -+ S f tan a),
/// more where the load is lifted (theory manual, screw joint, thread equilibrium).
struct Friction {
  enum class Model { lugre, coulomb };
  enum class Shape { simple, plane_hinge, screw };

  Model model = Model::lugre;
  Shape shape = Shape::simple;
  double radius = 1;                  ///< of the surface about the axis, m; 1 where surfaces slide along a line
  double preload = 0;                 ///< added to the normal force, N
  double sigma0 = 0;                  ///< stiffness of the bristles, 1/m
  double sigma1 = 0;                  ///< their damping, s/m
  double sigma2 = 0;                  ///< viscous coefficient, s/m
  double kappa = 0;                   ///< deflection at which they begin to slip, over that of steady slip
  double gain = 1, lead = 0;          ///< of the shape of a thread
  ScalarFunctionPointer coefficient;  ///< mu(|v|)

  static constexpr int unknown_count = 1;
  /// That of Coulomb friction is an equation of velocities while it sticks, and may then depend on others.
  [[nodiscard]] UnknownInfo unknown() const {
    return {Order::algebraic, model == Model::coulomb ? Row::rate : Row::equation, Dimension::force, "friction force"};
  }

  /// Internal variables of the joint that its friction needs.
  struct Memory {
    double velocity_scale = 0;  ///< size of recent sliding velocities, which fades, m/s
    double state = 0;           ///< z, m; T, N, with Coulomb friction
    double time = 0;            ///< to which they belong, s
    double phase = unknown_yet;
    double velocity = 0, rate = 0;  ///< v, m/s, and the rate at which it changed, m/s^2
  };
  static constexpr double unknown_yet = 0, slips = 1, sticks = 2;  ///< phases
  static constexpr int memory_count = 6;
  static void initial_memory(double* memory) { std::fill_n(memory, memory_count, 0.0); }

  /// The sliding velocity, and its rate: the part that the velocities alone make, and the whole.
  struct Sliding {
    double velocity = 0, known_acceleration = 0, acceleration = 0;
    bool imposed = false;  ///< no unknown: it is given, nothing sticks by friction
    double load = 0;       ///< l, for threads
  };

  /// Values and partial derivatives at one state.
  struct Result {
    double force = 0;  ///< value of the equation of T
    double by_force = 0, by_normal = 0, by_velocity = 0;
    double state = 0;        ///< z
    double coefficient = 0;  ///< f, for results
    double phase = slips;
  };
  /// At a normal force N, velocity v, force T, a time dt after the state that `before` describes. Of a sliding only the
  /// velocity counts.
  [[nodiscard]] Result evaluate(double normal, const Sliding& sliding, double force, double dt,
                                const Memory& before) const;
  /// Coulomb friction at the initial time: where it sticks `force` is the known part of v', and by_velocity stands for
  /// the derivative by v'.
  [[nodiscard]] Result initial(double normal, const Sliding& sliding, double force, const Memory& before) const;
  /// Friction where the velocity is imposed.
  [[nodiscard]] Result driven(double normal, const Sliding& sliding, double force, double dt,
                              const Memory& before) const;

  /// Internal variables of the last accepted instant, the velocity scale faded but no less than what covers a tiny part
  /// of the radius in a step; and the time since.
  [[nodiscard]] Memory accepted(const Local& q, int memory) const;
  [[nodiscard]] static double time_since(const Local& q, const Memory& before);

 private:
  /// s(f) f and its derivative by f; not a number where a thread jams.
  [[nodiscard]] std::pair<double, double> shaped(double f, double load) const;
  /// f from s(f) f = T/N; 0 where nothing presses.
  [[nodiscard]] double coefficient_of(double force, double normal, double load) const;
  [[nodiscard]] Result lugre(double normal, const Sliding& sliding, double force, double dt,
                             const Memory& before) const;
  /// s(f) f of bristles that slide with the velocity v for a time dt.
  struct Curve {
    double value, slope, by_mu, coefficient, state;
  };
  [[nodiscard]] Curve curve(double velocity, double load, double dt, double before, double mu) const;
  [[nodiscard]] Result coulomb(double normal, const Sliding& sliding, double force, double dt,
                               const Memory& before) const;
  /// Where a coefficient that falls with the velocity is taken, for which there would be more than one solution
  /// otherwise: at v = 0 while it stands, else at the velocity extrapolated. Nothing: at the unknown velocity.
  [[nodiscard]] std::optional<double> coefficient_velocity(double dt, const Memory& before) const;
  /// A bound of T with its derivatives by N and v.
  struct Bound {
    double value, by_normal, by_velocity;
  };
  /// That of slip forwards (side = 1) or backwards (-1); mu at another velocity, if one is given.
  [[nodiscard]] Bound bound(double side, double normal, const Sliding& sliding,
                            std::optional<double> coefficient_at = std::nullopt) const;
  /// T is at a bound.
  [[nodiscard]] static Result slip(const Bound& at, double force);
  /// z' and its derivatives by z, v and mu.
  struct Rate {
    double value, by_state, by_velocity, by_mu;
  };
  [[nodiscard]] Rate bristle_rate(double state, double velocity, double mu) const;
  /// z after dt.
  [[nodiscard]] double bristles(double before, double velocity, double dt, double mu) const;
};

/// Friction in a joint: row and column of its unknown, given the sliding velocity and its derivatives.
///
/// The joint supplies how v and N depend on its own motion and unknowns, and applies T.
class FrictionRow {
 public:
  /// Evaluates; in static problems, where velocities do not count, the row says T = 0. `first`: number of T; `memory`:
  /// of the first internal variable.
  FrictionRow(const Friction& friction, const Local& q, int first, int memory, double normal,
              const Friction::Sliding& sliding)
      : first_(first),
        statics_(q.state().statics),
        force_(q.unknown(first)),
        sliding_(sliding),
        before_(friction.accepted(q, memory)) {
    if (sliding.imposed) {
      result_ = friction.driven(normal, sliding, force_, Friction::time_since(q, before_), before_);
    } else if (q.c() == 0 && friction.model == Friction::Model::coulomb) {
      result_ = friction.initial(normal, sliding, force_, before_);
    } else {
      result_ = friction.evaluate(normal, sliding, force_, Friction::time_since(q, before_), before_);
    }
  }

  [[nodiscard]] const Friction::Result& result() const { return result_; }
  /// Value of the equation at the level of accelerations, these being zero.
  [[nodiscard]] double constraint(ConstraintLevel level) const {
    return level == ConstraintLevel::acceleration ? result_.force : 0;
  }

  void residual(const Local& q, int memory, Residual& r) const {
    r.equation(first_) -= statics_ ? force_ : result_.force;
    remember(q, memory);
  }
  /// Keeps the internal variables of this iterate.
  void remember(const Local& q, int memory) const {
    double* trial = q.memory_trial();
    if (!trial) return;
    trial[memory] = std::max(std::abs(sliding_.velocity), before_.velocity_scale);
    trial[memory + 1] = result_.state;
    trial[memory + 2] = q.time();
    trial[memory + 3] = result_.phase;
    const double dt = Friction::time_since(q, before_);
    trial[memory + 4] = sliding_.velocity;
    trial[memory + 5] = dt > 0 && before_.phase == Friction::slips ? (sliding_.velocity - before_.velocity) / dt : 0;
  }

  /// The derivative by T.
  void own_column(Jacobian& j) const {
    j(local::equation(first_), local::multiplier(first_)) -= statics_ ? 1 : result_.by_force;
  }
  /// The derivative by a quantity on which v depends as `gradient`.
  template <class Column>
  void velocity_column(Jacobian& j, Column column, const RowVec3& gradient) const {
    if (!statics_ && !sliding_.imposed) j(local::equation(first_), column) -= RowVec3(result_.by_velocity * gradient);
  }
  /// The derivative by a quantity on which N depends as `gradient`.
  template <class Column, class Gradient>
  void normal_column(Jacobian& j, Column column, const Gradient& gradient) const {
    if (!statics_) j(local::equation(first_), column) -= Gradient(result_.by_normal * gradient);
  }

 private:
  int first_;
  bool statics_;
  double force_;
  Friction::Sliding sliding_;
  Friction::Memory before_;
  Friction::Result result_;
};

/// Friction of surfaces at a radius about axis 3 of a joint: the couple radius T e on node 2 and its opposite on node
/// 1, e = R1 a, at the sliding velocity v = radius (w1 - w2) . e. N is given with its gradient by multipliers 0 to 2 of
/// the joint: |F| + preload for hinges.
struct AxisFriction {
  const Friction& friction;
  Vec3 axis;                                          ///< a, node 1 axes
  int first;                                          ///< number of T
  int memory;                                         ///< first internal variable
  std::optional<double> imposed_rate = std::nullopt;  ///< (w2 - w1) . e that the joint imposes, rad/s
  double load = 0;                                    ///< see Friction::Sliding

  [[nodiscard]] Friction::Sliding sliding(const Local& q) const {
    if (imposed_rate) return {-friction.radius * *imposed_rate, 0, 0, true, load};
    const Vec3 arm = friction.radius * (q.node(0).R * axis);
    const Vec3 relative = q.node(0).w - q.node(1).w;
    const double known = arm.dot(relative.cross(q.node(0).w));  // (w1 x arm) . relative
    return {arm.dot(relative), known, known + arm.dot(q.node(0).alpha - q.node(1).alpha), false, load};
  }
  [[nodiscard]] FrictionRow row(const Local& q, double normal) const {
    return {friction, q, first, memory, normal, sliding(q)};
  }
  [[nodiscard]] double couple(const Local& q) const { return friction.radius * q.unknown(first); }

  void constraints(const Local& q, ConstraintLevel level, double normal, double* out) const {
    if (friction.model == Friction::Model::coulomb) out[first] = row(q, normal).constraint(level);
  }

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
