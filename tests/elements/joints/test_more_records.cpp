// Guiding, shaft and driven joints: columns, signs, private data, log; how their cards are read.
#include "math/rotation.h"
#include "tests/elements/joints/one_joint.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(more_joint_records)

namespace {

constexpr double pi = 3.14159265358979323846;

/// Axes of node 1 in the test model: x1 = y, y1 = -x, z1 = z; node 2 is parallel to the globe.
const char* parallel = "orientation, 1, 0.,-1.,0., 3, 0.,0.,1.";

Vec3 constraints(OneJoint& joint, ConstraintLevel level = ConstraintLevel::position) {
  Vec3 phi = Vec3::Zero();
  const Eigen::VectorXd all = joint.scene.constraints(joint.batch, 0, level);
  phi.head(std::min<Eigen::Index>(3, all.size())) = all.head(std::min<Eigen::Index>(3, all.size()));
  return phi;
}

/// A straight line along x from (0, 0, 0) to (4, 0, 0) in two beams.
const char* line =
    "structural: 11, static, 0., 0., 1., eye, null, null; structural: 12, static, 1., 0., 0., eye, null, null;"
    "structural: 13, static, 2., 0., 0., eye, null, null; structural: 14, static, 3., 0., 0., eye, null, null;"
    "structural: 15, static, 4., 0., 0., eye, null, null; beam2: 3, 11, null, 12, null, eye, linear elastic generic, "
    "eye;"
    "beam3: 1, 11, 0., 0., -1., 12, null, 13, null, eye, linear elastic generic, eye, same, same;"
    "beam3: 2, 13, null, 14, null, 15, null, eye, linear elastic generic, eye, same, same;";

OneJoint on_line(const std::string& type, const std::string& offset = "0., -2., 0.") {
  return OneJoint(std::string(line) + "joint: 1, beam slider, 2, " + offset + ", type, " + type +
                  ", 2, 1, 0., 0., -1., null, null, 2, same, null, null;");
}

}  // namespace

BOOST_AUTO_TEST_CASE(prismatic_reports_the_couple_on_node_2) {
  OneJoint joint("joint: 1, prismatic, 1, " + std::string(parallel) + ", 2;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {1, 2, 3});
  BOOST_TEST(near(joint.couple_on(1), {1, 2, 3}));
  BOOST_TEST(near(joint.couple_on(0), {-1, -2, -3}));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 3), {1, 2, 3}));
  BOOST_TEST(near(part(record, 9), {1, 2, 3}));
  BOOST_TEST(near(part(record, 6), Vec3::Zero()));
  BOOST_TEST(joint.batch.log(0, joint.text.model) ==
             "prismatic: 1 1 0 0 0 0 1 0 -1 0 0 0 0 1 2 0 0 0 1 0 0 0 1 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(prismatic_sees_an_attitude_half_a_turn_off) {
  // Axes are orthogonal in pairs after half a turn as well; the row must say that it is not a weld.
  for (int axis = 0; axis < 3; ++axis) {
    OneJoint joint("joint: 1, prismatic, 1, " + std::string(parallel) + ", 2;");
    joint.scene.nodes[2].R = rotation_exp<double>(pi * Vec3::Unit(axis));
    BOOST_TEST(std::abs(constraints(joint).norm() - pi) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(coincidence_reports_force_and_couple_on_node_2) {
  OneJoint joint("joint: 1, coincidence, 1, position, 2., 0., 0., 2, orientation, reference, other orientation, eye;");
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
  set(joint.own(), {1, 2, 3, 4, 5, 6});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {1, 2, 3}));
  BOOST_TEST(near(part(record, 0), {2, -1, 3}));
  BOOST_TEST(near(part(record, 3), {4, 5, 6}));
  BOOST_TEST(near(part(record, 9), {-5, 4, 6}));
  BOOST_TEST(near(joint.couple_on(1), {-5, 4, 6}));
  BOOST_TEST(joint.datum("Fx") == 2);
  BOOST_TEST(joint.datum("Mz") == 6);
}

BOOST_AUTO_TEST_CASE(drive_hinge_reports_the_couple_on_node_1_and_both_rotations) {
  OneJoint joint("joint: 1, drive hinge, 1, " + std::string(parallel) + ", 2, single, 0., 0., 2., const, 0.25;");
  BOOST_TEST(near(constraints(joint), {0, 0, 0.5}));
  joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, 0.5));
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {1, 2, 3});
  BOOST_TEST(near(joint.couple_on(1), {1, 2, 3}));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 9), {-1, -2, -3}));
  BOOST_TEST(near(part(record, 12), {0, 0, 0.5}));
  BOOST_TEST(near(part(record, 15), {0, 0, 0.5}));
  BOOST_TEST(joint.datum("rz") == 0.5);
  BOOST_TEST(std::abs(joint.datum("Mx") + 1) < 1e-14);
  BOOST_TEST(joint.batch.log(0, joint.text.model).empty());
}

