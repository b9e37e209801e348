// Rigid body displacement joint: who follows whom, records, cards.
#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(rigid_body_displacement)

namespace {

const std::string nodes =
    "structural: 10, static, 0.2, -0.1, 0.4, 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
    "structural: 1, static, 1., 0., 0., eye, null, null; structural: 2, static, 0., 1., 0., eye, null, null;"
    "structural: 3, static, 0., 0., 1., eye, null, null; structural: 4, static, 2., 0., 0., eye, null, null;";

struct Joint {
  explicit Joint(const std::string& card) : text(nodes + card), batch(text.model.batch(0)), scene(text.model) {}
  double* own() { return scene.y.data() + batch.dofs(0)[6 * batch.node_count(0)]; }
  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

const std::string three =
    "joint: 7, rigid body displacement joint, 10, 3, 1, weight, 1., 2, weight, 2., 3, weight, 3.;";

}  // namespace

BOOST_AUTO_TEST_CASE(a_rigid_motion_of_everything_keeps_the_rows_at_zero) {
  Joint joint(three);
  const Mat3 turn = rotation_exp<double>(Vec3(Vec3(1, 2, 3).normalized() * 2.9));
  for (NodeState& n : joint.scene.nodes) {
    n.x = turn * n.x + Vec3(3, -2, 1);
    n.R = turn * n.R;
  }
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_common_force_is_shared_by_weight) {
  Joint joint(three);
  joint.own()[0] = 6;  // lambda_t
  const Eigen::VectorXd r = joint.scene.residual(joint.batch, 0);
  for (int k = 1; k <= 3; ++k) BOOST_TEST(std::abs(r(6 * k) - k) < 1e-14);
  BOOST_TEST(r(0) == -6);
  const auto record = joint.scene.output(joint.batch, 0);
  BOOST_TEST(std::abs(record[6] + 6) < 1e-14);
  BOOST_TEST(std::abs(record[1] - 6) < 1e-14);  // axis 2 of the node is -x
  const auto datum = [&](const char* name) {
    return joint.batch.private_value(joint.scene.state, 0, *joint.batch.private_datum(0, name));
  };
  BOOST_TEST(std::abs(datum("Fy") - 6) < 1e-14);
  BOOST_TEST(std::abs(datum("fx") + 6) < 1e-14);
  BOOST_TEST(std::abs(datum("mz") - record[11]) < 1e-14);
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "rigidbodydisplacementjoint: 7 10 1 2 3");
}

BOOST_AUTO_TEST_CASE(alpha_scales_rows_and_weights_scale_nothing) {
  const auto rows = [](const std::string& card) {
    Joint joint(card);
    joint.scene.nodes[2].x += Vec3(0.1, 0.2, 0.3);
    return joint.scene.constraints(joint.batch, 0, ConstraintLevel::position);
  };
  const Eigen::VectorXd first = rows(three);
  BOOST_TEST(first.norm() > 0.01);
  BOOST_TEST((rows("joint: 7, rigid body displacement joint, 10, 3, 1, weight, 5., 2, weight, 10., 3, weight, 15., "
                   "alpha, 2.;") -
              2 * first)
                 .norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_position_in_the_card_replaces_that_of_the_node) {
  Joint joint(
      "joint: 7, rigid body displacement joint, 10, 3, 1, 2, position, reference, global, 0., 1.6, 0., 3, position, "
      "0.1, "
      "0.2, 0.6;");
  const Eigen::VectorXd rows = joint.scene.constraints(joint.batch, 0, ConstraintLevel::position);
  // (0.1, 0.2, 0.6) in axes of the node is (0, 0, 1) in space.
  BOOST_TEST((Vec3(rows.head<3>()) - Vec3(0, 0.2, 0)).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(many_nodes_are_followed_with_an_exact_jacobian) {
  // More than 2^16 entries in the local matrix.
  constexpr int count = 60;
  std::string text = "structural: 100, static, 0.2, -0.1, 0.4, eye, null, null;", card;
  for (int k = 1; k <= count; ++k) {
    const std::string x = std::to_string(std::cos(0.7 * k)), y = std::to_string(std::sin(1.1 * k));
    text += "structural: " + std::to_string(k) + ", static, " + x + ", " + y + ", 0." + std::to_string(k) +
            ", eye, null, null;";
    card += ", " + std::to_string(k) + ", weight, " + std::to_string(1 + k % 3) + ".";
  }
  TextModel model(text + "joint: 7, rigid body displacement joint, 100, " + std::to_string(count) + card + ";");
  Scene scene(model.model);
  scene.randomize();
  ElementBatch& batch = model.model.batch(0);
  const int n = batch.local_size(0);
  BOOST_TEST(n * n > 65536);
  for (const double c : {0.3, 0.0}) {
    scene.state.c = c;
    const std::array<int, 1> first{0};
    batch.set_patterns(first, PatternProbe(model.model.node_count(), n, model.model.drive_count() + 1));
    std::vector<double> values(batch.entries(0).size());
    BOOST_TEST(batch.jacobian(scene.state, first, 0, values.data()) == values.data() + values.size());
    Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(n, n);
    const double* value = values.data();
    for (const LocalEntry at : batch.entries(0)) spread(at / n, at % n) = *value++;
    const Eigen::MatrixXd jacobian = scene.jacobian(batch, 0);
    BOOST_TEST((spread - jacobian).norm() == 0);
    // The rows of the last node, entry numbers beyond 2^16, and its columns in the rows of the constraint.
    BOOST_TEST(jacobian.middleRows(6 * count, 3).norm() > 0.01);
    BOOST_TEST(jacobian.bottomRows(6).middleCols(6 * count, 3).norm() > 0.01);
  }
}

BOOST_AUTO_TEST_CASE(cards_say_what_is_wrong) {
  const auto expect_error = [](const std::string& arguments, const std::string& fragment) {
    try {
      Joint joint("joint: 7, rigid body displacement joint, " + arguments + ";");
      BOOST_ERROR("no error for: " << arguments);
    } catch (const InputError& error) {
      BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos,
                 arguments << " gives: " << error.what());
    }
  };
  expect_error("10, 2, 1, 2", "three nodes at least");
  expect_error("10, 1001, 1, 2", "1000 nodes at most");
  expect_error("10, 3, 1, 2, 10", "among the nodes");
  expect_error("10, 3, 1, 2, 2", "followed twice");
  expect_error("10, 3, 1, 2, 3, weight, -2.", "must be positive");
  expect_error("10, 3, 1, 4, 2, position, reference, global, 3., 0., 0.", "on a line");
  expect_error("10, 3, 1, 2, 5", "structural node 5 is not defined");
  expect_error("10, 3, 1, 2, 3, alpha, -1.", "alpha");
}

BOOST_AUTO_TEST_SUITE_END()
