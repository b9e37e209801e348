#include "elements/bodies/node_inertia.h"

#include <Eigen/Eigenvalues>

namespace flexura {

Mat3 pseudo_inverse(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
  Vec3 inverse = eigen.eigenvalues();
  const double small = 1e-12 * inverse.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i) inverse(i) = std::abs(inverse(i)) > small ? 1 / inverse(i) : 0;
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

void solve_accelerations(double mass, const Vec3& s, const Mat3& inverse_central, const Vec3& f, const Vec3& g, Vec3& a,
                         Vec3& alpha) {
  if (mass == 0) {
    alpha = inverse_central * g;
    a.setZero();
    return;
  }
  alpha = inverse_central * Vec3(g - s.cross(f) / mass);
  a = (f + s.cross(alpha)) / mass;
}

NodeInertia::NodeInertia(NodeIndex node, const MassProperties& mass)
    : node_(node), mass_(mass), centred_(mass.first.isZero(0)) {
  Mat3 central = mass.inertia;
  if (mass.mass != 0) central += skew_product(mass.first, mass.first) / mass.mass;
  inverse_central_ = pseudo_inverse(central);
}

void NodeInertia::momenta(const Local& q, double* p) const {
  const NodeState& n = q.node(0);
  const Vec3 s = n.R * mass_.first;
  Eigen::Map<Vec3> beta(p), gamma(p + 3);
  beta = mass_.mass * n.v + n.w.cross(s);
  gamma = s.cross(n.v) + inertia_times(n, n.w);
}

void NodeInertia::momentum_rates(const Local& q, double* p_rate) const {
  const NodeState& n = q.node(0);
  const Vec3 s = n.R * mass_.first;
  const Vec3 ws = n.w.cross(s);
  Eigen::Map<Vec3> beta_rate(p_rate), gamma_rate(p_rate + 3);
  beta_rate = mass_.mass * n.a + n.alpha.cross(s) + n.w.cross(ws);
  gamma_rate = ws.cross(n.v) + s.cross(n.a) + n.w.cross(inertia_times(n, n.w)) + inertia_times(n, n.alpha);
}

void NodeInertia::accelerations(const Local& q, const double* p_rate, NodeState* nodes) const {
  const NodeState& n = q.node(0);
  const Vec3 s = n.R * mass_.first;
  const Vec3 ws = n.w.cross(s);
  const Vec3 f = Eigen::Map<const Vec3>(p_rate) - n.w.cross(ws);
  const Vec3 g = Eigen::Map<const Vec3>(p_rate + 3) - ws.cross(n.v) - n.w.cross(inertia_times(n, n.w));
  solve_accelerations(mass_.mass, s, rotated(n.R, inverse_central_), f, g, nodes[node_].a, nodes[node_].alpha);
}

std::vector<std::string> NodeInertia::private_names() const {
  std::vector<std::string> names;
  for (const char* group : {"beta", "gamma", "betaP", "gammaP"})
    for (int i = 1; i <= 3; ++i) names.push_back(std::string(group) + "[" + std::to_string(i) + "]");
  names.emplace_back("KE");
  return names;
}

double NodeInertia::private_value(const Local& q, int datum) const {
  double p[6];
  momenta(q, p);
  if (datum < 6) return p[datum];
  const NodeState& n = q.node(0);
  // v.beta + w.gamma is twice the kinetic energy.
  if (datum == 12) return 0.5 * (n.v.dot(Eigen::Map<Vec3>(p)) + n.w.dot(Eigen::Map<Vec3>(p + 3)));
  if (q.c() > 0) return (p[datum - 6] - q.momentum_known3(datum - 6 < 3 ? 0 : 3)((datum - 6) % 3)) / q.c();
  momentum_rates(q, p);
  return p[datum - 6];
}

}  // namespace flexura
