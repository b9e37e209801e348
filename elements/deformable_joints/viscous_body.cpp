#include "elements/deformable_joints/viscous_body.h"

#include <algorithm>

#include "elements/joints/joint_record.h"
#include "model/model.h"

namespace flexura {

ViscousBody::Motion ViscousBody::motion(const Local& q) const {
  const NodeState& n = q.node(0);
  Motion m;
  m.axes = n.R * at_.orientation;
  m.arm = n.R * at_.position;
  m.velocity = n.v + n.w.cross(m.arm);
  m.rate.setZero();
  if (!law_.rates_count(q)) return m;
  m.rate << m.axes.transpose() * m.velocity, m.axes.transpose() * n.w;
  return m;
}

void ViscousBody::residual(const Local& q, Residual& r) const {
  const Motion m = motion(q);
  LawResult<6> law;
  law_.evaluate(q, Vec6::Zero(), m.rate, law);
  const Vec3 force = m.axes * law.stress.head<3>();
  r.force(0) -= force;
  r.moment(0) -= m.arm.cross(force) + m.axes * law.stress.tail<3>();
}

void ViscousBody::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  const Motion m = motion(q);
  LawResult<6> law;
  law_.evaluate(q, Vec6::Zero(), m.rate, law);
  const Vec3 f = m.axes * law.stress.head<3>();
  const Mat3 arm = skew(m.arm);
  // By rotation: the axes turn the stress; the arm turns.
  Mat3 force_t = -skew(f);
  Mat3 moment_t = -skew(Vec3(m.axes * law.stress.tail<3>()));
  if (law_.rates_count(q)) {
    const auto block = [&](int row, int column) {
      return Mat3(m.axes * law.by_rate.block<3, 3>(row, column) * m.axes.transpose());
    };
    const Mat3 fv = block(0, 0), fw = block(0, 3), mv = block(3, 0), mw = block(3, 3);
    // axes d(v~) = dv - o x dw + (V x - w x o x) theta, axes d(w~) = dw + w x theta
    const Mat3 w = skew(q.node(0).w);
    const Mat3 turning = skew(m.velocity) - w * arm;
    force_t += fv * turning + fw * w;
    moment_t += mv * turning + mw * w;
    const Mat3 force_w = fw - fv * arm;
    j(force(0), velocity(0)) -= fv;
    j(force(0), spin(0)) -= force_w;
    j(moment(0), velocity(0)) -= Mat3(mv + arm * fv);
    j(moment(0), spin(0)) -= Mat3(mw - mv * arm + arm * force_w);
  }
  j(force(0), rotation(0)) -= force_t;
  j(moment(0), rotation(0)) -= Mat3(moment_t + arm * force_t + skew(f) * arm);
}

OutputSpec ViscousBody::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 6 + law_.output_count());
  spec.variables.push_back({"V", 12, 3, 1, "Velocity", "velocity of the point, element axes"});
  spec.variables.push_back({"Omega", 15, 3, 1, "Angular velocity", "angular velocity, element axes"});
  law_.add_variables(spec, 18);
  return spec;
}

void ViscousBody::output(const Local& q, const Model&, double* record) const {
  const Motion m = motion(q);
  const Vec6 stress = law_.stress(q, Vec6::Zero(), m.rate);
  write_reactions(record, m.axes, Vec3(-m.axes * stress.head<3>()), Vec3(-m.axes * stress.tail<3>()));
  std::copy_n(m.rate.data(), 6, record + 12);
  law_.outputs(q, Vec6::Zero(), m.rate, record + 18);
}

std::string ViscousBody::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("viscousbody", info).node(model, node_[0]).add(at_.position).add(at_.orientation).str();
}

}  // namespace flexura
