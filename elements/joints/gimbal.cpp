#include "elements/joints/gimbal.h"

#include <algorithm>
#include <cmath>

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Hinge>
std::array<double, 2> GimbalJoint<Hinge>::angles(const Local& q) const {
  const Eigen::Quaterniond r(row_.relative(q));
  const double sign = r.w() < 0 ? -1 : 1;
  return {std::atan2(sign * r.y(), sign * r.w()), 2 * std::asin(std::clamp(sign * r.x(), -1.0, 1.0))};
}

template <bool Hinge>
OutputSpec GimbalJoint<Hinge>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 2 + column_count(format_));
  spec.variables.push_back({"Theta", 12, 1, 1, "radian", "bend about axes 2 of both frames"});
  spec.variables.push_back({"Phi", 13, 1, 1, "radian", "bend about axis 1 between them"});
  return spec;
}

template <bool Hinge>
void GimbalJoint<Hinge>::output(const Local& q, const Model&, double* record) const {
  const Mat3 frame1 = row_.frame1(q);
  Vec3 force = Vec3::Zero();
  if constexpr (Hinge) force = q.unknown3(0);
  write_reactions(record, frame1, force, row_.couple(q));
  const auto [theta, phi] = angles(q);
  record[12] = theta;
  record[13] = phi;
  write_orientation(row_.relative(q), format_, record + 14);
}

template <bool Hinge>
std::string GimbalJoint<Hinge>::log(const ElementInfo& info, const Model& model) const {
  return two_node_log(Hinge ? "gimbalhinge" : "gimbalrotation", info, model, nodes_[0], {point_.f1, row_.orientation1},
                      nodes_[1], {point_.f2, row_.orientation2});
}

template <bool Hinge>
double GimbalJoint<Hinge>::private_value(const Local& q, int datum) const {
  return datum < 3 ? row_.frame1(q).col(datum).dot(row_.couple(q)) : angles(q)[datum - 3];
}

template class GimbalJoint<false>;
template class GimbalJoint<true>;

}  // namespace flexura
