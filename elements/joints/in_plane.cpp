#include "elements/joints/in_plane.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec InPlane::output_spec(const Model&) const { return joint_spec(type, 0); }

void InPlane::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R, row_.force_on_1(q), Vec3::Zero());
}

std::string InPlane::log(const ElementInfo& info, const Model& model) const {
  // The orientation is that of a frame with the normal as axis 3; axis 1 is as near to one of the node as can be.
  const Vec3 normal = row_.direction[0];
  Eigen::Index other = 0;
  normal.cwiseAbs().minCoeff(&other);
  Mat3 frame;
  frame.col(2) = normal;
  frame.col(1) = normal.cross(Vec3(Vec3::Unit(other))).normalized();
  frame.col(0) = frame.col(1).cross(normal);
  return two_node_log("inplane", info, model, nodes_[0], {row_.point1, frame}, nodes_[1],
                      {row_.point2, Mat3::Identity()});
}

}  // namespace flexura
