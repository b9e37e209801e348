// Static equilibria by relaxation, on any number of ranks: beyond a limit of the load, and off an unstable one.
#include <mpi.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <string>

#include "input/blocks/analysis.h"
#include "math/rotation.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(relaxation)

namespace {

class Catcher final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    if (report.step > 0) angle = rotation_log<double>(state.nodes[2].R)(2);
  }
  void message(const std::string& text) override { messages += text + "\n"; }
  bool stop_requested() override { return false; }
  double angle = 0;
  std::string messages;
};

/// A lever of unit length about z, held by a bar of 1e4 N from its end to (1.5, 0, 0) that is free of force at 0.6 rad,
/// and driven back by a torque; the limit is near 2133 N m.
std::string lever(const std::string& continuation, double torque) {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 1.; time step: 1.; method: implicit euler; tolerance: "
         "1e-9;"
         "max iterations: 30; load continuation: " +
         continuation +
         ", turn, 0.1; end: initial value;"
         "begin: control data; structural nodes: 2; joints: 3; forces: 1; model: static; end: control data;"
         "begin: nodes; structural: 1, static, 1.5, 0., 0., eye, null, null;"
         "structural: 2, static, null, euler, 0., 0., 0.6, null, null; end: nodes;"
         "begin: elements; joint: 1, clamp, 1, node, node;"
         "joint: 2, total pin joint, 2, position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 0, null;"
         "joint: 3, rod, 1, position, null, 2, position, 1., 0., 0., sqrt(3.25 - 3.*cos(0.6)), linear elastic, 1.e4;"
         "couple: 1, absolute, 2, 0., 0., -1., ramp, " +
         std::to_string(torque) + ", 0., 1., 0.; end: elements;";
}

void run(const std::string& text, Catcher& catcher) {
  const auto analysis = read_model_text(text, "deck", {});
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD).run(catcher);
}

/// Of all ranks: the one that has the node knows, others that do not touch it have no number.
double smallest(double value) {
  if (std::isnan(value)) value = std::numeric_limits<double>::infinity();
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return value;
}

double torque_at(double q) {
  const double l = std::sqrt(3.25 - 3 * std::cos(q)), l0 = std::sqrt(3.25 - 3 * std::cos(0.6));
  return 1e4 * (l / l0 - 1) * 1.5 * std::sin(q) / l;
}

}  // namespace

BOOST_AUTO_TEST_CASE(beyond_the_limit_the_lever_snaps_when_it_is_asked_for) {
  Catcher catcher;
  run(lever("yes, relaxation", 3000), catcher);
  BOOST_TEST(smallest(catcher.angle) < -0.6);
  BOOST_TEST(smallest(std::abs(torque_at(catcher.angle) + 3000)) < 1e-6);
  BOOST_TEST(catcher.messages.find("by relaxation") != std::string::npos, catcher.messages);
}

BOOST_AUTO_TEST_CASE(without_it_the_step_ends_with_an_error) {
  Catcher catcher;
  BOOST_CHECK_EXCEPTION(run(lever("yes", 3000), catcher), Error,
                        [](const Error& error) { return error.exit_code() == ExitCode::not_converged; });
}

BOOST_AUTO_TEST_CASE(below_the_limit_nothing_relaxes) {
  Catcher catcher;
  run(lever("yes, relaxation", 1000), catcher);
  BOOST_TEST(smallest(std::abs(torque_at(catcher.angle) + 1000)) < 1e-6);
  BOOST_TEST(smallest(-catcher.angle) < 0);
  BOOST_TEST(catcher.messages.find("relaxation") == std::string::npos, catcher.messages);
}

BOOST_AUTO_TEST_SUITE_END()
