#include "elements/bodies/variable_mass_body.h"

#include "elements/bodies/node_inertia.h"

namespace flexura {

/// Everything at the present time, global axes.
struct VariableMassBody::Now {
  double m, m_rate;
  Vec3 b, b_rate, b_acceleration;  ///< R b~, R b~', R b~''
  Mat3 inertia;                    ///< J_c
  Mat3 inertia_rate;               ///< R J_c~' R^T
  Mat3 inertia_rate_mass;          ///< R Jm~' R^T
  Vec3 e, v_cm, beta, gamma;

  Now(const VariableMassBody& body, const Local& q) {
    const NodeState& n = q.node(0);
    const Taylor2* drives = q.drives();
    m = drives[body.mass_].f;
    m_rate = drives[body.mass_].d;
    b = n.R * body.cm_.value(drives);
    b_rate = n.R * body.cm_.rate(drives);
    b_acceleration = n.R * body.cm_.acceleration(drives);
    inertia = rotated(n.R, body.inertia_mass_.value(drives) + body.inertia_geometry_.value(drives));
    inertia_rate_mass = rotated(n.R, body.inertia_mass_.rate(drives));
    inertia_rate = inertia_rate_mass + rotated(n.R, body.inertia_geometry_.rate(drives));
    e = n.w.cross(b) + b_rate;
    v_cm = n.v + e;
    beta = m * v_cm;
    gamma = inertia * n.w + b.cross(beta);
  }
  /// Rates of the momenta when the node does not accelerate.
  [[nodiscard]] Vec3 beta_rate(const NodeState& n) const {
    return m_rate * v_cm + m * (n.w.cross(e) + n.w.cross(b_rate) + b_acceleration);
  }
  [[nodiscard]] Vec3 gamma_rate(const NodeState& n) const {
    return n.w.cross(Vec3(inertia * n.w)) + inertia_rate * n.w + e.cross(beta) + b.cross(beta_rate(n));
  }
};

void VariableMassBody::residual(const Local& q, Residual& r) const {
  if (q.state().gravity) weight(q).residual(q, r);
  if (!inertial(q)) return;
  const NodeState& n = q.node(0);
  const Now now(*this, q);
  Vec3 beta_rate, gamma_rate;
  if (q.c() == 0) {
    beta_rate = now.beta_rate(n);
    gamma_rate = now.gamma_rate(n);
  } else {
    beta_rate = (now.beta - q.momentum_known3(0)) / q.c();
    gamma_rate = (now.gamma - q.momentum_known3(3)) / q.c();
  }
  r.force(0) -= beta_rate - now.m_rate * now.v_cm;
  r.moment(0) -= gamma_rate + n.v.cross(now.beta) - now.inertia_rate_mass * n.w - now.b.cross(now.m_rate * now.v_cm);
}

void VariableMassBody::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  weight(q).jacobian(q, j);
  if (!inertial(q)) return;
  const NodeState& n = q.node(0);
  const Now now(*this, q);
  const double m = now.m;
  const Mat3 b = skew(now.b);
  const Mat3 v = skew(n.v);
  const Mat3 e = skew(now.e);
  const Mat3 k = skew_product(n.w, now.b) + skew(now.b_rate);  // d e = -[b] dw - k theta
  // d beta = m (dv - [b] dw - k theta)
  j.momentum(force(0), velocity(0)) += Mat3(m * -Mat3::Identity());
  j.momentum(force(0), spin(0)) += Mat3(m * b);
  j.momentum(force(0), rotation(0)) += Mat3(m * k);
  // d gamma = m [b] dv + (J - m [b][b]) dw + (-[J w] + J [w] + [beta][b] - m [b] k) theta
  j.momentum(moment(0), velocity(0)) += Mat3(-m * b);
  j.momentum(moment(0), spin(0)) += Mat3(m * b * b - now.inertia);
  j.momentum(moment(0), rotation(0)) +=
      Mat3(skew(Vec3(now.inertia * n.w)) - now.inertia * skew(n.w) - skew_product(now.beta, now.b) + m * b * k);
  // m' v_cm
  j(force(0), velocity(0)) += Mat3(now.m_rate * Mat3::Identity());
  j(force(0), spin(0)) += Mat3(-now.m_rate * b);
  j(force(0), rotation(0)) += Mat3(-now.m_rate * k);
  // -v x m e + Jm' w + b x m' v_cm
  j(moment(0), velocity(0)) += Mat3(m * e + now.m_rate * b);
  j(moment(0), spin(0)) += Mat3(m * v * b + now.inertia_rate_mass - now.m_rate * b * b);
  j(moment(0), rotation(0)) +=
      Mat3(m * v * k - skew(Vec3(now.inertia_rate_mass * n.w)) + now.inertia_rate_mass * skew(n.w) +
           now.m_rate * (skew_product(now.v_cm, now.b) - b * k));
}

void VariableMassBody::momenta(const Local& q, double* p) const {
  const Now now(*this, q);
  Eigen::Map<Vec3> beta(p), gamma(p + 3);
  beta = now.beta;
  gamma = now.gamma;
}

void VariableMassBody::momentum_rates(const Local& q, double* p_rate) const {
  const NodeState& n = q.node(0);
  const Now now(*this, q);
  const Vec3 ma = now.m * (n.a + n.alpha.cross(now.b));
  Eigen::Map<Vec3> beta_rate(p_rate), gamma_rate(p_rate + 3);
  beta_rate = now.beta_rate(n) + ma;
  gamma_rate = now.gamma_rate(n) + now.inertia * n.alpha + now.b.cross(ma);
}

void VariableMassBody::accelerations(const Local& q, const double* p_rate, NodeState* nodes) const {
  if (!sets_accelerations_) return;
  const NodeState& n = q.node(0);
  const Now now(*this, q);
  const Vec3 f = Eigen::Map<const Vec3>(p_rate) - now.beta_rate(n);
  const Vec3 g = Eigen::Map<const Vec3>(p_rate + 3) - now.gamma_rate(n);
  solve_accelerations(now.m, now.m * now.b, pseudo_inverse(now.inertia), f, g, nodes[node_].a, nodes[node_].alpha);
}

double VariableMassBody::kinetic(const Local& q) const {
  const NodeState& n = q.node(0);
  const Now now(*this, q);
  return 0.5 * (now.m * now.v_cm.squaredNorm() + n.w.dot(now.inertia * n.w));
}

double VariableMassBody::private_value(const Local& q, int datum) const {
  switch (datum) {
    case 0:
      return kinetic(q);
    case 1:
      return weight(q).potential(q);
    default:
      return q.drive(mass_).f;
  }
}

double VariableMassBody::energy(const Local& q) const {
  return (inertial(q) ? kinetic(q) : 0) + weight(q).potential(q);
}

}  // namespace flexura
