#include "elements/total_joints/total_equation.h"

#include <algorithm>

#include "elements/joints/joint_record.h"
#include "elements/total_joints/total_log.h"

namespace flexura {

OutputSpec TotalEquation::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 12);
  add_motion_variables(spec);
  return spec;
}

void TotalEquation::output(const Local& q, const Model&, double* record) const {
  std::fill_n(record, 12, 0.0);
  const TotalGeometry g = rows_.frames.geometry(q.node(0), q.node(1));
  write_motion(
      record + 12, rows_.frames, g, q.node(0), q.node(1),
      nearest_rotation_vector(g.relative, rows_.components.held(3, Vec3(rows_.imposed.rotation.value(q.drives())))));
}

std::string TotalEquation::log(const ElementInfo& info, const Model& model) const {
  LogRecord record("totalequation", info);
  add_end(record.node(model, nodes_[0]), rows_.frames.at1);
  add_end(record.node(model, nodes_[1]), rows_.frames.at2);
  add_flags(record, rows_.components);
  return record.str();
}

TotalReaction::TotalReaction(std::array<NodeIndex, 2> equation_nodes, const TotalRows& rows,
                             std::array<NodeIndex, 2> reaction_nodes, const TotalFrames& frames,
                             const TotalComponents& acting)
    : rows_(rows), acting_{frames, acting, false} {
  equation_.node1 = place(equation_nodes[0]);
  equation_.node2 = place(equation_nodes[1]);
  reaction_.node1 = place(reaction_nodes[0]);
  reaction_.node2 = place(reaction_nodes[1]);
}

int TotalReaction::place(NodeIndex node) {
  const auto at = std::find(nodes_.begin(), nodes_.end(), node);
  if (at != nodes_.end()) return static_cast<int>(at - nodes_.begin());
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

void TotalReaction::residual(const Local& q, Residual& r) const {
  const TotalGeometry g = rows_.frames.geometry(q.node(equation_.node1), q.node(equation_.node2));
  const Vec3 theta = rows_.deviation(q, g);
  rows_.residual(q, g, theta, equation_, r);
  acting_.residual(q, acting_.frames.geometry(q.node(reaction_.node1), q.node(reaction_.node2)), theta, reaction_, r);
}

void TotalReaction::jacobian(const Local& q, Jacobian& j) const {
  const TotalGeometry g = rows_.frames.geometry(q.node(equation_.node1), q.node(equation_.node2));
  const Vec3 theta = rows_.deviation(q, g);
  rows_.jacobian(q, g, theta, equation_, j);
  acting_.jacobian(q, acting_.frames.geometry(q.node(reaction_.node1), q.node(reaction_.node2)), theta, reaction_, j);
}

OutputSpec TotalReaction::output_spec(const Model&) const { return joint_spec(type, 0); }

void TotalReaction::output(const Local& q, const Model&, double* record) const {
  const TotalGeometry g = acting_.frames.geometry(q.node(reaction_.node1), q.node(reaction_.node2));
  Eigen::Map<Eigen::Matrix<double, 12, 1>> out(record);
  Vec3 force, couple;
  acting_.local(q, Vec3::Zero(), reaction_, force, couple);
  out.segment<3>(0) = force;
  out.segment<3>(3) = couple;
  out.segment<3>(6) = g.position_axes * force;
  out.segment<3>(9) = g.orientation_axes * couple;
}

std::string TotalReaction::log(const ElementInfo& info, const Model& model) const {
  LogRecord record("totalinternalreaction", info);
  add_end(record.node(model, nodes_[reaction_.node1]), acting_.frames.at1);
  add_end(record.node(model, nodes_[reaction_.node2]), acting_.frames.at2);
  add_flags(record, acting_.components);
  return record.str();
}

double TotalReaction::private_value(const Local& q, int datum) const {
  Vec3 force, couple;
  acting_.local(q, Vec3::Zero(), reaction_, force, couple);
  return datum < 3 ? force(datum) : couple(datum - 3);
}

}  // namespace flexura
