// Total equations and the reactions that keep them.
#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(total_equation)

namespace {

const std::string nodes =
    "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
    "structural: 2, dynamic, 1., 2., 0., eye, null, null; structural: 3, dynamic, 0., 0., 3., eye, null, null;";
const std::string equation =
    "joint: 5, total equation, 1, 2, position constraint, active, active, inactive, 7., 8., 9., const, 1.;";
const std::string reaction =
    "joint: 6, total internal reaction, 1, position, 0., 0., 1., 3, position constraint, inactive, inactive, active, "
    "total equation, 5, orientation constraint, active, inactive, inactive, total equation, 5;";

struct Servo {
  explicit Servo(const std::string& cards) : text(nodes + cards), scene(text.model) {}
  TextModel text;
  Scene scene;
};

}  // namespace

BOOST_AUTO_TEST_CASE(rows_are_of_the_equation_and_forces_of_the_reaction) {
  Servo servo(equation + reaction);
  ElementBatch& batch = batch_of(servo.text.model, "total internal reaction");
  BOOST_TEST(batch.node_count(0) == 3);  // node 1 is in both
  double* own = servo.scene.y.data() + batch.dofs(0)[18];
  own[0] = 3;
  own[1] = 4;
  const Eigen::VectorXd r = servo.scene.residual(batch, 0);
  // x of node 1 is y; node 2 is at (2, 0, 0) in its axes.
  BOOST_TEST(std::abs(r(18) * servo.scene.state.c + (2 - 7)) < 1e-14);
  BOOST_TEST(std::abs(r(19) * servo.scene.state.c + (0 - 8)) < 1e-14);
  // Force 3 along z on node 1 in the point of node 3, couple 4 about y; the opposite on node 3. Nothing on node 2.
  BOOST_TEST((r.segment<3>(0) - Vec3(0, 0, 3)).norm() < 1e-14);
  BOOST_TEST((r.segment<3>(3) - (Vec3(0, 4, 0) + Vec3(-1, 0, 3).cross(Vec3(0, 0, 3)))).norm() < 1e-14);
  BOOST_TEST(r.segment<6>(6).norm() == 0);
  BOOST_TEST((r.segment<3>(12) + Vec3(0, 0, 3)).norm() < 1e-14);
  const auto record = servo.scene.output(batch, 0);
  BOOST_TEST(record[2] == 3);
  BOOST_TEST(record[3] == 4);
  BOOST_TEST(std::abs(record[10] - 4) < 1e-14);
  BOOST_TEST(batch.private_value(servo.scene.state, 0, *batch.private_datum(0, "Mx")) == 4);
  BOOST_TEST(batch.private_value(servo.scene.state, 0, *batch.private_datum(0, "Fz")) == 3);
}

BOOST_AUTO_TEST_CASE(the_equation_reports_the_motion) {
  Servo servo(equation + reaction);
  ElementBatch& batch = batch_of(servo.text.model, "total equation");
  const auto record = servo.scene.output(batch, 0);
  for (int i = 0; i < 12; ++i) BOOST_TEST(record[i] == 0);
  BOOST_TEST(std::abs(record[12] - 2) < 1e-14);
  BOOST_TEST(batch.log(0, servo.text.model).rfind("totalequation: 5 1 ", 0) == 0);
}

BOOST_AUTO_TEST_CASE(cards_say_what_is_wrong) {
  const auto expect_error = [](const std::string& cards, const std::string& fragment) {
    try {
      Servo servo(cards);
      BOOST_ERROR("no error for: " << cards);
    } catch (const InputError& error) {
      BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, cards << " gives: " << error.what());
    }
  };
  expect_error(equation, "no `total internal reaction` keeps it");
  expect_error(reaction + equation, "total equation 5 is not defined before");
  expect_error(equation +
                   "joint: 6, total internal reaction, 1, 3, position constraint, active, inactive, inactive, "
                   "total equation, 5;",
               "1 active components, the total equation 2");
  expect_error(equation +
                   "joint: 6, total internal reaction, 1, 3, position constraint, velocity, active, inactive, "
                   "total equation, 5;",
               "`active` or `inactive`");
  expect_error(equation + reaction +
                   "joint: 7, total internal reaction, 1, 3, position constraint, active, active, "
                   "inactive, total equation, 5;",
               "has a reaction already");
  expect_error(
      "joint: 5, clamp, 1; joint: 6, total internal reaction, 1, 3, position constraint, active, active, "
      "inactive, total equation, 5;",
      "joint 5 is a clamp");
  expect_error("joint: 5, total equation, 1, 2;", "constrains no component");
  expect_error(equation + "joint: 6, total internal reaction, 1, 3;", "expected `position constraint`");
}

BOOST_AUTO_TEST_SUITE_END()
