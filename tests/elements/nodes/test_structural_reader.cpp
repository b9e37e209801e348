// Card `structural`.
#include <boost/test/unit_test.hpp>

#include "math/rotation.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(structural_card)

namespace {

void expect_error(const std::string& cards, const std::string& fragment) {
  try {
    TextModel text(cards);
    BOOST_ERROR("no error for: " << cards);
  } catch (const InputError& error) {
    BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, cards << " gives: " << error.what());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(placed_in_a_moving_frame_a_node_moves_with_it) {
  TextModel text(
      "reference: 1, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., 0., 2., 0., 0., 0., 5.;"
      "structural: 7, dynamic, reference, 1, 1., 0., 0., reference, 1, eye, reference, 1, null, reference, 1, null;");
  const StructuralNode& node = text.model.node(1);
  BOOST_TEST(node.label == 7u);
  BOOST_TEST((node.kind == NodeKind::dynamic));
  // Axis 1 of the frame is the global y.
  BOOST_TEST((node.initial.x - Vec3(1, 1, 0)).norm() < 1e-15);
  BOOST_TEST((node.initial.v - Vec3(-5, 2, 0)).norm() < 1e-14);
  BOOST_TEST((node.initial.w - Vec3(0, 0, 5)).norm() < 1e-15);
  BOOST_TEST(std::abs(node.initial.R(1, 0) - 1) < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_node_without_orientation_has_three_unknowns_and_a_point_mass) {
  TextModel text(
      "structural: 1, dynamic displacement, 1., 2., 3., 4., 5., 6., assembly, 2., 3.;"
      "structural: 2, static displacement, position, null, velocity, null;"
      "body: 1, 1, 2.5; force: 1, absolute, 1, 1., 0., 0., const, 1.;");
  const StructuralNode& node = text.model.node(1);
  BOOST_TEST(node.unknown_count() == 3);
  BOOST_TEST(node.moves());
  BOOST_TEST((node.initial.v - Vec3(4, 5, 6)).norm() == 0);
  BOOST_TEST(node.position_stiffness == 2);
  BOOST_TEST(node.velocity_stiffness == 3);
  BOOST_TEST(node.mass.mass == 2.5);
  BOOST_TEST(node.mass.inertia.isZero());
  BOOST_TEST(!text.model.node(2).moves());
}

BOOST_AUTO_TEST_CASE(words_before_the_values_are_optional) {
  TextModel a(
      "structural: 1, static, position, 1.,2.,3., orientation, eye, velocity, null, angular velocity, 4.,5.,6.;");
  TextModel b("structural: 1, static, 1.,2.,3., eye, null, 4.,5.,6.;");
  BOOST_TEST(a.model.node(1).initial.x == b.model.node(1).initial.x);
  BOOST_TEST(a.model.node(1).initial.w == b.model.node(1).initial.w);
}

BOOST_AUTO_TEST_CASE(at_reference_takes_everything_from_the_frame) {
  TextModel text(
      "reference: 4, 1., 2., 3., euler, 0.1, 0.2, 0.3, 4., 5., 6., 7., 8., 9.;"
      "structural: 1, dynamic, at reference, 4, orientation description, orientation matrix;");
  const StructuralNode& node = text.model.node(1);
  BOOST_TEST((node.initial.x - Vec3(1, 2, 3)).norm() == 0);
  BOOST_TEST((node.initial.v - Vec3(4, 5, 6)).norm() == 0);
  BOOST_TEST((node.initial.w - Vec3(7, 8, 9)).norm() == 0);
  BOOST_TEST((node.initial.R - euler_rotation(Vec3(0.1, 0.2, 0.3), OrientationFormat::euler123)).norm() < 1e-15);
  BOOST_TEST((node.orientation_format == OrientationFormat::matrix));
}

BOOST_AUTO_TEST_CASE(options_come_in_any_order_and_once) {
  TextModel text(
      "structural: 1, dynamic, null, eye, null, null, output, no, accelerations, yes, assembly, 2., 3., yes, scale, "
      "5.;");
  const StructuralNode& node = text.model.node(1);
  BOOST_TEST(!node.output);
  BOOST_TEST(node.accelerations);
  BOOST_TEST(node.position_stiffness == 2);
  BOOST_TEST(node.velocity_stiffness == 3);
  BOOST_TEST(node.omega_rotates);
  BOOST_TEST(node.scale == 5);
  expect_error("structural: 1, dynamic, null, eye, null, null, output, no, output, yes;", "given twice");
}

BOOST_AUTO_TEST_CASE(dummies_start_where_their_masters_put_them) {
  TextModel text(
      "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, 0., 0., 2.;"
      "structural: 2, dummy, 1, offset, 1., 0., 0., reference, global, eye;"
      "structural: 3, static, null, eye, null, null;"
      "structural: 4, dummy, 1, relative frame, 3, position, 0., 1., 0., pivot node, 1, orientation description, "
      "euler321;");
  const NodeState& offset = text.model.node(2).initial;
  BOOST_TEST((offset.x - Vec3(1, 1, 0)).norm() < 1e-15);
  BOOST_TEST((offset.R - Mat3::Identity()).norm() < 1e-15);
  BOOST_TEST((offset.v - Vec3(-2, 0, 0)).norm() < 1e-14);
  BOOST_TEST(!text.model.node(2).has_unknowns());
  BOOST_TEST((text.model.node(2).follows->masters() == std::vector<NodeIndex>{1}));
  // Relative: (1,-1,0); carried by node 1, whose axis 1 is y: (1,0,0) + (1,1,0).
  BOOST_TEST((text.model.node(4).initial.x - Vec3(2, 1, 0)).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_dummy_may_follow_a_dummy) {
  TextModel text(
      "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, 0., 0., 2.;"
      "structural: 2, dummy, 1, offset, 1., 0., 0., eye;"
      "structural: 3, static, null, eye, null, null;"
      "structural: 4, dummy, 2, relative frame, 3; structural: 5, dummy, 2, offset, 0., 1., 0., eye;");
  // Node 2 is at (1,1,0), its axis 1 along y.
  for (const int i : {4, 5}) {
    const auto& node = text.model.node(i);
    BOOST_TEST((node.initial.x - (i == 4 ? Vec3(1, 1, 0) : Vec3(0, 1, 0))).norm() < 1e-14);
    BOOST_TEST((node.initial.v - (i == 4 ? Vec3(-2, 0, 0) : Vec3(-2, -2, 0))).norm() < 1e-14);
    BOOST_TEST((node.follows->masters() == (i == 4 ? std::vector<NodeIndex>{1, 3} : std::vector<NodeIndex>{1})));
    std::vector<NodeState> masters(4);
    masters[1] = text.model.node(1).initial;
    masters[1].x += Vec3(0, 0, 3);
    BOOST_TEST((node.follows->evaluate(masters.data()).x - node.initial.x - Vec3(0, 0, 3)).norm() < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(nodes_of_a_static_model_have_no_accelerations) {
  TextModel text("structural: 1, dynamic, null, eye, null, null, accelerations, yes;", true);
  BOOST_TEST(text.model.node(1).moves());
  BOOST_TEST(!text.model.node(1).accelerations);
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("structural: 1, static displacement, null;", "argument is missing");
  expect_error("structural: 1, dynamic displacement, null, null, assembly, 1., 1., yes;", "option");
  expect_error(
      "structural: 1, dynamic displacement, null, null; structural: 2, static, null, eye, null, null;"
      "joint: 1, clamp, 1, node, node;",
      "has no orientation");
  expect_error("structural: 1, dynamic displacement, null, null; body: 1, 1, 1., null, eye;", "one too many");
  expect_error("structural: 1, dynamik, null, eye, null, null;", "dynamic");
  expect_error("structural: 1, static, null, eye, null, null, accelerations, yes;", "no accelerations");
  expect_error("structural: 1, dummy, 8, offset, null, eye;", "structural node 8 is not defined");
  expect_error("structural: 1, static, null, eye, null, null; structural: 1, static, null, eye, null, null;",
               "structural node 1 is already defined");
  expect_error(
      "structural: 1, static, null, eye, null, null; structural: 2, dummy, 1, offset, null, eye;"
      "joint: 3, clamp, 2, node, node;",
      "dummy");
}

BOOST_AUTO_TEST_SUITE_END()
