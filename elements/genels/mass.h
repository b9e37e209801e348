// Genel `mass`: inertia of a degree of freedom.
#pragma once

#include <array>

#include "elements/genels/dof_set.h"
#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// -m(t) q'' in the equation of a dof of a structural node. The rate p = q' is a momentum of the element: p' follows
/// from the integration formula.
class StructuralDofMass {
 public:
  static constexpr std::string_view type = "mass";
  static constexpr std::string_view family = "genel";

  StructuralDofMass(DofSet dofs, DriveId mass) : dofs_(std::move(dofs)), mass_(mass) {}
  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int momentum_count() const { return 3; }
  static bool active(const State& state) { return !state.statics; }

  void residual(const Local& q, Residual& r) const {
    if (q.c() == 0) return;  // the rates at zero acceleration
    dofs_.add(r, 0, -q.drive(mass_).f * (dofs_.rate(q, 0) - q.momentum_known3(0)(0)) / q.c());
  }
  void jacobian(const Local& q, Jacobian& j) const { dofs_.add_momentum(j, 0, -q.drive(mass_).f); }
  /// The rate and two unused numbers: momenta come in threes.
  void momenta(const Local& q, double* p) const {
    p[0] = dofs_.rate(q, 0);
    p[1] = p[2] = 0;
  }
  void momentum_rates(const Local& q, double* p_rate) const {
    p_rate[0] = dofs_.acceleration(q, 0);
    p_rate[1] = p_rate[2] = 0;
  }

 private:
  DofSet dofs_;
  DriveId mass_;
};

/// -m(t) d(x')/dt in the equation of a scalar node x: its rate is the own unknown w, w = x'.
class ScalarDofMass {
 public:
  static constexpr std::string_view type = "mass of a scalar node";
  static constexpr std::string_view family = "genel";

  ScalarDofMass(NodeIndex node, DriveId mass, double initial_rate) : node_(node), mass_(mass), rate_(initial_rate) {}
  [[nodiscard]] std::array<NodeIndex, 0> nodes() const { return {}; }
  [[nodiscard]] std::array<NodeIndex, 1> scalars() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 1; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return {Order::differential, Row::equation, Dimension::dimensionless, "rate of the node"};
  }
  void initial_unknowns(double* values, double*) const { values[0] = rate_; }

  void residual(const Local& q, Residual& r) const {
    r.equation(1) -= q.drive(mass_).f * inertia(q) * q.unknown_rate(0);
    r.equation(0) -= q.unknown(0) - q.scalar_rate(0);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    j(equation(1), rate(0)) += -q.drive(mass_).f;
    j(equation(0), value(0)) += -1.0;
    j(equation(0), rate(1)) += 1.0;
  }

 private:
  static double inertia(const Local& q) { return q.state().statics ? 0 : 1; }
  NodeIndex node_;
  DriveId mass_;
  double rate_;
};

}  // namespace flexura