BOOST_AUTO_TEST_CASE(drive_hinge_turns_more_than_once) {
  OneJoint joint("joint: 1, drive hinge, 1, " + std::string(parallel) + ", 2, 0., 0., 1., const, 20.;");
  joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, 20));
  BOOST_TEST(constraints(joint).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(in_plane_reports_the_force_on_node_1) {
  for (const char* spelling : {"in plane", "inplane", "In Plane"}) {
    OneJoint joint("joint: 1, " + std::string(spelling) +
                   ", 1, position, 1., 0., 0., 0., 3., 4., 2, offset, 0., -1., 0.;");
    // Axes of node 1: normal (0, .6, .8) is (-.6, 0, .8) in space; the point is (1, 1, 0), that of node 1 (1, 1, 0).
    BOOST_TEST(constraints(joint).norm() < 1e-14);
    set(joint.own(), {5});
    const auto record = joint.record();
    BOOST_TEST(near(part(record, 0), {0, 3, 4}));
    BOOST_TEST(near(part(record, 6), {-3, 0, 4}));
    BOOST_TEST(near(joint.force_on(0), {-3, 0, 4}));
    BOOST_TEST(near(joint.force_on(1), {3, 0, -4}));
    BOOST_TEST(joint.batch.type() == "in plane");
  }
}

BOOST_AUTO_TEST_CASE(imposed_displacement_measures_along_its_direction) {
  OneJoint joint("joint: 1, imposed displacement, 1, 0.5, 0., 0., 2, null, 2., 0., 0., const, 1.5;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {7});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 0), {7, 0, 0}));
  BOOST_TEST(near(joint.force_on(0), {0, 7, 0}));
  BOOST_TEST(near(part(record, 12), {1.5, 0, 0}));
  BOOST_TEST(near(part(record, 15), {0, 0, -pi / 2}));
  BOOST_TEST(joint.datum("d") == 1.5);
  BOOST_TEST(joint.datum("f") == 7);
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "imposeddisplacement: 1 1 0.5 0 0 2 0 0 0 1 0 0");
}

BOOST_AUTO_TEST_CASE(imposed_displacement_pin_has_x) {
  OneJoint joint("joint: 1, imposed displacement pin, 2, null, 1., 1., 0., 0., 5., 0., const, 1.;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {7});
  BOOST_TEST(near(joint.force_on(1), {0, -7, 0}));
  BOOST_TEST(near(part(joint.record(), 6), {0, 7, 0}));
  BOOST_TEST(joint.datum("x") == 1);
  BOOST_TEST(joint.datum("f") == 7);
  BOOST_TEST(!joint.batch.private_datum(0, "d"));
}

BOOST_AUTO_TEST_CASE(drive_displacement_moves_in_axes_of_node_1) {
  OneJoint joint("joint: 1, drive displacement, 1, 0.5, 0., 0., 2, null, single, 3., 0., 0., const, 0.5;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {1, 2, 3});
  BOOST_TEST(near(joint.force_on(1), {1, 2, 3}));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {-1, -2, -3}));
  BOOST_TEST(near(part(record, 0), {-2, 1, -3}));
  BOOST_TEST(near(part(record, 12), {0, 1.5, 0}));
  BOOST_TEST(joint.datum("dx") == 1.5);
  BOOST_TEST(joint.datum("fx") == -2);
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "drivedisplacement: 1 1 0.5 0 0 2 0 0 0");
  OneJoint pin("joint: 1, drive displacement pin, 2, 0., 1., 0., 1., 1., 0., 0., 2., 0., const, 1.;");
  BOOST_TEST(constraints(pin).norm() < 1e-14);
  BOOST_TEST(pin.batch.log(0, pin.text.model) == "drivedisplacementpin: 1 2 0 1 0 1 1 0");
}

