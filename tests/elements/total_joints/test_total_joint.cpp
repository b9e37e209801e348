// Total joints: what each choice of components means, turns, records, Newton's method at large angles, their cards.
#include <boost/test/unit_test.hpp>

#include "elements/total_joints/total_frames.h"
#include "tests/elements/joints/on_constraint.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(total_joint)

namespace {

const std::string two_nodes =
    "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
    "structural: 2, dynamic, 1., 2., 0., eye, null, null;"
    "structural: 9, dummy, 1, offset, null, eye;";

/// Two nodes, the joint of a text as the only element, and its state.
struct Joint {
  explicit Joint(const std::string& card, const std::string& nodes = two_nodes)
      : text(nodes + card), batch(text.model.batch(0)), scene(text.model) {}
  double* own() { return scene.y.data() + batch.dofs(0)[kinematic(batch)]; }
  double datum(const std::string& name) {
    const auto number = batch.private_datum(0, name);
    BOOST_REQUIRE_MESSAGE(number, name << " is no private datum");
    return batch.private_value(scene.state, 0, *number);
  }
  void accept() {
    scene.residual(batch, 0);
    scene.memory_accepted = scene.memory_trial;
    scene.state.memory_accepted = scene.memory_accepted.data();
  }
  Eigen::VectorXd rows(ConstraintLevel level = ConstraintLevel::position) { return scene.constraints(batch, 0, level); }

  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

std::string states(int bits, const char* on) {
  std::string text;
  for (int i = 0; i < 3; ++i) text += (bits >> i & 1 ? on : "inactive") + std::string(", ");
  return text;
}

std::string total(int positions, int rotations, const std::string& first, const std::string& second,
                  const std::string& x = "null", const std::string& turn = "null") {
  return "joint: 1, total joint, 1, " + first + "2, " + second + "position constraint, " + states(positions, "active") +
         x + ", orientation constraint, " + states(rotations, "active") + turn + ";";
}

const std::string at1 =
    "position, 0.4, -0.1, 0.3, position orientation, euler, 0.3, 0.8, -0.6, "
    "rotation orientation, euler, 0.3, 0.8, -0.6, ";
const std::string at2 =
    "position, -0.2, 0.5, 0.1, position orientation, euler, -0.9, 0.2, 0.5, "
    "rotation orientation, euler, -0.9, 0.2, 0.5, ";
const std::string named1 = "position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, ";
const std::string named2 = "position, -0.2, 0.5, 0.1, orientation, euler, -0.9, 0.2, 0.5";

/// Where the first joint holds: the second holds too, and reactions of both span the same space.
void expect_equivalent(const std::string& total_card, const std::string& named_card) {
  Joint a(total_card, sample_nodes()), b(named_card, sample_nodes());
  BOOST_REQUIRE_EQUAL(own(a.batch), own(b.batch));
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Scene scene(a.text.model, seed);
    scene.randomize(0.5);
    satisfy(scene, a.batch);
    // Seen from the ground, which was moved like any node.
    const NodeState ground = scene.nodes[0];
    for (NodeState& n : scene.nodes) {
      n.x = ground.R.transpose() * (n.x - ground.x);
      n.R = ground.R.transpose() * n.R;
    }
    b.scene.nodes = scene.nodes;
    b.scene.state.nodes = b.scene.nodes.data();
    BOOST_TEST(b.rows().norm() < 1e-12, named_card);
    // Force vectors of unit multipliers, as columns; the same space when stacking both adds no rank.
    const auto directions = [](Scene& s, const ElementBatch& batch) {
      Eigen::MatrixXd columns(kinematic(batch), own(batch));
      for (int j = 0; j < own(batch); ++j) {
        for (int k = 0; k < own(batch); ++k) s.y[batch.dofs(0)[kinematic(batch) + k]] = j == k;
        columns.col(j) = s.residual(batch, 0).head(kinematic(batch));
      }
      return columns;
    };
    Eigen::MatrixXd of_total = directions(scene, a.batch);
    Eigen::MatrixXd of_named = directions(b.scene, b.batch);
    if (of_named.rows() < of_total.rows()) {  // a clamp has no ground among its nodes
      of_total = of_total.bottomRows(of_named.rows()).eval();
    }
    const auto q = of_total.colPivHouseholderQr();
    BOOST_TEST((of_total * q.solve(of_named) - of_named).norm() < 1e-12 * of_named.norm(), named_card);
    BOOST_TEST(q.rank() == own(a.batch));
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(choices_of_components_are_the_named_joints) {
  expect_equivalent(total(7, 0, at1, at2), "joint: 1, spherical hinge, 1, " + named1 + "2, " + named2 + ";");
  expect_equivalent(total(3, 0, at1, at2), "joint: 1, in line, 1, " + named1 + "2, offset, -0.2, 0.5, 0.1;");
  expect_equivalent(total(0, 3, at1, at2), "joint: 1, revolute rotation, 1, " + named1 + "2, " + named2 + ";");
  expect_equivalent(total(7, 3, at1, at2), "joint: 1, revolute hinge, 1, " + named1 + "2, " + named2 + ";");
  expect_equivalent(
      "joint: 1, total pin joint, 1, position, 0.1, 0.2, 0.3, position, 1., 2., 3., "
      "position constraint, 1, 1, 1, null;",
      "joint: 1, spherical pin, 1, position, 0.1, 0.2, 0.3, position, 1., 2., 3.;");
  expect_equivalent(
      "joint: 1, total pin joint, 1, position, null, position, 1., 2., 3., "
      "rotation orientation, euler, 0.1, 0.2, 0.3, "
      "position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 1, null;",
      "joint: 1, clamp, 1, position, 1., 2., 3., orientation, euler, 0.1, 0.2, 0.3;");
}

BOOST_AUTO_TEST_CASE(the_third_axis_is_not_special) {
  // A hinge about axis 1 is a hinge about axis 3 of other frames.
  const std::string turned = "orientation, euler, 0.3, 0.8, -0.6";
  for (const int held : {3, 5, 6}) {
    Joint joint(total(0, held, at1, at2), sample_nodes());
    Scene& scene = joint.scene;
    scene.randomize(0.7);
    satisfy(scene, joint.batch);
    const int free = held == 3 ? 2 : held == 5 ? 1 : 0;
    const Mat3 frame1 = scene.nodes[1].R * euler_rotation({0.3, 0.8, -0.6}, OrientationFormat::euler123);
    const Mat3 frame2 = scene.nodes[2].R * euler_rotation({-0.9, 0.2, 0.5}, OrientationFormat::euler123);
    BOOST_TEST((frame1.col(free) - frame2.col(free)).norm() < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(every_choice_of_components_has_its_rows_and_no_other) {
  for (int bits = 0; bits < 64; ++bits) {
    Joint joint(total(bits & 7, bits >> 3, at1, at2, "component, 1., 2., 3.", "component, 0.1, 0.2, 0.3"),
                sample_nodes());
    int count = 0;
    for (int i = 0; i < 6; ++i) count += bits >> i & 1;
    BOOST_REQUIRE_EQUAL(own(joint.batch), count);
    Scene scene(joint.text.model, 3);
    scene.randomize(0.5);
    if (count == 0) {
      BOOST_TEST(scene.residual(joint.batch, 0).norm() == 0);
      continue;
    }
    satisfy(scene, joint.batch);
    joint.scene.nodes = scene.nodes;
    joint.scene.state.nodes = joint.scene.nodes.data();
    // Held components have what is imposed. Rotations are measured from the imposed one, whose free components count as
    // zero: then the rotation vector itself is that only when all are held.
    const char* const position[] = {"px", "py", "pz"};
    const char* const rotation[] = {"rx", "ry", "rz"};
    for (int i = 0; i < 3; ++i) {
      if (bits >> i & 1) BOOST_TEST(std::abs(joint.datum(position[i]) - (i + 1)) < 1e-11);
      if (bits >> 3 == 7) BOOST_TEST(std::abs(joint.datum(rotation[i]) - 0.1 * (i + 1)) < 1e-11);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_ideal_joint_does_no_work_on_its_free_rotations) {
  // Also with a single component held, where the couple is not along an axis of either node.
  for (const int held : {1, 2, 4}) {
    Joint joint(total(0, held, at1, at2), sample_nodes());
    Scene& scene = joint.scene;
    scene.randomize(0.9);
    satisfy(scene, joint.batch);
    joint.own()[0] = 3;
    const Eigen::VectorXd force = scene.residual(joint.batch, 0).head(12);
    BOOST_TEST(std::abs(force.segment<3>(3).norm() - 3) < 1e-12);
    BOOST_TEST((force.segment<3>(3) + force.segment<3>(9)).norm() < 1e-13);
    const Eigen::VectorXd expected = -3 * gradient(scene, joint.batch).transpose();
    BOOST_TEST((force - expected).norm() < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(newton_is_quadratic_at_large_angles) {
  // From a disturbed state on; one, two, three rotations held at large free and imposed angles.
  for (int held = 1; held < 8; ++held) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Joint joint(total(0, held, at1, at2, "null", "component, 2., -1., 5."), sample_nodes());
      Scene& scene = joint.scene;
      scene = Scene(joint.text.model, seed);
      scene.randomize(0.9);
      satisfy(scene, joint.batch);
      scene.state.c = 1;
      // Node 2 moves along the gradient of the constraints by the Newton step of a disturbance of 0.1 rad.
      scene.nodes[2].R = rotation_exp<double>(Vec3(0.1, -0.05, 0.08)) * scene.nodes[2].R;
      double before = joint.rows().norm();
      for (int iteration = 0; iteration < 4 && before > 1e-7; ++iteration) {
        const Eigen::MatrixXd j = scene.jacobian(joint.batch, 0).block(12, 9, own(joint.batch), 3);
        const Eigen::VectorXd step = j.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(-joint.rows());
        scene.nodes[2].R = rotation_exp<double>(Vec3(step)) * scene.nodes[2].R;
        const double after = joint.rows().norm();
        BOOST_TEST(after <= 10 * before * before + 1e-14, held << ": " << before << " to " << after);
        before = after;
      }
      BOOST_TEST(before < 1e-7);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_free_rotation_passes_half_a_turn_smoothly) {
  // Rows and couples of a hinge on either side of half a turn.
  Joint joint("joint: 1, total joint, 1, 2, orientation constraint, active, active, inactive, null;",
              "structural: 1, static, null, eye, null, null; structural: 2, dynamic, null, eye, null, null;");
  joint.own()[0] = 3;
  joint.own()[1] = -4;
  const double pi = std::numbers::pi;
  Eigen::MatrixXd gradients[2];
  for (int side = 0; side < 2; ++side) {
    joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, pi + (side ? 1e-9 : -1e-9)));
    joint.scene.state.c = 1;
    gradients[side] = joint.scene.jacobian(joint.batch, 0);
    const Eigen::VectorXd r = joint.scene.residual(joint.batch, 0);
    BOOST_TEST((r.segment<3>(3) - Vec3(3, -4, 0)).norm() < 1e-14);
  }
  BOOST_TEST((gradients[0] - gradients[1]).norm() < 1e-7);
}

BOOST_AUTO_TEST_CASE(rotation_vectors_count_turns) {
  Joint joint("joint: 1, total joint, 1, 2, orientation constraint, active, active, inactive, null;",
              "structural: 1, static, null, eye, null, null; structural: 2, dynamic, null, eye, null, null;");
  for (int step = 1; step <= 12; ++step) {
    joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, -2.9 * step));
    joint.accept();
    BOOST_TEST(std::abs(joint.datum("rz") + 2.9 * step) < 1e-12);
    BOOST_TEST(joint.datum("Phi[3]") == joint.datum("rz"));
  }
  // Small errors of the held components do not matter near whole turns.
  const Vec3 turns = nearest_rotation_vector(rotation_exp<double>(Vec3(1e-9, 2e-9, 1e-9)), Vec3(0, 0, 37.7));
  BOOST_TEST((turns - Vec3(0, 0, 12 * std::numbers::pi)).norm() < 1e-8);
}

BOOST_AUTO_TEST_CASE(imposed_rotations_of_several_turns_are_met_and_reported) {
  Joint joint(total(7, 7, at1, at2, "null", "3., -4., 12., const, 2."), sample_nodes());
  Scene& scene = joint.scene;
  const Mat3 frame1 = scene.nodes[1].R * euler_rotation({0.3, 0.8, -0.6}, OrientationFormat::euler123);
  const Mat3 axes2 = euler_rotation({-0.9, 0.2, 0.5}, OrientationFormat::euler123);
  scene.nodes[2].R = frame1 * rotation_exp<double>(Vec3(6, -8, 24)) * axes2.transpose();
  BOOST_TEST(joint.rows().tail(3).norm() < 1e-14);
  BOOST_TEST(std::abs(joint.datum("rx") - 6) < 1e-12);
  BOOST_TEST(std::abs(joint.datum("rz") - 24) < 1e-12);
  BOOST_TEST(joint.datum("tz") == 24);
}

BOOST_AUTO_TEST_CASE(records_have_reactions_on_node_1_and_the_relative_motion) {
  Joint joint(
      "joint: 4, total joint, 1, position, 2., 0., 0., 2, position, 0., 0., 1., "
      "position constraint, active, velocity, active, component, 7., 8., 9., "
      "orientation constraint, active, inactive, angular velocity, 0., 0., 1., const, 5.;");
  const double values[] = {1, 2, 3, 4, 5};
  std::copy(values, values + 5, joint.own());
  joint.scene.nodes[2].v = Vec3(1, 2, 3);
  joint.scene.nodes[2].w = Vec3(0, 0, 7);
  joint.scene.nodes[2].R = joint.scene.nodes[1].R;
  const auto record = joint.scene.output(joint.batch, 0);
  // Axes of node 1: y, -x, z. Point of node 1 in (1, 2, 0), of node 2 in (1, 2, 1).
  const double expected[] = {1, 2, 3, 4, 0, 5, -2, 1, 3, 0, 4, 5, 0, 0, 1, 0, 0, 0, 2, -1, 3, 0, 0, 7};
  for (int i = 0; i < 24; ++i) BOOST_TEST(std::abs(record[i] - expected[i]) < 1e-14, "column " << i);
  const Eigen::VectorXd r = joint.scene.residual(joint.batch, 0);
  BOOST_TEST((r.segment<3>(0) - Vec3(-2, 1, 3)).norm() < 1e-14);
  BOOST_TEST((r.segment<3>(6) + Vec3(-2, 1, 3)).norm() < 1e-14);
  BOOST_TEST((r.segment<3>(9) + Vec3(0, 4, 5) + Vec3(0, 0, 1).cross(Vec3(-2, 1, 3))).norm() < 1e-14);
  const std::pair<const char*, double> data[] = {{"px", 0}, {"pz", 1},       {"X[3]", 1}, {"Fy", 2},    {"f[2]", 2},
                                                 {"Mz", 5}, {"m[3]", 5},     {"dx", 7},   {"dy", 8},    {"tz", 5},
                                                 {"vx", 2}, {"V[2]", -1},    {"wz", 7},   {"wx", 0},    {"rz", 0},
                                                 {"vz", 3}, {"Omega[3]", 7}, {"Mx", 4},   {"Phi[1]", 0}};
  for (const auto& [name, value] : data) BOOST_TEST(std::abs(joint.datum(name) - value) < 1e-14, name);
  // Rates: v - v0 and w - w0.
  const Eigen::VectorXd rates = joint.rows(ConstraintLevel::velocity);
  BOOST_TEST(std::abs(rates(1) - (-1 - 8)) < 1e-14);
  BOOST_TEST(std::abs(rates(4) - (7 - 5)) < 1e-14);
  BOOST_TEST(joint.batch.log(0, joint.text.model) ==
             "totaljoint: 4 1 2 0 0 1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1 2 0 0 1 1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1 "
             "1 0 1 0 1 0 1 0 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(a_pin_reports_what_the_node_exerts_on_the_ground) {
  Joint joint(
      "joint: 4, total pin joint, 2, position, 0., 0., 1., position orientation, eye, "
      "position, 1., 2., 3., position orientation, 3, 0.,0.,1., 1, 0.,1.,0., "
      "position constraint, active, active, active, null;");
  BOOST_TEST((joint.rows() - Vec3(0, 0, -2)).norm() < 1e-15);
  BOOST_TEST(joint.batch.nodes(0)[0] == ground_node);
  const double values[] = {1, 2, 3};
  std::copy(values, values + 3, joint.own());
  const auto record = joint.scene.output(joint.batch, 0);
  BOOST_TEST((Vec3(record[6], record[7], record[8]) - Vec3(-2, 1, 3)).norm() < 1e-14);
  BOOST_TEST((joint.scene.residual(joint.batch, 0).segment<3>(6) + Vec3(-2, 1, 3)).norm() < 1e-14);
  BOOST_TEST(joint.batch.log(0, joint.text.model) ==
             "totalpinjoint: 4 2 0 0 1 1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1 1 2 3 0 -1 0 1 0 0 0 0 1 1 0 0 0 1 0 0 0 1 "
             "1 1 1 0 0 0 0 0 0 0 0 0");
}

BOOST_AUTO_TEST_CASE(imposed_rates_react_nothing_in_statics) {
  Joint joint(
      "joint: 1, total joint, 1, 2, position constraint, velocity, 0, 0, 1., 0., 0., const, 2., "
      "orientation constraint, 0, 0, angular velocity, null;");
  joint.own()[0] = 3;
  joint.own()[1] = 4;
  joint.scene.state.statics = true;
  const Eigen::VectorXd r = joint.scene.residual(joint.batch, 0);
  BOOST_TEST(r.head(12).norm() == 0);
  BOOST_TEST((r.tail(2) - Eigen::Vector2d(-3, -4)).norm() == 0);
}

BOOST_AUTO_TEST_CASE(template_drives_of_every_form_are_read) {
  for (const char* x : {"1., 2., 3., const, 2.", "single, 1., 2., 3., const, 2.", "component, 2., 4., const, 6.",
                        "component, inactive, 4., 6.", "array, 2, 1., 2., 3., 1., 1., 2., 3., 1.", "reference, 8"}) {
    Joint joint("joint: 1, total joint, 1, 2, position constraint, 1, 1, 1, " + std::string(x) + ";",
                "template drive caller: 8, 3, component, 2., 4., 6.;" + two_nodes);
    BOOST_TEST(joint.datum("dz") == 6, x);
    BOOST_TEST(joint.datum("dy") == 4, x);
  }
}

BOOST_AUTO_TEST_CASE(other_frames_are_those_of_the_first_end) {
  Joint joint(
      "joint: 1, total joint, 1, position, 0.3, 0.1, 0.2, position orientation, euler, 0.3, 0.2, 0.1, "
      "rotation orientation, euler, -0.7, 0.5, 0.2, "
      "2, position, reference, other node, 0.3, 0.1, 0.2, position orientation, reference, other orientation, "
      "eye, rotation orientation, reference, other orientation, eye, "
      "position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 1, null;");
  BOOST_TEST(joint.rows().norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(cards_say_what_is_wrong) {
  const auto expect_error = [](const std::string& card, const std::string& fragment) {
    try {
      Joint joint(card);
      BOOST_ERROR("no error for: " << card);
    } catch (const InputError& error) {
      BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, card << " gives: " << error.what());
    }
  };
  expect_error("joint: 1, total joint, 1, 1;", "the same");
  expect_error("joint: 1, total joint, 1, 5;", "structural node 5 is not defined");
  expect_error("joint: 1, total joint, 1, 9;", "dummy");
  expect_error("joint: 1, total joint, 1, 2, position constraint, active, rotation, active, null;",
               "state of a component");
  expect_error("joint: 1, total joint, 1, 2, orientation constraint, velocity, active, active, null;",
               "state of a component");
  expect_error("joint: 1, total joint, 1, 2, position constraint, active, active, active;", "template drive");
  expect_error("joint: 1, total joint, 1, rotation orientation, eye, position orientation, eye, 2;",
               "unknown variable `position`");
  expect_error("joint: 1, total pin joint, 1, position, null, position, null, position, null;", "expected");
  expect_error("joint: 1, total pin joint, 7, position constraint, active, active, active, null;",
               "structural node 7 is not defined");
}

BOOST_AUTO_TEST_SUITE_END()
