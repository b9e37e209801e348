#include "elements/joints/screw.h"

#include "elements/joints/joint_record.h"
#include "math/rotation.h"

namespace flexura {

OutputSpec Screw::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, friction_ ? 11 : 8);
  spec.variables.push_back({"dTheta", 12, 1, 1, "deg", "rotation about axis 3, turns counted"});
  spec.variables.push_back({"dx", 13, 1, 1, "Length", "advance along axis 3"});
  spec.variables.push_back({"Theta", 14, 3, 1, "radian", "rotation vector of node 2 in axes of node 1"});
  spec.variables.push_back({"d", 17, 3, 1, "Length", "displacement of point 2 from point 1 in joint axes"});
  if (friction_) {
    spec.variables.push_back({"v", 20, 1, 1, "Velocity", "velocity of node 2 along the thread"});
    spec.variables.push_back({"MF", 21, 1, 1, "Moment", "friction couple on node 2 about axis 3"});
    spec.variables.push_back({"fc", 22, 1, 1, "-", "friction coefficient"});
  }
  return spec;
}

void Screw::output(const Local& q, const Model&, double* record) const {
  const Mat3 frame1 = twist_.frame1(q);
  write_reactions(record, frame1, q.unknown(0) * frame1.col(2),
                  twist_.couple(q) + (friction_ ? thread(q).couple(q) : 0.0) * frame1.col(2));
  const NodeState& n1 = q.node(0);
  const NodeState& n2 = q.node(1);
  const Vec3 d = frame1.transpose() * (n2.x + n2.R * axial_.point2 - n1.x - n1.R * axial_.point1);
  const double advance = d.z() - start_;
  const double angle = twist_.twist(q).angle();
  record[12] = (angle + turn * std::nearbyint((advance / twist_.k - angle) / turn)) * (360 / turn);
  record[13] = advance;
  Eigen::Map<Vec3> rotation(record + 14), displacement(record + 17);
  rotation = rotation_log<double>(n1.R.transpose() * n2.R);
  displacement = d;
  if (!friction_) return;
  const AxisFriction friction = thread(q);
  record[20] = -friction.sliding(q).velocity;
  record[21] = friction.couple(q);
  record[22] = friction.row(q, std::abs(q.unknown(0))).result().coefficient;
}

std::string Screw::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("screw", info, model, nodes_[0], {axial_.point1, twist_.orientation1}, nodes_[1],
                      {axial_.point2, Mat3::Identity()});
}

}  // namespace flexura
