#include "elements/friction/brake.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec Brake::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 8);
  spec.variables.push_back(angles_variable(12));
  spec.variables.push_back(
      {"Omega", 15, 3, 1, "Angular velocity", "relative angular velocity in joint axes of node 2"});
  spec.variables.push_back({"fc", 18, 1, 1, "-", "friction coefficient"});
  spec.variables.push_back({"Fb", 19, 1, 1, "Force", "normal force"});
  return spec;
}

void Brake::output(const Local& q, const Model&, double* record) const {
  const Mat3 frame = frames_.frame1(q);
  const double n = normal(q);
  write_reactions(record, frame, Vec3::Zero(), axis().couple(q) * frame.col(2));
  write_angles(record + 12, frames_.relative(q));
  Eigen::Map<Vec3> omega(record + 15);
  omega = frames_.relative(q).transpose() * frames_.omega(q);
  record[18] = axis().row(q, n).result().coefficient;
  record[19] = n;
}

std::string Brake::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("brake", info, model, nodes_[0], at_[0], nodes_[1], at_[1]);
}

}  // namespace flexura