BOOST_AUTO_TEST_CASE(cardano_hinge_transmits_a_couple_about_axis_1) {
  OneJoint joint("joint: 1, Cardano hinge, 1, position, 2., 0., 0., " + std::string(parallel) + ", 2, position, null;");
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
  set(joint.own(), {1, 2, 3, 4});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {1, 2, 3}));
  BOOST_TEST(near(part(record, 9), {4, 0, 0}));
  BOOST_TEST(near(joint.couple_on(1), {4, 0, 0}));
  BOOST_TEST(near(part(record, 12), Vec3::Zero()));
  BOOST_TEST(joint.batch.log(0, joint.text.model).substr(0, 14) == "cardanohinge: ");
}

BOOST_AUTO_TEST_CASE(cardano_attitudes_are_turns_about_the_arms) {
  OneJoint joint("joint: 1, universal rotation, 1, " + std::string(parallel) + ", 2;");
  BOOST_TEST(joint.batch.type() == "Cardano rotation");
  BOOST_TEST(joint.batch.log(0, joint.text.model).substr(0, 17) == "cardanorotation: ");
  for (const double a : {0.0, 1.0, 2.5, -3.0})
    for (const double b : {0.0, 0.7, 2.0, -2.9}) {
      joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, a)) * rotation_exp<double>(Vec3(0, b, 0));
      BOOST_TEST(constraints(joint).norm() < 1e-14);
    }
}

BOOST_AUTO_TEST_CASE(plane_displacement_reports_motion_in_the_plane) {
  OneJoint joint("joint: 1, plane displacement, 1, null, " + std::string(parallel) + ", 2, 0.5, 0., 0.;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, pi / 2));
  set(joint.own(), {3, 4, 5});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 12), {0, 2.5, 90}, 1e-12));
  BOOST_TEST(near(part(record, 6), {0, 0, -3}));
  BOOST_TEST(near(joint.force_on(1), {0, 0, -3}));
  BOOST_TEST(near(Vec3(part(record, 9)), joint.couple_on(1) - Vec3(0, 0.5, 0).cross(Vec3(0, 0, -3)), 1e-13));
  BOOST_TEST(joint.datum("dy") == 2.5);
  OneJoint pin("joint: 1, plane displacement pin, 2, null, position, 0., 0., 0.;");
  BOOST_TEST(constraints(pin).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(gimbal_finds_its_inner_angles) {
  OneJoint joint("joint: 1, gimbal rotation, 1, " + std::string(parallel) + ", 2, orientation description, euler321;");
  const auto e1 = [](double p) { return rotation_exp<double>(Vec3(p, 0, 0)); };
  const auto e2 = [](double t) { return rotation_exp<double>(Vec3(0, t, 0)); };
  for (const double theta : {-0.7, 0.2, 1.2})
    for (const double phi : {-1.1, 0.4, 2.5}) {
      joint.scene.nodes[2].R = e2(theta) * e1(phi) * e2(theta);
      BOOST_TEST(constraints(joint).norm() < 1e-14);
      const auto record = joint.record();
      BOOST_TEST(std::abs(record[12] - theta) < 1e-12);
      BOOST_TEST(std::abs(record[13] - phi) < 1e-12);
      BOOST_TEST(joint.datum("theta") == record[12]);
      BOOST_TEST(joint.datum("phi") == record[13]);
    }
  joint.scene.nodes[2].R = e2(0.3) * e1(0.8) * e2(0.3);
  set(joint.own(), {5});
  // The couple along the shaft is the same at both ends.
  BOOST_TEST(std::abs(joint.couple_on(1).z() - 5) < 1e-13);
  BOOST_TEST(std::abs(joint.couple_on(1).dot(joint.scene.nodes[2].R.col(2)) - 5) < 1e-13);
  BOOST_TEST(std::abs(joint.datum("lambda[3]") - 5) < 1e-13);
  // Both shafts half a turn about each other is as far from the constraint as can be.
  joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, pi));
  BOOST_TEST(std::abs(constraints(joint).norm() - pi) < 1e-12);
}

