// Initial assembly says which nodes it moved and by how much.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

namespace {

class Messages final : public StepObserver {
 public:
  void accepted(const StepReport&, const State& state, const double*, const double*) override {
    x = state.nodes[1].x;
    v = state.nodes[1].v;
  }
  void message(const std::string& text) override { all += text + "\n"; }
  bool stop_requested() override { return false; }
  std::string all;
  Vec3 x = Vec3::Zero(), v = Vec3::Zero();
};

}  // namespace

BOOST_AUTO_TEST_SUITE(initial_assembly)

BOOST_AUTO_TEST_CASE(the_table_has_what_was_moved_and_how_far) {
  // A pendulum of 1 m that turns at 1 rad/s, placed 1 cm too far out and with 0.25 m/s along its arm.
  const std::string deck =
      "begin: data; problem: initial value; end: data;"
      "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
      "abort after: assembly; max iterations: 10; end: initial value;"
      "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; end: control data;"
      "begin: nodes; structural: 7, dynamic, 1.01, 0., 0., eye, 0.25, 1., 0., 0., 0., 1.; end: nodes;"
      "begin: elements; joint: 1, spherical pin, 7, position, -1., 0., 0., position, null;"
      "body: 1, 7, 2., null, eye; end: elements;";
  const auto analysis = read_model_text(deck, "deck", {});
  Messages seen;
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen);
  BOOST_TEST((seen.x - Vec3(1, 0, 0)).norm() < 1e-9);
  BOOST_TEST((seen.v - Vec3(0, 1, 0)).norm() < 1e-9);
  BOOST_TEST(seen.all.find("moved 1 node to satisfy the constraints") != std::string::npos, seen.all);
  BOOST_TEST(seen.all.find("node        7: position 1.000e-02,") != std::string::npos, seen.all);
  BOOST_TEST(seen.all.find(" velocity 2.500e-01, angular velocity") != std::string::npos, seen.all);
}

BOOST_AUTO_TEST_CASE(far_rotations_converge_quadratically) {
  // A body turned by more than a right angle out of its hinge, with the springs of the assembly on all three rotations.
  for (const std::string angle : {"0.2", "1.2", "2.1", "2.8"}) {
    const std::string deck =
        "begin: data; problem: initial value; end: data;"
        "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
        "abort after: assembly; end: initial value;"
        "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; max iterations: 7; end: control data;"
        "begin: nodes; structural: 7, dynamic, 0.5, 0., 1., euler123, " +
        angle +
        ", 0.1, 0.4, null, null; end: nodes;"
        "begin: elements; joint: 1, revolute pin, 7, 0.1, 0., 0.2, hinge, eye, 0., 0., 0.2, hinge, eye;"
        "body: 1, 7, 2., null, eye; end: elements;";
    const auto analysis = read_model_text(deck, "deck", {});
    Messages seen;
    BOOST_CHECK_NO_THROW(
        InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen));
    BOOST_TEST(seen.all.find("moved 1 node") != std::string::npos, seen.all);
  }
}

BOOST_AUTO_TEST_CASE(a_servo_through_a_spring_is_named_and_starts) {
  const auto deck = [](const std::string& servo) {
    return "begin: data; problem: initial value; end: data;"
           "begin: initial value; initial time: 0.; final time: 1e-2; time step: 1e-3; method: implicit euler; "
           "tolerance: "
           "1e-9; max iterations: 10; end: initial value;"
           "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 4; end: control data;"
           "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, null, eye, null, null;"
           "structural: 3, dynamic, 1., 0., 0., eye, null, null; end: nodes;"
           "begin: elements; joint: 1, clamp, 1, node, node;"
           "joint: 2, total equation, 1, 2, position constraint, active, inactive, inactive, component, string, "
           "\"Time^6\", 0., 0.;"
           "joint: 3, total internal reaction, 1, " +
           servo +
           ", position constraint, active, inactive, inactive, total equation, 2;"
           "joint: 4, rod, 2, 3, 1., linear elastic, 40.;"
           "body: 2, 2, 2., null, eye; body: 3, 3, 1., null, eye; end: elements;";
  };
  const auto messages = [&](const std::string& servo) {
    const auto analysis = read_model_text(deck(servo), "deck", {});
    Messages seen;
    InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen);
    return seen.all;
  };
  const std::string through_spring = messages("3");
  BOOST_TEST(through_spring.find("acts on them only through other elements") != std::string::npos, through_spring);
  BOOST_TEST(through_spring.find("joint 3 (total internal reaction)") != std::string::npos, through_spring);
  BOOST_TEST(through_spring.find("joint 1") == std::string::npos, through_spring);
  // one that acts where it measures has its force from the start
  BOOST_TEST(messages("2").find("initial accelerations") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
