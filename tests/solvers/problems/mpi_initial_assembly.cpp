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

BOOST_AUTO_TEST_SUITE_END()