BOOST_AUTO_TEST_CASE(gimbal_hinge_holds_a_point) {
  OneJoint joint("joint: 1, gimbal hinge, 1, position, 2., 0., 0., 2, orientation, reference, other orientation, eye;");
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
  set(joint.own(), {1, 2, 3, 4});
  BOOST_TEST(near(part(joint.record(), 6), {1, 2, 3}));
  BOOST_TEST(near(part(joint.record(), 9), {0, 0, 4}));
}

BOOST_AUTO_TEST_CASE(velocities_are_imposed_along_unit_directions) {
  OneJoint linear("joint: 1, linear velocity, 1, 0., 0., 2., const, 3.;");
  linear.scene.nodes[1].v = Vec3(5, 6, 4);
  BOOST_TEST(near(constraints(linear, ConstraintLevel::velocity), {-1, 0, 0}));
  set(linear.own(), {7});
  BOOST_TEST(near(linear.force_on(0), {0, 0, 7}));
  auto record = linear.record();
  BOOST_TEST(near(part(record, 6), {0, 0, 7}));
  BOOST_TEST(near(part(record, 12), {0, 0, 1}));
  BOOST_TEST(record[15] == 3);
  BOOST_TEST(linear.datum("v") == 3);
  BOOST_TEST(linear.batch.log(0, linear.text.model) == "linearvelocity: 1 1 0 0 2");

  OneJoint angular("joint: 1, angular velocity, 1, 2., 0., 0., const, 3.;");
  angular.scene.nodes[1].w = Vec3(5, 4, 6);  // axis 1 of node 1 is y
  BOOST_TEST(near(constraints(angular, ConstraintLevel::velocity), {-1, 0, 0}));
  set(angular.own(), {7});
  BOOST_TEST(near(angular.couple_on(0), {0, 7, 0}));
  record = angular.record();
  BOOST_TEST(near(part(record, 3), {7, 0, 0}));
  BOOST_TEST(near(part(record, 12), {0, 1, 0}));
  BOOST_TEST(angular.datum("w") == 3);
  BOOST_TEST(angular.batch.log(0, angular.text.model) == "angularvelocity: 1 1 2 0 0");
}

BOOST_AUTO_TEST_CASE(accelerations_are_imposed_through_the_rate_of_the_velocity) {
  OneJoint linear("joint: 1, linear acceleration, 1, 0., 0., 2., const, 3.;");
  BOOST_TEST(constraints(linear, ConstraintLevel::velocity).norm() == 0);
  BOOST_TEST(constraints(linear, ConstraintLevel::acceleration)(0) == 3);
  linear.scene.state.c = 0.1;
  linear.scene.nodes[1].v = Vec3(0, 0, 2.5);
  linear.scene.momentum_known[linear.batch.first_momentum(0)] = 2.2;
  // p' = (2.5 - 2.2)/0.1 = 3
  BOOST_TEST(std::abs(linear.scene.residual(linear.batch, 0)(6)) < 1e-14);
  set(linear.own(), {7});
  BOOST_TEST(near(linear.force_on(0), {0, 0, 7}));
  BOOST_TEST(linear.record()[12] == 3);
  BOOST_TEST(linear.datum("F") == 7);
  BOOST_TEST(linear.datum("a") == 3);
  BOOST_TEST(linear.batch.log(0, linear.text.model) == "linearacceleration: 1 1 0 0 2");

  OneJoint angular("joint: 1, angular acceleration, 1, 1., 0., 0., const, 3.;");
  set(angular.own(), {7});
  BOOST_TEST(near(angular.couple_on(0), {0, 7, 0}));
  BOOST_TEST(angular.datum("M") == 7);
  BOOST_TEST(angular.datum("wp") == 3);
  angular.scene.nodes[1].alpha = Vec3(1, 8, 2);
  std::vector<double> rates(3);
  angular.batch.momentum_rates(angular.scene.state, 0, rates.data());
  BOOST_TEST(rates[0] == 8);
}

