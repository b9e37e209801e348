#include "elements/joints/revolute_hinge.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Pin>
OutputSpec RevoluteJoint<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, friction_ ? 8 : 6);
  spec.variables.push_back(angles_variable(12));
  spec.variables.push_back(omega_variable(15));
  if (friction_) {
    spec.variables.push_back({"MFR", 18, 1, 1, "Moment", "friction couple on node 2 about axis 3"});
    spec.variables.push_back({"fc", 19, 1, 1, "-", "friction coefficient"});
  }
  return spec;
}

template <bool Pin>
void RevoluteJoint<Pin>::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, frames_.frame1(q), q.unknown3(0), couple(q));
  write_angles(record + 12, frames_.relative(q));
  Eigen::Map<Vec3> omega(record + 15);
  omega = frames_.omega(q);
  if (!friction_) return;
  record[18] = axis().couple(q);
  record[19] = axis().row(q, q.unknown3(0).norm() + friction_->preload).result().coefficient;
}

template <bool Pin>
std::string RevoluteJoint<Pin>::log(const ElementInfo& info, const Model& model) const {
  const Attachment at1{point_.f1, frames_.orientation1};
  const Attachment at2{point_.f2, frames_.orientation2};
  // A pin has its node twice, so that readers of the log find nodes only.
  if (Pin) return two_node_log("revolutepin", info, model, nodes_[1], at2, nodes_[1], at2);
  return two_node_log("revolutehinge", info, model, nodes_[0], at1, nodes_[1], at2);
}

template <bool Pin>
double RevoluteJoint<Pin>::private_value(const Local& q, int datum) const {
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

template class RevoluteJoint<false>;
template class RevoluteJoint<true>;

}  // namespace flexura
