#include "elements/joints/distance.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Offset>
OutputSpec DistanceJoint<Offset>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 4);
  spec.variables.push_back({"V", 12, 3, 1, "Dimensionless", "unit vector from point 1 to point 2, global axes"});
  spec.variables.push_back({"d", 15, 1, 1, "Length", "imposed distance"});
  return spec;
}

template <bool Offset>
void DistanceJoint<Offset>::output(const Local& q, const Model&, double* record) const {
  const Geometry g(*this, q);
  write_reactions(record, Mat3::Zero(), q.unknown(0) * g.n, Vec3::Zero());
  record[0] = q.unknown(0);
  Eigen::Map<Vec3> direction(record + 12);
  direction = g.n;
  record[15] = q.drive(distance_).f;
}

template <bool Offset>
std::string DistanceJoint<Offset>::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("distance", info).node(model, nodes_[0]).add(f1_).node(model, nodes_[1]).add(f2_).str();
}

template class DistanceJoint<false>;
template class DistanceJoint<true>;

}  // namespace flexura
