// Rigid body: the weight of a mass attached to a node, and what is asked about it. Its inertia is in NodeInertia.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "math/skew.h"
#include "model/batch.h"
#include "model/node.h"

namespace flexura {

/// Mass, centre of mass in node axes, m, and inertia tensor about the centre of mass in node axes, kg m^2.
struct CentralMass {
  double mass = 0;
  Vec3 cm = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();

  /// The same about the node.
  [[nodiscard]] MassProperties about_node() const { return {mass, mass * cm, inertia - mass * skew_product(cm, cm)}; }
};

/// Why no rigid body can have this inertia about its centre of mass; empty when one can. The principal moments of mass
/// dm at (x, y, z) are the integrals of y^2 + z^2, z^2 + x^2 and x^2 + y^2: none is negative and each is at most the
/// sum of the others.
std::string inertia_objection(const CentralMass& body);

/// One body equivalent to several.
CentralMass condensed(const std::vector<CentralMass>& bodies);

/// The weight m g(x_cm) of a mass at offset cm from a node, with moment b x m g, b = R cm.
struct Weight {
  double mass;
  Vec3 cm;       ///< node axes, m
  bool central;  ///< the field changes with position
  static Vec3 field(const State& state, const Vec3& x) {
    if (!state.gravity || state.gravity->uniform()) return state.uniform_gravity;
    if (const MovingFrame* f = state.frame)
      return f->R.transpose() * state.gravity->acceleration(f->R * (f->x + x), state.drives);
    return state.gravity->acceleration(x, state.drives);
  }
  static Mat3 gradient(const State& state, const Vec3& x) {
    if (const MovingFrame* f = state.frame) return f->R.transpose() * state.gravity->gradient(f->R * (f->x + x)) * f->R;
    return state.gravity->gradient(x);
  }
  void residual(const Local& q, Residual& r) const {
    const NodeState& n = q.node(0);
    const Vec3 b = n.R * cm;
    const Vec3 f = mass * field(q.state(), n.x + b);
    r.force(0) += f;
    r.moment(0) += b.cross(f);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const NodeState& n = q.node(0);
    const Vec3 b = n.R * cm;
    const Vec3 f = mass * field(q.state(), n.x + b);
    // d(b x f) = [f][b] theta + [b] df, df = m grad g (dx - [b] theta)
    j(moment(0), rotation(0)) += skew_product(f, b);
    if (!central) return;
    const Mat3 df = q.state().gravity ? Mat3(mass * gradient(q.state(), n.x + b))
                                      : Mat3(Mat3::Constant(std::numeric_limits<double>::quiet_NaN()));
    j(force(0), position(0)) += df;
    j(force(0), rotation(0)) += Mat3(-df * skew(b));
    j(moment(0), position(0)) += Mat3(skew(b) * df);
    j(moment(0), rotation(0)) += Mat3(-skew(b) * df * skew(b));
  }
  /// Potential energy, J; zero without gravity.
  [[nodiscard]] double potential(const Local& q) const;
};

/// A constant body on a node. Takes part in the equations only when there is gravity.
///
/// Private data: E kinetic energy, V potential energy in gravity, m mass, in this order. Log record `body:` label,
/// node, mass, centre of mass (3), inertia about the node (9), node axes.
class Body {
 public:
  static constexpr std::string_view type = "body";
  static constexpr std::string_view family = "body";
  static constexpr bool can_be_read_again = true;

  /// `moves` is false on a static node, whose bodies have weight but no inertia; `central` as in set_central_field.
  Body(NodeIndex node, const CentralMass& body, bool moves, bool central = false)
      : node_(node), body_(body), moves_(moves), central_(central) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  static bool active(const State& state) { return state.gravity != nullptr; }
  /// Told when the whole model is known.
  void set_central_field(bool central) { central_ = central; }
  [[nodiscard]] const CentralMass& mass() const { return body_; }

  void residual(const Local& q, Residual& r) const { weight().residual(q, r); }
  void jacobian(const Local& q, Jacobian& j) const { weight().jacobian(q, j); }

  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"E", "V", "m"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;
  [[nodiscard]] double energy(const Local& q) const;

 private:
  [[nodiscard]] Weight weight() const { return {body_.mass, body_.cm, central_}; }
  [[nodiscard]] double kinetic(const NodeState& n) const;

  NodeIndex node_;
  CentralMass body_;
  bool moves_;
  bool central_;
};

/// To be called when all elements are read: adds one NodeInertia to every dynamic node that carries constant bodies, in
/// the order of nodes, and tells bodies what field they are in.
void finish_bodies(Model& model);

}  // namespace flexura
