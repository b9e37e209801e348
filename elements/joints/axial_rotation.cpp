#include "elements/joints/axial_rotation.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec AxialRotation::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, friction_ ? 9 : 7);
  spec.variables.push_back(angles_variable(12));
  spec.variables.push_back(omega_variable(16));
  if (friction_) {
    spec.variables.push_back({"MR", 19, 1, 1, "Moment", "friction couple on node 2 about axis 3"});
    spec.variables.push_back({"fc", 20, 1, 1, "-", "friction coefficient"});
  }
  return spec;
}

void AxialRotation::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, frames_.frame1(q), q.unknown3(0), couple(q));
  write_angles(record + 12, frames_.relative(q));
  record[15] = q.drive(rate_).f;
  Eigen::Map<Vec3> omega(record + 16);
  omega = frames_.omega(q);
  if (!friction_) return;
  record[19] = axis(q).couple(q);
  record[20] = axis(q).row(q, q.unknown3(0).norm() + friction_->preload).result().coefficient;
}

std::string AxialRotation::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("axialrotation", info, model, nodes_[0], {point_.f1, frames_.orientation1}, nodes_[1],
                      {point_.f2, frames_.orientation2});
}

double AxialRotation::private_value(const Local& q, int datum) const {
  switch (datum) {
    case 0:
      return frames_.angle(q);
    case 1:
      return frames_.omega(q).z();
    case 2:
    case 3:
    case 4:
      return frames_.frame1(q).col(datum - 2).dot(q.unknown3(0));
    default:
      return frames_.frame1(q).col(datum - 5).dot(couple(q));
  }
}

}  // namespace flexura
