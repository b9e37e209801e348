#include <Eigen/Eigenvalues>
#include <algorithm>

#include <fmt/format.h>

#include "elements/nodes/node_argument.h"
#include "elements/total_joints/readers.h"
#include "elements/total_joints/rigid_body_displacement.h"

namespace flexura {

namespace {

/// Principal moments of the weighted points about their mean, without sign: none is zero when the points fix a
/// rotation.
Vec3 moments(const std::vector<FollowedPoint>& points) {
  double sum = 0;
  Vec3 centre = Vec3::Zero();
  for (const FollowedPoint& p : points) {
    sum += p.weight;
    centre += p.weight * p.offset;
  }
  centre /= sum;
  Mat3 inertia = Mat3::Zero();
  for (const FollowedPoint& p : points) {
    const Vec3 r = p.offset - centre;
    inertia += p.weight * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues().cwiseAbs();
}

}  // namespace

ElementReference read_rigid_body_displacement(Reader& reader, ElementInfo info) {
  const NodeArgument master(reader);
  const std::int64_t count = reader.positive_integer("the number of nodes that are followed");
  if (count < 3) reader.fail("a rigid body displacement joint follows three nodes at least");
  constexpr int most = 1000;  // the local matrix is dense: 300 MB
  if (count > most) reader.fail(fmt::format("a rigid body displacement joint follows {} nodes at most", most));
  std::vector<FollowedPoint> points;
  double sum = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const NodeArgument node(reader, true);
    if (node.index == master.index) reader.fail("the node that follows is among the nodes that are followed");
    if (std::any_of(points.begin(), points.end(), [&](const FollowedPoint& p) { return p.node == node.index; }))
      reader.fail(fmt::format("structural node {} is followed twice", reader.model().label(node.index)));
    FollowedPoint point;
    point.node = node.index;
    point.offset = reader.more() && reader.keyword("position") ? reader.position(master.context())
                                                               : relative_position(master.pose, node.pose.x);
    if (reader.more() && reader.keyword("weight")) point.weight = reader.real();
    sum += point.weight;
    points.push_back(point);
  }
  if (!(sum > 0)) reader.fail(fmt::format("the sum of the weights is {:g}: it must be positive", sum));
  const Vec3 inertia = moments(points);
  if (!(inertia.minCoeff() > 1e-10 * inertia.maxCoeff()))
    reader.fail("the nodes that are followed lie on a line: they fix no rotation about it");
  double alpha = 1;
  if (reader.more() && reader.keyword("alpha")) alpha = reader.positive_real("alpha");
  return reader.model().add_element(std::move(info), RigidBodyDisplacement(master.index, std::move(points), alpha));
}

}  // namespace flexura
