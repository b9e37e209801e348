// Dummy nodes: velocities and accelerations are time derivatives of positions and orientations.
#include <boost/test/unit_test.hpp>

#include "elements/nodes/dependent_kinematics.h"
#include "math/rotation.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(dummy_nodes)

namespace {

const Vec3 offset(0.3, -0.4, 0.6), offset2(-0.2, 0.1, 0.5);
const Mat3 turn = rotation_exp<double>(Vec3(0.5, 0.2, -0.7));
const Mat3 turn2 = rotation_exp<double>(Vec3(-0.3, 0.9, 0.4));

/// Smooth motion of three nodes, exact to second order about t = 0.
std::vector<NodeState> masters(double t) {
  std::vector<NodeState> nodes(4);
  for (int i = 1; i < 4; ++i) {
    NodeState& n = nodes[i];
    const Vec3 x(0.3 * i, 1.0 - i, 0.5 * i * i), v(1.0 * i, -0.4, 0.8), a(0.7, 1.1 * i, -0.6);
    const Vec3 w(0.5 * i, -0.9, 0.4 - i), alpha(1.2, 0.3 * i, -0.8);
    n.x = x + v * t + a * (t * t / 2);
    n.v = v + a * t;
    n.a = a;
    // dR/dt = [w + alpha t] R up to third order.
    n.R = rotation_exp<double>(Vec3(w * t + alpha * (t * t / 2))) * rotation_exp<double>(Vec3(0.2 * i, 0.5, -0.3 * i));
    n.w = w + alpha * t;
    n.alpha = alpha;
  }
  return nodes;
}

void check_rates(const DependentKinematics& dummy) {
  const double h = 1e-4;
  const NodeState now = dummy.evaluate(masters(0).data());
  const NodeState before = dummy.evaluate(masters(-h).data());
  const NodeState after = dummy.evaluate(masters(h).data());
  // Central differences with a step of 1e-4: error about 1e-8.
  BOOST_TEST(((after.x - before.x) / (2 * h) - now.v).norm() < 1e-6);
  BOOST_TEST(((after.v - before.v) / (2 * h) - now.a).norm() < 1e-6);
  BOOST_TEST((rotation_log<double>(after.R * before.R.transpose()) / (2 * h) - now.w).norm() < 1e-6);
  BOOST_TEST(((after.w - before.w) / (2 * h) - now.alpha).norm() < 1e-6);
  BOOST_TEST((now.R * now.R.transpose() - Mat3::Identity()).norm() < 1e-14);
}

}  // namespace

BOOST_AUTO_TEST_CASE(offset_rates) { check_rates(OffsetNode(1, offset, turn)); }
BOOST_AUTO_TEST_CASE(relative_frame_rates) { check_rates(RelativeFrameNode(1, {2, offset, turn}, std::nullopt)); }
BOOST_AUTO_TEST_CASE(pivot_rates) {
  check_rates(RelativeFrameNode(1, {2, offset, turn}, RelativeFrameNode::Frame{3, offset2, turn2}));
}

BOOST_AUTO_TEST_CASE(seen_from_itself_a_node_rests) {
  const auto nodes = masters(0);
  const NodeState n = RelativeFrameNode(1, {1, offset, turn}, std::nullopt).evaluate(nodes.data());
  BOOST_TEST((n.x + turn.transpose() * offset).norm() < 1e-14);
  BOOST_TEST((n.R - turn.transpose()).norm() < 1e-14);
  for (const Vec3& zero : {n.v, n.w, n.a, n.alpha}) BOOST_TEST(zero.norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(the_reference_as_pivot_gives_the_motion_back) {
  const auto nodes = masters(0);
  // Frame to frame: the offset in the axes of the pivot is that of the reference.
  const NodeState n =
      RelativeFrameNode(1, {2, offset, turn}, RelativeFrameNode::Frame{2, offset, turn}).evaluate(nodes.data());
  BOOST_TEST((n.x - nodes[1].x).norm() < 1e-14);
  BOOST_TEST((n.R - nodes[1].R).norm() < 1e-14);
  BOOST_TEST((n.v - nodes[1].v).norm() < 1e-13);
  BOOST_TEST((n.w - nodes[1].w).norm() < 1e-13);
  BOOST_TEST((n.a - nodes[1].a).norm() < 1e-13);
  BOOST_TEST((n.alpha - nodes[1].alpha).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(masters_are_the_nodes_that_are_read) {
  BOOST_TEST((OffsetNode(4, offset, turn).masters() == std::vector<NodeIndex>{4}));
  BOOST_TEST((RelativeFrameNode(1, {2, offset, turn}, std::nullopt).masters() == std::vector<NodeIndex>{1, 2}));
  BOOST_TEST((RelativeFrameNode(1, {2, offset, turn}, RelativeFrameNode::Frame{3, offset, turn}).masters() ==
              std::vector<NodeIndex>{1, 2, 3}));
}

BOOST_AUTO_TEST_SUITE_END()
