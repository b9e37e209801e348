#include "elements/joints/spherical_hinge.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Pin>
OutputSpec SphericalJoint<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 3);
  spec.variables.push_back(angles_variable(12));
  return spec;
}

template <bool Pin>
void SphericalJoint<Pin>::output(const Local& q, const Model&, double* record) const {
  const Mat3 frame1 = q.node(0).R * at1_.orientation;
  write_reactions(record, frame1, q.unknown3(0), Vec3::Zero());
  write_angles(record + 12, frame1.transpose() * q.node(1).R * at2_.orientation);
}

template <bool Pin>
std::string SphericalJoint<Pin>::log(const ElementInfo& info, const Model& model) const {
  // A pin has its node twice, so that readers of the log find nodes only.
  if (Pin) return two_node_log("sphericalpin", info, model, nodes_[1], at2_, nodes_[1], at2_);
  return two_node_log("sphericalhinge", info, model, nodes_[0], at1_, nodes_[1], at2_);
}

template class SphericalJoint<false>;
template class SphericalJoint<true>;

}  // namespace flexura
