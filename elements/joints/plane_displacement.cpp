#include "elements/joints/plane_displacement.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Pin>
OutputSpec PlaneDisplacementJoint<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 3);
  spec.variables.push_back({"dx", 12, 1, 1, "Length", "displacement along axis 1 of the plane"});
  spec.variables.push_back({"dy", 13, 1, 1, "Length", "displacement along axis 2 of the plane"});
  spec.variables.push_back({"rz", 14, 1, 1, "deg", "rotation about the normal"});
  return spec;
}

template <bool Pin>
void PlaneDisplacementJoint<Pin>::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, frames_.frame1(q), -row_.force_on_1(q), axes_.couple(q));
  const Vec3 d = displacement(q);
  record[12] = d(0);
  record[13] = d(1);
  record[14] = frames_.angle(q) * (180 / std::numbers::pi);
}

template <bool Pin>
std::string PlaneDisplacementJoint<Pin>::log(const ElementInfo& info, const Model& model) const {
  const Attachment at1{row_.point1, frames_.orientation1};
  const Attachment at2{row_.point2, frames_.orientation2};
  // A pin has its node twice: the fixed frame first, then that of the node.
  if (Pin) return two_node_log("planedisplacementpin", info, model, nodes_[1], at1, nodes_[1], at2);
  return two_node_log("planedisplacement", info, model, nodes_[0], at1, nodes_[1], at2);
}

template class PlaneDisplacementJoint<false>;
template class PlaneDisplacementJoint<true>;

}  // namespace flexura
