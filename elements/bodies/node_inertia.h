// The inertia of a structural node: all constant bodies attached to it, as momenta.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "math/skew.h"
#include "model/batch.h"
#include "model/node.h"

namespace flexura {

/// Momentum and momenta moment of a node and their rates in its balance of forces and moments.
///
/// With s = R s~ the first moment and J = R J~ R^T the inertia about the node,
///     beta  = m v + w x s          momentum, kg m/s
///     gamma = s x v + J w          momenta moment about the node, kg m^2/s
///     force  -= beta',   moment -= gamma' + v x beta
/// beta and gamma are not unknowns: their rates follow from the integration formula, p' = (p - known)/c. In the
/// acceleration problem (c = 0) the residual has the rates at zero accelerations, so that its Jacobian is the mass
/// matrix. One element a node; momenta 0-2 are beta, 3-5 gamma, global axes.
class NodeInertia {
 public:
  static constexpr std::string_view type = "node inertia";
  static constexpr std::string_view family = "automatic structural";
  static constexpr bool can_be_read_again = true;

  NodeInertia(NodeIndex node, const MassProperties& mass);

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int momentum_count() const { return 6; }
  static bool active(const State& state) { return !state.statics; }
  [[nodiscard]] const MassProperties& mass() const { return mass_; }

  void residual(const Local& q, Residual& r) const {
    const NodeState& n = q.node(0);
    const Vec3 s = n.R * mass_.first;
    const Vec3 jw = inertia_times(n, n.w);
    const Vec3 ws = n.w.cross(s);
    if (q.c() == 0) {
      r.force(0) -= n.w.cross(ws);
      r.moment(0) -= n.w.cross(jw);
      return;
    }
    const double inverse_c = 1 / q.c();
    const Vec3 beta = mass_.mass * n.v + ws;
    const Vec3 gamma = s.cross(n.v) + jw;
    r.force(0) -= (beta - q.momentum_known3(0)) * inverse_c;
    r.moment(0) -= (gamma - q.momentum_known3(3)) * inverse_c + n.v.cross(ws);
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const NodeState& n = q.node(0);
    const Vec3 s = n.R * mass_.first;
    const Mat3 inertia = rotated(n.R, mass_.inertia);
    if (centred_ && !std::isnan(q.c())) {  // s = 0
      j.momentum(force(0), velocity(0)) += Mat3(mass_.mass * -Mat3::Identity());
      j.momentum(moment(0), spin(0)) += Mat3(-inertia);
      j.momentum(moment(0), rotation(0)) += Mat3(skew(Vec3(inertia * n.w)) - inertia * skew(n.w));
      return;
    }
    const Mat3 ws = skew_product(n.w, s);
    const Mat3 vs = skew_product(n.v, s);
    // d beta = m dv - [s] dw - [w][s] theta
    j.momentum(force(0), velocity(0)) += Mat3(mass_.mass * -Mat3::Identity());
    j.momentum(force(0), spin(0)) += skew(s);
    j.momentum(force(0), rotation(0)) += ws;
    // d gamma = [s] dv + J dw + ([v][s] - [J w] + J [w]) theta
    j.momentum(moment(0), velocity(0)) += Mat3(-skew(s));
    j.momentum(moment(0), spin(0)) += Mat3(-inertia);
    j.momentum(moment(0), rotation(0)) += Mat3(skew(Vec3(inertia * n.w)) - vs - inertia * skew(n.w));
    // d(v x beta) = d(v x (w x s)) = -[w x s] dv - [v][s] dw - [v][w][s] theta
    j(moment(0), velocity(0)) += skew(Vec3(n.w.cross(s)));
    j(moment(0), spin(0)) += vs;
    j(moment(0), rotation(0)) += Mat3(skew(n.v) * ws);
  }

  void momenta(const Local& q, double* p) const;
  /// Rates when the node has the accelerations in the state.
  void momentum_rates(const Local& q, double* p_rate) const;
  /// Accelerations of the node from the rates. Directions without inertia (a point mass does not resist rotation) get
  /// zero angular acceleration.
  void accelerations(const Local& q, const double* p_rate, NodeState* nodes) const;

  /// beta, gamma and their rates, kinetic energy.
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// J a for a vector in global axes.
  [[nodiscard]] Vec3 inertia_times(const NodeState& n, const Vec3& a) const {
    const Vec3 local = n.R.transpose() * a;
    return n.R * Vec3(mass_.inertia * local);
  }

  NodeIndex node_;
  MassProperties mass_;
  bool centred_ = false;  // the centre of mass is the node
  Mat3 inverse_central_;  ///< (pseudo-)inverse of the inertia about the centre of mass, node axes
};

/// Inverse of a symmetric inertia tensor that is zero in directions without inertia.
Mat3 pseudo_inverse(const Mat3& inertia);

/// Solves { m a - s x alpha = f ; s x a + J alpha = g } for the accelerations of a node; `inverse_central` is the
/// (pseudo-)inverse of J + [s][s]/m. Global axes. Without mass a is zero.
void solve_accelerations(double mass, const Vec3& s, const Mat3& inverse_central, const Vec3& f, const Vec3& g, Vec3& a,
                         Vec3& alpha);

}  // namespace flexura
