// The rolling wheel: contact, rolling, reactions, what its card refuses.
#include <boost/test/unit_test.hpp>

#include "tests/elements/joints/one_joint.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(rolling_wheel)

namespace {

struct Wheel : OneJoint {
  explicit Wheel(const std::string& more = "")
      : OneJoint("joint: 1, rolling wheel, 2, axis, 0., 1., 0., radius, 0.5" + more + ";") {}
  NodeState& node() { return scene.nodes[2]; }
  Eigen::VectorXd rows(ConstraintLevel level) { return scene.constraints(batch, 0, level); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(upright_it_stands_a_radius_high_and_rolls) {
  Wheel wheel;
  wheel.node().x = Vec3(1, 2, 0.5);
  wheel.node().v = Vec3(3, 0, 0);
  wheel.node().w = Vec3(0, 6, 0);
  BOOST_TEST(wheel.rows(ConstraintLevel::position).norm() < 1e-14);
  BOOST_TEST(wheel.rows(ConstraintLevel::velocity).norm() < 1e-14);
  wheel.node().w = Vec3(0, 5, 0);
  BOOST_TEST(std::abs(wheel.rows(ConstraintLevel::velocity)(1) + 0.5) < 1e-14);
  wheel.node().v = Vec3(0, 0.3, 0);
  BOOST_TEST(std::abs(wheel.rows(ConstraintLevel::velocity)(2) + 0.3) < 1e-14);
}

BOOST_AUTO_TEST_CASE(leaning_it_touches_beside_its_centre) {
  Wheel wheel;
  wheel.node().R = rotation_exp<double>(Vec3(0.4, 0, 0));  // the top goes to -y
  wheel.node().x = Vec3(1, 2, 0.5 * std::cos(0.4));
  BOOST_TEST(std::abs(wheel.rows(ConstraintLevel::position)(0)) < 1e-14);
  BOOST_TEST(std::abs(wheel.datum("y") - (2 + 0.5 * std::sin(0.4))) < 1e-14);
  BOOST_TEST(std::abs(wheel.datum("z")) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_plane_pushes_in_the_point_of_contact) {
  Wheel wheel(", plane, 0., 0., 1., orientation, 1, 0., 1., 0., 3, 0., 0., 1.");
  wheel.node().x = Vec3(0, 0, 1.5);
  set(wheel.own(), {7, 2, 3});
  BOOST_TEST(wheel.datum("Fz") == 7);
  BOOST_TEST(wheel.datum("Fx") == 2);
  BOOST_TEST(near(wheel.force_on(0), Vec3(-3, 2, 7)));  // axis 1 of the plane is y
  BOOST_TEST(near(wheel.couple_on(0), Vec3(0, 0, -0.5).cross(Vec3(-3, 2, 7))));
  const auto record = wheel.record();
  BOOST_TEST(near(part(record, 0), Vec3(2, 3, 7)));
  BOOST_TEST(near(part(record, 6), wheel.force_on(0)));
  BOOST_TEST(near(part(record, 9), wheel.couple_on(0)));
  BOOST_TEST(near(part(record, 12), Vec3(0, 0, 1)));
  wheel.scene.state.statics = true;
  BOOST_TEST(near(wheel.force_on(0), Vec3(0, 0, 7)));
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("joint: 1, rolling wheel, 2, radius, 0.5;", "axis");
  expect_error("joint: 1, rolling wheel, 2, axis, 0., 0., 0., radius, 0.5;", "null vector");
  expect_error("joint: 1, rolling wheel, 2, axis, 0., 1., 0., radius, 0.;", "radius of the wheel");
  expect_error("joint: 1, rolling wheel, 2, axis, 0., 1., 0., radius, 1., plain;", "one too many");
}

BOOST_AUTO_TEST_SUITE_END()
