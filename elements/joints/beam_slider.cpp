#include "elements/joints/beam_slider.h"

#include <fmt/format.h>

#include "elements/joints/joint_record.h"
#include "support/error.h"

namespace flexura {

FrictionRow BeamSliderPhysics::friction_row(const Local& q) const {
  const auto node = [&](int k) -> const NodeState& { return q.node(k); };
  const Place place = BeamOfStep::place ? *BeamOfStep::place : nearest(node);
  const SliderBeam& beam = beams_[place.beam];
  const Contact<double> c(*this, node, beam, place.s);
  Friction::Sliding sliding;
  sliding.velocity = sliding_velocity(c, node);
  if (q.c() == 0) {
    thread_local std::vector<NodeMotion<Taylor2>> motion;
    motion.resize(nodes_.size());
    for (std::size_t k = 0; k < nodes_.size(); ++k) motion[k] = steady_motion(q.node(static_cast<int>(k)));
    const auto moving = [&](int k) -> const NodeMotion<Taylor2>& { return motion[k]; };
    sliding.known_acceleration = sliding_velocity(Contact<Taylor2>(*this, moving, beam, place.s), moving).d;
    Vec3 relative = -(q.node(0).a + q.node(0).alpha.cross(c.arm));
    for (int i = 0; i < 3; ++i) {
      const NodeState& n = q.node(beam.node[i]);
      relative += c.line.shape[i] * (n.a + n.alpha.cross(c.line.arm[i]));
    }
    sliding.acceleration = sliding.known_acceleration + c.t.dot(relative);
  }
  const double normal = std::hypot(q.unknown(0), q.unknown(1)) + friction_->preload;
  return {*friction_, q, constraint_count(), 1, normal, sliding};
}

void BeamSliderPhysics::constraints(const Local& q, ConstraintLevel level, double* out) const {
  const BeamOfStep beam(q);
  thread_local std::vector<NodeMotion<Taylor2>> motion;
  motion.resize(nodes_.size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) motion[k] = steady_motion(q.node(static_cast<int>(k)));
  const Place place = nearest([&](int k) -> const NodeState& { return q.node(k); });
  std::array<Taylor2, 5> phi;
  Contact<Taylor2>(
      *this, [&](int k) -> const NodeMotion<Taylor2>& { return motion[k]; }, beams_[place.beam], place.s)
      .phi(kind_, phi.data());
  for (int j = 0; j < constraint_count(); ++j)
    out[j] = level == ConstraintLevel::position ? phi[j].f : level == ConstraintLevel::velocity ? phi[j].d : phi[j].dd;
  if (friction_ && friction_->model == Friction::Model::coulomb)
    out[constraint_count()] = friction_row(q).constraint(level);
}

void BeamSliderPhysics::fail_past_the_end(const Place& place) const {
  throw Error(
      ExitCode::not_converged,
      fmt::format("joint {} (beam slider): the slider has left the end of beam {} (place {:g}, the beam is from "
                  "-1 to 1)",
                  label_, beams_[place.beam].label, place.s));
}

void BeamSliderPhysics::check_start(const Local& q) const {
  const double* memory = q.memory_accepted();
  if (!memory || memory[0] < 0 || memory[0] == std::floor(memory[0])) return;
  const BeamOfStep beam(q);
  fail_past_the_end(nearest([&](int k) -> const NodeState& { return q.node(k); }));
}

OutputSpec BeamSliderPhysics::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, friction_ ? 8 : 5);
  spec.integer_columns = {12};
  spec.variables.push_back({"Beam", 12, 1, 1, "-", "label of the beam"});
  spec.variables.push_back({"sRef", 13, 1, 1, "Dimensionless", "place on the beam, -1 to 1"});
  spec.variables.push_back({"l", 14, 3, 1, "Dimensionless", "unit tangent of the line in global axes"});
  if (friction_) {
    spec.variables.push_back({"FF", 17, 1, 1, "Force", "friction force on the body along the tangent"});
    spec.variables.push_back({"fc", 18, 1, 1, "-", "friction coefficient"});
    spec.variables.push_back({"v", 19, 1, 1, "Velocity", "velocity of the body along the line"});
  }
  return spec;
}

void BeamSliderPhysics::output(const Local& q, const Model&, double* record) const {
  const BeamOfStep of_step(q);
  const auto node = [&](int k) -> const NodeState& { return q.node(k); };
  const Place place = handed_over(node, nearest(node));
  const SliderBeam& beam = beams_[place.beam];
  if (past_the_end(place)) fail_past_the_end(place);
  const Contact<double> c(*this, node, beam, place.s);
  const Vec3 force = q.unknown(0) * c.n1 + q.unknown(1) * c.n2;
  Vec3 couple = Vec3::Zero();
  if (kind_ != SliderKind::spherical) couple -= (q.unknown(2) * c.e2 + q.unknown(3) * c.e3).cross(c.t);
  if (kind_ == SliderKind::spline) couple -= q.unknown(4) * c.e2.cross(c.line.b3);
  write_reactions(record, q.node(0).R * at_.orientation, force, couple);
  record[12] = beam.label;
  record[13] = place.s;
  Eigen::Map<Vec3> tangent(record + 14);
  tangent = c.t;
  if (!friction_) return;
  record[17] = q.unknown(constraint_count());
  record[18] = friction_row(q).result().coefficient;
  record[19] = -sliding_velocity(c, node);
}

std::string BeamSliderPhysics::log(const ElementInfo& info, const Model& model) const {
  LogRecord record("beamslider", info);
  record.node(model, nodes_[0]).add(at_.position).add(at_.orientation).add(static_cast<double>(beams_.size()));
  for (const SliderBeam& beam : beams_) {
    record.add(static_cast<double>(beam.label));
    for (const Attachment& at : beam.at) record.add(at.position).add(at.orientation);
  }
  return record.str();
}

}  // namespace flexura
