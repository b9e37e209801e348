#include "elements/joints/revolute_rotation.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec RevoluteRotation::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 6);
  spec.variables.push_back(angles_variable(12));
  spec.variables.push_back(omega_variable(15));
  return spec;
}

void RevoluteRotation::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, frames_.frame1(q), Vec3::Zero(), axes_.couple(q));
  write_angles(record + 12, frames_.relative(q));
  Eigen::Map<Vec3> omega(record + 15);
  omega = frames_.omega(q);
}

std::string RevoluteRotation::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("revoluterotation", info, model, nodes_[0], {position1_, frames_.orientation1}, nodes_[1],
                      {position2_, frames_.orientation2});
}

double RevoluteRotation::private_value(const Local& q, int datum) const {
  switch (datum) {
    case 0:
      return frames_.angle(q);
    case 1:
      return frames_.omega(q).z();
    default:
      return frames_.frame1(q).col(datum - 2).dot(axes_.couple(q));
  }
}

}  // namespace flexura
