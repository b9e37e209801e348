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

NodeInertia::NodeInertia(NodeIndex node, const MassProperties& mass) : node_(node), mass_(mass) {
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

}  // namespace flexura