BOOST_AUTO_TEST_CASE(offset_displacement_reports_the_load_on_node_1) {
  OneJoint joint("joint: 1, offset displacement joint, 1, 2;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  set(joint.own(), {1, 2, 3});
  // Node 2 is (0, 2, 0) from node 1.
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {-1, -2, -3}));
  BOOST_TEST(near(part(record, 9), {-6, 0, 2}));
  BOOST_TEST(near(joint.couple_on(0), {-6, 0, 2}));
  BOOST_TEST(joint.couple_on(1).norm() == 0);
  BOOST_TEST(joint.datum("fx") == -1);
  BOOST_TEST(joint.datum("Fx") == -2);
  BOOST_TEST(joint.datum("mx") == -6);
  BOOST_TEST(joint.datum("My") == 6);
  OneJoint moved("joint: 1, offset displacement joint, 1, 2, position, 1., 1., 0.;");
  BOOST_TEST(near(constraints(moved), {0, -1, 0}));
}

BOOST_AUTO_TEST_CASE(nodes_without_orientation_take_joints_of_positions) {
  const std::string node = "structural: 21, dynamic displacement, 1., 1., 0., null;";
  OneJoint offset(node + "joint: 1, offset displacement joint, 1, 21;");
  BOOST_TEST(constraints(offset).norm() < 1e-14);
  set(offset.own(), {1, 2, 3});
  BOOST_TEST(near(offset.couple_on(0), {-3, 0, 1}));
  OneJoint velocity(node + "joint: 1, linear velocity, 21, 0., 0., 2., const, 3.;");
  BOOST_TEST(velocity.batch.type() == "linear velocity");
  OneJoint distance(node + "joint: 1, distance, 1, 21, from nodes;");
  BOOST_TEST(distance.batch.type() == "distance");
  expect_error(node + "joint: 1, distance, 1, 21, position, 0., 0., 1., from nodes;", "no orientation");
  expect_error(node + "joint: 1, angular velocity, 21, 0., 0., 2., const, 3.;", "21");
  expect_error(node + "joint: 1, prismatic, 1, 21;", "21");
}

BOOST_AUTO_TEST_CASE(screw_counts_turns) {
  OneJoint joint("joint: 1, screw, 1, position, 0., 0., 1., 2, offset, 0., 0., 3., pitch, -0.5;");
  BOOST_TEST(constraints(joint).norm() < 1e-14);
  for (const double angle : {1.0, 4.0, 7.0, 40.0, -20.0}) {
    joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, angle));
    joint.scene.nodes[2].x.z() = -0.5 * angle / (2 * pi);
    BOOST_TEST(constraints(joint).norm() < 1e-13);
    const auto record = joint.record();
    BOOST_TEST(std::abs(record[12] - angle * 180 / pi) < 1e-10);
    BOOST_TEST(std::abs(record[13] - joint.scene.nodes[2].x.z()) < 1e-13);
  }
  set(joint.own(), {6});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {0, 0, 6}));
  BOOST_TEST(near(part(record, 9), {0, 0, 3 / (2 * pi)}));
  BOOST_TEST(near(joint.force_on(1), {0, 0, 6}));
  BOOST_TEST(joint.batch.log(0, joint.text.model).substr(0, 7) == "screw: ");
}

