// Nonlinear methods of PETSc, and matrix-free Newton-Krylov, give the motion that Newton's method gives.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "assembly/petsc.h"
#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(snes)

namespace {

/// A body that turns about all axes on a spherical pin, with a beam to a second one; large rotations within a step.
std::string deck(const std::string& cards) {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 0.2; time step: 5e-3; method: ms, 0.6;"
         "tolerance: 1e-7; max iterations: 60;" +
         cards +
         " end: initial value;"
         "begin: control data; structural nodes: 2; rigid bodies: 2; joints: 1; beams: 1; gravity; end: control data;"
         "begin: nodes; structural: 2, dynamic, 0.5, 0., 0., eye, 0., 1., -1., 20., 2., 2.;"
         "structural: 3, dynamic, 1.5, 0., 0., eye, 0., 3., -3., 20., 2., 2.; end: nodes;"
         "begin: elements; joint: 1, spherical pin, 2, position, -0.5, 0., 0., position, null;"
         "body: 2, 2, 1., null, diag, 0.02, 0.1, 0.2; body: 3, 3, 1., null, diag, 0.03, 0.1, 0.1;"
         "beam2: 1, 2, null, 3, null, eye, linear elastic generic, diag, 1e4, 1e4, 1e4, 20., 30., 40.;"
         "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";
}

class Last final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    x = state.nodes[1].x;
    orientation = state.nodes[1].R;
    iterations += report.iterations;
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  Vec3 x = Vec3::Zero();
  Mat3 orientation = Mat3::Identity();
  int iterations = 0;
};

struct Outcome {
  Vec3 x;
  Mat3 orientation;
  int iterations;
  std::int64_t factorisations;
};

Outcome run(const std::vector<std::pair<std::string, std::string>>& options, const std::string& cards = "") {
  for (const auto& [name, value] : options) FLEXURA_PETSC(PetscOptionsSetValue(nullptr, name.c_str(), value.c_str()));
  struct Clear {
    const std::vector<std::pair<std::string, std::string>>& names;
    ~Clear() {
      for (const auto& [name, value] : names) PetscOptionsClearValue(nullptr, name.c_str());
    }
  } const clear{options};
  const auto analysis = read_model_text(deck(cards), "deck", {});
  Last last;
  const AnalysisReport report =
      InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(last);
  return {last.x, last.orientation, last.iterations, report.factorisations};
}

double difference(const Outcome& a, const Outcome& b) {
  return (a.x - b.x).norm() + (a.orientation - b.orientation).norm();
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_method_finds_the_same_motion) {
  const Outcome newton = run({});
  BOOST_TEST((newton.orientation - Mat3::Identity()).norm() > 1);  // it turned far
  for (const char* type : {"newtonls", "newtontr", "qn", "ngmres", "anderson", "nrichardson"})
    BOOST_TEST(difference(run({{"-snes_type", type}}), newton) < 1e-7, type);
}

BOOST_AUTO_TEST_CASE(newton_in_the_chart_is_quadratic) {
  // With a Jacobian that were not that of the chart, steps that turn by 0.1 rad would take more iterations.
  const Outcome ours = run({});
  const Outcome theirs = run({{"-snes_type", "newtonls"}, {"-snes_linesearch_type", "basic"}});
  BOOST_TEST(theirs.iterations <= ours.iterations + 2);
}

BOOST_AUTO_TEST_CASE(quasi_newton_needs_fewer_factorisations) {
  const Outcome newton = run({});
  const Outcome quasi = run({{"-snes_type", "qn"}});
  BOOST_TEST(quasi.factorisations < newton.factorisations);
}

BOOST_AUTO_TEST_CASE(without_the_matrix) {
  const Outcome newton = run({});
  for (const char* cards : {"nonlinear solver: matrix free, gmres, tolerance, 1e-6, steps, 30, preconditioner, full "
                            "jacobian matrix, steps, 40;",
                            "nonlinear solver: matrix free, bicgstab, tolerance, 1e-6, steps, 30;",
                            "nonlinear solver: matrix free, gmres, eta, 0.1;"}) {
    const Outcome outcome = run({}, cards);
    BOOST_TEST(difference(outcome, newton) < 1e-6, cards);
    BOOST_TEST(outcome.factorisations < newton.factorisations / 2, cards << outcome.factorisations);
  }
}

BOOST_AUTO_TEST_CASE(failure_names_the_method) {
  try {
    run({{"-snes_type", "newtonls"}}, "max iterations: 1;");
    BOOST_ERROR("it converged");
  } catch (const Error& error) {
    BOOST_TEST((error.exit_code() == ExitCode::not_converged));
    BOOST_TEST(std::string(error.what()).find("newtonls did not converge (DIVERGED_MAX_IT) in 1 iterations") !=
                   std::string::npos,
               error.what());
    BOOST_TEST(std::string(error.what()).find("largest residuals") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
