#include "elements/deformable_joints/deformable_axial_joint.h"

#include <cmath>
#include <numbers>

#include "elements/joints/joint_record.h"

namespace flexura {

DeformableAxialJoint::Motion DeformableAxialJoint::motion(const Local& q) const {
  Motion m;
  m.frame1 = q.node(0).R * at_[0].orientation;
  m.theta = rotation_log<double>(Mat3(m.frame1.transpose() * q.node(1).R * at_[1].orientation));
  m.angle = m.theta.z();
  if (const double* accepted = q.memory_accepted()) {
    constexpr double turn = 2 * std::numbers::pi;
    m.angle += turn * std::nearbyint((accepted[law_.memory_count()] - m.angle) / turn);
  }
  m.rate = m.axis().dot(q.node(1).w - q.node(0).w);
  return m;
}

void DeformableAxialJoint::residual(const Local& q, Residual& r) const {
  const Motion m = motion(q);
  LawResult<1> law;
  law_.evaluate(q, strain(m), rate(m, q), law);
  if (double* trial = q.memory_trial()) trial[law_.memory_count()] = m.angle;
  const Vec3 couple = law.stress(0) * m.axis();
  r.moment(0) += couple;
  r.moment(1) -= couple;
}

void DeformableAxialJoint::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  const Motion m = motion(q);
  LawResult<1> law;
  law_.evaluate(q, strain(m), rate(m, q), law);
  const Vec3 e = m.axis();
  const Vec3 couple = law.stress(0) * e;
  // d(angle) = e~ . Gamma^-1 R1h^T (theta2 - theta1), d(rate) = e . (dw2 - dw1) + (e x w) . theta1
  const Vec3 gradient = m.frame1 * rotation_inverse_tangent(m.theta).transpose().col(2);
  const Vec3 stiffness = law.by_strain(0) * gradient;
  Vec3 by_1 = -stiffness;
  const bool rates = law_.rates_count(q);
  if (rates) by_1 += law.by_rate(0) * e.cross(Vec3(q.node(1).w - q.node(0).w));
  const Mat3 columns1 = e * by_1.transpose() - skew(couple);
  const Mat3 columns2 = e * stiffness.transpose();
  j(moment(0), rotation(0)) += columns1;
  j(moment(0), rotation(1)) += columns2;
  j(moment(1), rotation(0)) -= columns1;
  j(moment(1), rotation(1)) -= columns2;
  if (!rates) return;
  const Mat3 viscosity = law.by_rate(0) * e * e.transpose();
  j(moment(0), spin(0)) -= viscosity;
  j(moment(0), spin(1)) += viscosity;
  j(moment(1), spin(0)) += viscosity;
  j(moment(1), spin(1)) -= viscosity;
}

double DeformableAxialJoint::energy(const Local& q) const { return law_.energy(q, strain(motion(q))); }

OutputSpec DeformableAxialJoint::output_spec(const Model&) const {
  const int rates = law_.viscous() ? 1 : 0;
  OutputSpec spec = joint_spec(type, 1 + rates + law_.output_count());
  spec.variables.push_back({"Theta", 12, 1, 1, "radian", "relative rotation about axis 3"});
  if (rates)
    spec.variables.push_back({"Omega", 13, 1, 1, "Angular velocity", "relative angular velocity about axis 3"});
  law_.add_variables(spec, 13 + rates);
  return spec;
}

void DeformableAxialJoint::output(const Local& q, const Model&, double* record) const {
  const Motion m = motion(q);
  const double couple = law_.stress(q, strain(m), rate(m, q))(0);
  write_reactions(record, m.frame1, Vec3::Zero(), couple * m.axis());
  double* out = record + 12;
  *out++ = m.angle;
  if (law_.viscous()) *out++ = m.rate;
  law_.outputs(q, strain(m), rate(m, q), out);
}

std::string DeformableAxialJoint::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("deformableaxialjoint", info, model, nodes_[0], at_[0], nodes_[1], at_[1]);
}

std::vector<std::string> DeformableAxialJoint::private_names() const {
  std::vector<std::string> names = {"rz", "wz", "Mz"};
  law_.add_names(names);
  return names;
}

double DeformableAxialJoint::private_value(const Local& q, int datum) const {
  const Motion m = motion(q);
  switch (datum) {
    case 0:
      return m.angle;
    case 1:
      return m.rate;
    case 2:
      return law_.stress(q, strain(m), rate(m, q))(0);
    default:
      return law_.output(q, strain(m), rate(m, q), datum - 3);
  }
}

}  // namespace flexura