BOOST_AUTO_TEST_CASE(strapdown_sensor_imposes_what_it_measures) {
  OneJoint joint(
      "joint: 1, strapdown sensor, 1, position, 0., 2., 0., acceleration, single, 1., 0., 0., const, 3., angular "
      "velocity, 0., 0., 1., const, 0.5;");
  NodeState& n = joint.scene.nodes[1];
  n.w = Vec3(0, 0, 0.5);
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::velocity).norm() == 0);
  // Axes of node 1: x1 = y, y1 = -x. The sensor is (-2, 0, 0) from the node; it is pulled by 3 along y, of which the
  // turning makes (0.5, 0, 0).
  const Eigen::VectorXd a = joint.scene.constraints(joint.batch, 0, ConstraintLevel::acceleration);
  BOOST_TEST(near(a.head<3>(), {-0.5, 3, 0}));
  n.a = Vec3(1, 2, 3);
  n.alpha = Vec3(0, 0, 4);
  std::vector<double> rates(3);
  joint.batch.momentum_rates(joint.scene.state, 0, rates.data());
  BOOST_TEST(near(part(rates, 0), {1.5, -6, 3}));
  set(joint.own(), {1, 2, 3, 4, 5, 6});
  BOOST_TEST(near(joint.force_on(0), {1, 2, 3}));
  BOOST_TEST(near(joint.couple_on(0), Vec3(4, 5, 6) + Vec3(-2, 0, 0).cross(Vec3(1, 2, 3))));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {1, 2, 3}));
  BOOST_TEST(near(part(record, 0), {2, -1, 3}));
  BOOST_TEST(near(part(record, 12), {3, 0, 0}));
  BOOST_TEST(near(part(record, 15), {0, 0, 0.5}));
  BOOST_TEST(joint.datum("Fx") == 2);
  BOOST_TEST(joint.datum("My") == -4);
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "strapdownsensor: 1 1 0 2 0 1 0 0 0 1 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(beam_slider_finds_its_place) {
  OneJoint joint = on_line("spherical");
  NodeState& n = joint.scene.nodes[*joint.text.model.find_node(2)];
  for (const double x : {0.0, 0.5, 1.0, 1.9, 2.0, 2.1, 3.3, 4.0}) {
    n.x.x() = x;
    BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-13);
    const auto record = joint.record();
    const int beam = x > 2 ? 2 : 1;
    if (x != 2) BOOST_TEST(record[12] == beam);
    BOOST_TEST(std::abs(record[13] - (x - 2 * (static_cast<int>(record[12]) - 1) - 1)) < 1e-12);
    BOOST_TEST(near(part(record, 14), {1, 0, 0}));
  }
  n.x.x() = 4.01;
  BOOST_CHECK_THROW(joint.record(), Error);
}

