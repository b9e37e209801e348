#include "elements/joints/drive_displacement.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Pin>
OutputSpec DriveDisplacementJoint<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 3);
  spec.variables.push_back({"d", 12, 3, 1, "Length", "imposed displacement in global axes (d_X, d_Y, d_Z)"});
  return spec;
}

template <bool Pin>
void DriveDisplacementJoint<Pin>::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R, -q.unknown3(0), Vec3::Zero());
  Eigen::Map<Vec3> d(record + 12);
  d = q.node(0).R * displacement_.value(q.drives());
}

template <bool Pin>
std::string DriveDisplacementJoint<Pin>::log(const ElementInfo& info, const Model& model) const {
  if (Pin) return LogRecord("drivedisplacementpin", info).node(model, nodes_[1]).add(f2_).add(f1_).str();
  return LogRecord("drivedisplacement", info).node(model, nodes_[0]).add(f1_).node(model, nodes_[1]).add(f2_).str();
}

template <bool Pin>
double DriveDisplacementJoint<Pin>::private_value(const Local& q, int datum) const {
  return datum < 3 ? displacement_.value(q.drives())(datum) : -q.node(0).R.col(datum - 3).dot(q.unknown3(0));
}

template class DriveDisplacementJoint<false>;
template class DriveDisplacementJoint<true>;

}  // namespace flexura
