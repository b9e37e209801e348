#include "elements/joints/in_line.h"

#include <cmath>

#include "elements/joints/joint_record.h"

namespace flexura {

InLine::Sliding InLine::sliding(const Local& q) const {
  Sliding s;
  s.e = q.node(0).R * orientation_.col(2);
  s.d = q.node(1).x - q.node(0).x;
  const NodeState &n1 = q.node(0), &n2 = q.node(1);
  s.relative = n1.v + n1.w.cross(s.d) - n2.v;
  s.normal = std::hypot(q.unknown(0), q.unknown(1)) + friction_->preload;
  const double known = n1.w.cross(s.e).dot(s.relative) + s.e.dot(n1.w.cross(n2.v - n1.v));
  s.along = {s.e.dot(s.relative), known, known + s.e.dot(n1.a + n1.alpha.cross(s.d) - n2.a)};
  return s;
}

void InLine::add_friction(const Local& q, ConstraintLevel level, double* out) const {
  if (friction_->model == Friction::Model::coulomb) out[unknowns] = friction_row(q, sliding(q)).constraint(level);
}

void InLine::add_friction(const Local& q, Residual& r) const {
  const Sliding s = sliding(q);
  const Vec3 force = q.unknown(unknowns) * s.e;
  r.force(0) -= force;
  r.moment(0) -= s.d.cross(force);
  r.force(1) += force;
  friction_row(q, s).residual(q, 0, r);
}

void InLine::add_friction(const Local& q, Jacobian& j) const {
  using namespace local;
  const Sliding s = sliding(q);
  const Mat3 force_skew = skew(Vec3(q.unknown(unknowns) * s.e));
  const Mat3 moment_turn = skew(s.d) * force_skew;
  const Vec3 arm = s.d.cross(s.e);
  j(force(0), multiplier(unknowns)) -= s.e;
  j(moment(0), multiplier(unknowns)) -= arm;
  j(force(1), multiplier(unknowns)) += s.e;
  j(force(0), rotation(0)) += force_skew;
  j(force(1), rotation(0)) -= force_skew;
  j(moment(0), rotation(0)) += moment_turn;
  j(moment(0), position(0)) -= force_skew;
  j(moment(0), position(1)) += force_skew;

  const FrictionRow row = friction_row(q, s);
  row.own_column(j);
  // v = e . (v1 + w1 x D - v2)
  const RowVec3 along = s.e.transpose();
  const RowVec3 across = s.e.cross(q.node(0).w).transpose();
  row.velocity_column(j, velocity(0), along);
  row.velocity_column(j, velocity(1), RowVec3(-along));
  row.velocity_column(j, spin(0), RowVec3(arm.transpose()));
  row.velocity_column(j, rotation(0), RowVec3(s.e.cross(s.relative).transpose()));
  row.velocity_column(j, position(0), RowVec3(-across));
  row.velocity_column(j, position(1), across);
  const double reaction = s.normal - friction_->preload;
  for (int i = 0; i < 2; ++i) row.normal_column(j, multiplier(i), reaction == 0 ? 0.0 : q.unknown(i) / reaction);
}

OutputSpec InLine::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, friction_ ? 4 : 0);
  if (!friction_) return spec;
  spec.variables.push_back({"FF", 12, 1, 1, "Force", "friction force on node 2 along axis 3"});
  spec.variables.push_back({"fc", 13, 1, 1, "-", "friction coefficient"});
  spec.variables.push_back({"v", 14, 1, 1, "Velocity", "velocity of node 2 along the line"});
  spec.variables.push_back({"displ", 15, 1, 1, "Length", "position of node 2 along the line"});
  return spec;
}

void InLine::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R * orientation_, rows_.force_on_1(q), Vec3::Zero());
  if (!friction_) return;
  const Sliding s = sliding(q);
  record[12] = q.unknown(unknowns);
  record[13] = friction_row(q, s).result().coefficient;
  record[14] = -s.e.dot(s.relative);
  record[15] = s.e.dot(s.d) - orientation_.col(2).dot(rows_.point1);
}

std::string InLine::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("inline", info, model, nodes_[0], {rows_.point1, orientation_}, nodes_[1],
                      {rows_.point2, Mat3::Identity()});
}

}  // namespace flexura
