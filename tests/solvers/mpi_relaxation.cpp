// Static equilibria by relaxation, on any number of ranks: beyond a limit of the load, and off an unstable one.
#include <mpi.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

namespace {

class Catcher final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    if (report.step > 0) height = state.nodes[2].x(2);
  }
  void message(const std::string& text) override { messages += text + "\n"; }
  bool stop_requested() override { return false; }
  double height = 0;
  std::string messages;
};

/// Two bars of 1e4 N between supports 2 m apart, apex 0.2 m high; the limit is near 30 N.
std::string truss(const std::string& continuation, double load) {
  const std::string length = "sqrt(1.04)";
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 1.; time step: 1.; method: implicit euler; tolerance: 1e-9;"
         "max iterations: 30; load continuation: " +
         continuation +
         "; end: initial value;"
         "begin: control data; structural nodes: 2; joints: 4; forces: 1; model: static; end: control data;"
         "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, static, 0., 0., 0.2, eye, null, null;"
         "end: nodes; begin: elements; joint: 1, clamp, 1, node, node;"
         "joint: 2, rod, 1, position, -1., 0., 0., 2, position, null, " +
         length + ", linear elastic, 1.e4; joint: 3, rod, 1, position, 1., 0., 0., 2, position, null, " + length +
         ", linear elastic, 1.e4;"
         "joint: 4, total joint, 1, 2, position constraint, 1, 1, 0, null, orientation constraint, 1, 1, 1, null;"
         "force: 1, absolute, 2, position, null, 0., 0., -1., ramp, " +
         std::to_string(load) + ", 0., 1., 0.; end: elements;";
}

void run(const std::string& text, Catcher& catcher) {
  const auto analysis = read_model_text(text, "deck", {});
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD).run(catcher);
}

/// Of all ranks: the one that has the node knows.
double smallest(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return value;
}

double load_at(double y) { return 2e4 * (std::sqrt(1.04) / std::sqrt(1 + y * y) - 1) / std::sqrt(1.04) * y; }

}  // namespace

BOOST_AUTO_TEST_SUITE(relaxation)

BOOST_AUTO_TEST_CASE(beyond_the_limit_the_truss_snaps_through_when_it_is_asked_for) {
  Catcher catcher;
  run(truss("yes, relaxation", 100), catcher);
  BOOST_TEST(smallest(catcher.height) < -0.2);
  BOOST_TEST(smallest(std::abs(load_at(catcher.height) - 100)) < 1e-6);
  BOOST_TEST(catcher.messages.find("by relaxation") != std::string::npos, catcher.messages);
}

BOOST_AUTO_TEST_CASE(without_it_the_step_ends_with_an_error) {
  Catcher catcher;
  BOOST_CHECK_EXCEPTION(run(truss("yes", 100), catcher), Error,
                        [](const Error& error) { return error.exit_code() == ExitCode::not_converged; });
}

BOOST_AUTO_TEST_CASE(below_the_limit_nothing_relaxes) {
  Catcher catcher;
  run(truss("yes, relaxation", 20), catcher);
  BOOST_TEST(smallest(std::abs(load_at(catcher.height) - 20)) < 1e-6);
  BOOST_TEST(catcher.messages.find("relaxation") == std::string::npos, catcher.messages);
}

BOOST_AUTO_TEST_SUITE_END()