BOOST_AUTO_TEST_CASE(a_beam_slider_past_the_end_stops_the_run_also_when_nothing_is_written) {
  OneJoint joint = on_line("spherical");
  NodeState& n = joint.scene.nodes[*joint.text.model.find_node(2)];
  const auto message = [&] {
    try {
      joint.force_on(0);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  n.x.x() = 4.01;  // an iterate may lie anywhere
  BOOST_TEST(message().empty());
  joint.scene.memory_accepted = joint.scene.memory_trial;
  BOOST_TEST(message() ==
             "joint 1 (beam slider): the slider has left the end of beam 2 (place 1.01, the beam is from -1 to 1)");
  n.x.x() = -0.5;
  joint.scene.memory_accepted[0] = 0;
  BOOST_TEST(message().empty());
  joint.scene.memory_accepted = joint.scene.memory_trial;
  BOOST_TEST(message().find("left the end of beam 1 (place -1.5") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(beam_slider_shares_its_force_among_the_nodes_of_the_beam) {
  OneJoint joint = on_line("spherical");
  joint.scene.nodes[*joint.text.model.find_node(2)].x.x() = 0.5;
  set(joint.own(), {3, 4});
  const Vec3 force = joint.force_on(0);
  BOOST_TEST(std::abs(force.norm() - 5) < 1e-13);
  BOOST_TEST(force.x() == 0);
  // s = -1/2: N = 3/8, 3/4, -1/8
  BOOST_TEST(near(joint.force_on(1), -0.375 * force));
  BOOST_TEST(near(joint.force_on(2), -0.75 * force));
  BOOST_TEST(near(joint.force_on(3), 0.125 * force));
  BOOST_TEST(near(joint.couple_on(1), Vec3(0, 0, -1).cross(Vec3(-0.375 * force))));
  BOOST_TEST(near(part(joint.record(), 6), force));
  BOOST_TEST(joint.batch.log(0, joint.text.model).substr(0, 41) == "beamslider: 1 2 0 -2 0 1 0 0 0 1 0 0 0 1 ");
}

BOOST_AUTO_TEST_CASE(beam_sliders_of_all_types_hold_their_axes) {
  const Mat3 tilt = rotation_exp<double>(Vec3(0.1, 0.2, 0.3));
  for (const auto& [type, rows] : std::map<std::string, int>{{"classic", 4}, {"classical", 4}, {"spline", 5}}) {
    OneJoint joint = on_line(type, "null");
    NodeState& n = joint.scene.nodes[*joint.text.model.find_node(2)];
    n.x = Vec3(2.7, 0, 0);
    BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-13);
    n.R = tilt;
    const Eigen::VectorXd phi = joint.scene.constraints(joint.batch, 0, ConstraintLevel::position);
    BOOST_TEST(phi.size() == rows);
    BOOST_TEST(std::abs(phi(2) - tilt(0, 1)) < 1e-14);
    BOOST_TEST(std::abs(phi(3) - tilt(0, 2)) < 1e-14);
    if (rows == 5) BOOST_TEST(std::abs(phi(4) - tilt(2, 1)) < 1e-14);
    n.R.setIdentity();
    set(joint.own(), {0, 0, 6, 7});
    if (rows == 5) joint.own()[4] = 8;
    // Couples about t x e2 = z, t x e3 = -y, b3 x e2 = -x.
    BOOST_TEST(near(part(joint.record(), 9), rows == 5 ? Vec3(-8, -7, 6) : Vec3(0, -7, 6)));
    BOOST_TEST(near(joint.couple_on(0), rows == 5 ? Vec3(-8, -7, 6) : Vec3(0, -7, 6)));
  }
}

BOOST_AUTO_TEST_CASE(errors_of_beam_sliders_say_what_is_wrong) {
  const std::string start = std::string(line) + "joint: 1, beam slider, 2, null, ";
  expect_error(start + "1, 7, null, null, null;", "beam 7 is not defined");
  expect_error(start + "1, 3, null, null, null;", "needs beams with three nodes");
  expect_error(start + "1, 1, same, null, null;", "this is the first one");
  expect_error(start + "2, 2, null, null, null, 1, same, null, null;", "does not start at the node");
  expect_error(start + "1, 1, null, null, null, initial beam, 2;", "the chain has 1 beams");
  expect_error(start + "1, 1, null, null, null, initial node, 4;", "three nodes");
  expect_error(start + "0;", "number of beams");
  expect_error(start + "type, loose, 1, 1, null, null, null;", "type of beam slider");
  expect_error(start + "1, 1, null, null, null, friction, 1.;", "friction");
  expect_error(std::string(line) + "joint: 1, beam slider, 12, null, 1, 1, null, null, null;", "the slider is a node");
  expect_error("joint: 1, strapdown sensor, 1, angular velocity, null;", "acceleration");
}

BOOST_AUTO_TEST_CASE(old_files_leave_words_out) {
  OneJoint screw("joint: 1, screw, 1, reference, node, null, reference, node, eye, 2, pitch, 1.;");
  BOOST_TEST(screw.batch.type() == "screw");
  OneJoint hinge("joint: 1, spherical hinge, 1, reference, node, 2., 0., 0., 2, null;");
  BOOST_TEST(hinge.scene.constraints(hinge.batch, 0, ConstraintLevel::position).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(errors_of_more_joints_say_what_is_wrong) {
  expect_error("joint: 1, prismatic, 1, position, null, 2;", "position");
  expect_error("joint: 1, prismatic, 1, 1;", "the same");
  expect_error("joint: 1, in plane, 1, null, null, 2;", "null vector");
  expect_error("joint: 1, in plane, 1, null, 0., 0., 1., 1;", "the same");
  expect_error("joint: 1, drive hinge, 1, 2;", "missing");
  expect_error("joint: 1, drive displacement, 1, null, 1, null, null;", "the same");
  expect_error("joint: 1, imposed displacement, 1, null, 2, null, null, const, 1.;", "null vector");
  expect_error("joint: 1, imposed displacement pin, 2, null, null, null, const, 1.;", "null vector");
  expect_error("joint: 1, Cardano hinge, 1, null, 2;", "missing");
  expect_error("joint: 1, Cardano rotation, 1, 2, position, null;", "position");
  expect_error("joint: 1, gimbal rotation, 1, 2, orientation description, euler132;", "orientation description");
  expect_error("joint: 1, linear velocity, 1, null, const, 1.;", "null vector");
  expect_error("joint: 1, angular acceleration, 1, 1., 0., 0.;", "missing");
  expect_error("joint: 1, offset displacement joint, 2, 2;", "the same");
  expect_error("joint: 1, screw, 1, 2, pitch, 0.;", "cannot be zero");
  expect_error("joint: 1, screw, 1, 2;", "pitch");
  expect_error("joint: 1, screw, 1, 2, pitch, 1., friction, 1.;", "friction");
}

BOOST_AUTO_TEST_SUITE_END()
