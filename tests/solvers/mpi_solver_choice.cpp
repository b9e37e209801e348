// Every linear solver and both kinds of Newton give the same motion.
#include <boost/test/unit_test.hpp>

#include <string>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"
#include "test_paths.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(solver_choice)

namespace {

std::string deck(const std::string& cards) {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 0.1; time step: 1e-3; method: ms, 0.6;" +
         cards +
         " end: initial value;"
         "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 2; gravity: 1; end: control data;"
         "begin: nodes; structural: 1, static, null, eye, null, null;"
         "structural: 2, dynamic, 0.5, 0., 0., eye, null, null; structural: 3, dynamic, 1.5, 0., 0., eye, null, null;"
         "end: nodes; begin: elements;"
         "joint: 1, revolute pin, 2, position, -0.5, 0., 0., orientation, 1, 1., 0., 0., 3, 0., 1., 0.,"
         "    position, null, orientation, 1, 1., 0., 0., 3, 0., 1., 0.;"
         "joint: 2, spherical hinge, 2, position, 0.5, 0., 0., 3, position, -0.5, 0., 0.;"
         "body: 2, 2, 1., null, diag, 0.01, 0.1, 0.1; body: 3, 3, 1., null, diag, 0.01, 0.1, 0.1;"
         "joint: 3, clamp, 1, node, node; gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";
}

class Last final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    x = state.nodes[3].x;
    iterations += report.iterations;
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  Vec3 x = Vec3::Zero();
  int iterations = 0;
};

struct Outcome {
  Vec3 x;
  int iterations;
  std::int64_t factorisations;
};

Outcome run(const std::string& cards) {
  std::string text = deck(cards);
  text.replace(text.find("joints: 2"), 9, "joints: 3");
  const auto analysis = read_model_text(text, "deck", {});
  Last last;
  const AnalysisReport report =
      InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(last);
  return {last.x, last.iterations, report.factorisations};
}

const std::string standard = "tolerance: 1e-10; max iterations: 50;";

}  // namespace

BOOST_AUTO_TEST_CASE(every_linear_solver_of_the_language_gives_the_same_motion) {
  const Vec3 expected = run(standard + "linear solver: klu;").x;
  BOOST_TEST(expected.z() < -0.01);  // it fell
  for (const char* solver : {"naive", "naive, colamd", "umfpack", "umfpack, cc", "superlu", "mumps", "lapack", "y12",
                             "pardiso", "krylov, tolerance, 1e-12"})
    BOOST_TEST((run(standard + "linear solver: " + solver + ";").x - expected).norm() < 1e-10, solver);
}

BOOST_AUTO_TEST_CASE(every_scaling_of_the_language_gives_the_same_motion) {
  const Vec3 expected = run(standard + "linear solver: klu;").x;
  for (const char* scale : {"no", "always", "once", "row max", "row sum, once", "column max", "column sum", "lapack",
                            "iterative, scale tolerance, 1e-2, scale iterations, 5", "row max column max, always"})
    for (const char* solver : {"klu", "umfpack", "superlu", "naive"})
      BOOST_TEST((run(standard + "linear solver: " + solver + ", scale, " + scale + ";").x - expected).norm() < 1e-10,
                 solver << " " << scale);
}

BOOST_AUTO_TEST_CASE(the_program_chooses_by_rows_and_fill) {
  const auto chosen = [](const std::string& path, const std::string& name) {
    const auto analysis = read_model(std::string(FLEXURA_SOURCE_DIR) + "/verification/" + path, {});
    analysis->problem.final_time = analysis->problem.initial_time + 3 * analysis->problem.time_step;
    analysis->problem.linear.name = name;
    Last last;
    return InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF)
        .run(last)
        .linear_solver;
  };
  BOOST_TEST(chosen("rigid/four_bar/four_bar.mbd", "") == "KLU with refactorisation");
  BOOST_TEST(chosen("beams/slider_crank/slider_crank.mbd", "") == "multifrontal");
  // Loops of joints: short rows, but the factors of KLU have 4.5 times as many entries as the matrix.
  BOOST_TEST(chosen("redundant/n_four_bar/n10.mbd", "") == "multifrontal");
  BOOST_TEST(chosen("redundant/n_four_bar/n10.mbd", "klu") == "KLU with refactorisation");
}

BOOST_AUTO_TEST_CASE(modified_newton_needs_fewer_factorisations_and_finds_the_same) {
  const Outcome full = run(standard + "nonlinear solver: newton raphson, true;");
  const Outcome modified = run(standard + "nonlinear solver: newton raphson, modified, 10;");
  const Outcome kept = run(standard + "nonlinear solver: newton raphson, modified, 20, keep jacobian matrix;");
  BOOST_TEST((modified.x - full.x).norm() < 1e-9);
  BOOST_TEST((kept.x - full.x).norm() < 1e-9);
  BOOST_TEST(modified.factorisations < full.factorisations);
  BOOST_TEST(kept.factorisations < modified.factorisations / 2);
  BOOST_TEST(kept.iterations >= full.iterations);
}

BOOST_AUTO_TEST_CASE(without_a_card_the_last_iteration_does_without_a_new_jacobian) {
  // A beam under a force that comes at once, free or on a hinge: five constraints are many for three nodes.
  const auto swung = [](bool spare, const std::string& count = "", const std::string& joint = "") {
    const auto analysis = read_model_text(
        "begin: data; problem: initial value; end: data;"
        "begin: initial value; initial time: 0.; final time: 0.1; time step: 1e-3; method: ms, 0.6;"
        "tolerance: 1e-4; max iterations: 20; end: initial value;"
        "begin: control data; structural nodes: 3; rigid bodies: 3; beams: 1; forces: 1; " +
            count +
            "end: control data; begin: nodes; structural: 1, dynamic, null, eye, null, null;"
            "structural: 2, dynamic, 0.5, 0., 0., eye, null, null; structural: 3, dynamic, 1., 0., 0., eye, null, null;"
            "end: nodes; begin: elements;"
            "body: 1, 1, 0.1, null, diag, 1e-3, 1e-3, 1e-3; body: 2, 2, 0.1, null, diag, 1e-3, 1e-3, 1e-3;"
            "body: 3, 3, 0.1, null, diag, 1e-3, 1e-3, 1e-3;"
            "beam3: 1, 1, null, 2, null, 3, null, eye, linear elastic generic, diag, 1e6, 1e5, 1e5, 50., 80., 80., "
            "same, same;" +
            joint + "force: 1, absolute, 3, position, null, 0., 0., 1., const, 40.; end: elements;",
        "deck", {});
    analysis->problem.nonlinear.spare_last = spare;
    Last last;
    const AnalysisReport report =
        InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(last);
    return Outcome{last.x, last.iterations, report.factorisations};
  };
  const Outcome full = swung(false);
  const Outcome spared = swung(true);
  BOOST_TEST(full.factorisations >= full.iterations);
  BOOST_TEST(spared.iterations <= 1.05 * full.iterations);
  BOOST_TEST(spared.factorisations < 0.9 * full.factorisations);
  BOOST_TEST((spared.x - full.x).norm() < 1e-8);
  const std::string hinge = "joint: 1, revolute pin, 1, position, null, position, null;";
  BOOST_TEST(swung(true, "joints: 1; ", hinge).factorisations == swung(false, "joints: 1; ", hinge).factorisations);
}

BOOST_AUTO_TEST_CASE(adaptive_newton_renews_the_jacobian_when_it_has_become_bad) {
  const Outcome full = run(standard + "nonlinear solver: newton raphson, true;");
  const Outcome adaptive = run(standard + "nonlinear solver: newton raphson, adaptive;");
  BOOST_TEST((adaptive.x - full.x).norm() < 1e-9);
  BOOST_TEST(adaptive.factorisations < full.factorisations / 2);
  // With a rate that no iteration reaches it is full Newton.
  const Outcome strict = run(standard + "nonlinear solver: newton raphson, adaptive, rate, 1e-12;");
  BOOST_TEST(strict.factorisations >= full.factorisations - full.iterations);
  BOOST_TEST(adaptive.iterations > strict.iterations);
}

BOOST_AUTO_TEST_CASE(small_linear_vibrations_need_next_to_no_factorisations) {
  const auto analysis = read_model_text(
      "begin: data; problem: initial value; end: data;"
      "begin: initial value; initial time: 0.; final time: 10.; time step: 0.01; method: ms, 0.6;"
      "tolerance: 1e-8; max iterations: 20; nonlinear solver: newton raphson, adaptive; end: initial value;"
      "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 3; end: control data;"
      "begin: nodes; structural: 1, static, null, eye, null, null;"
      "structural: 2, dynamic, 1., 0., 0., eye, 0., 1e-3, 0., null;"
      "structural: 3, dynamic, 2., 0., 0., eye, 0., 0., 1e-3, null; end: nodes;"
      "begin: elements; body: 2, 2, 1., null, eye; body: 3, 3, 1., null, eye; joint: 1, clamp, 1, node, node;"
      "joint: 2, deformable joint, 1, position, 1., 0., 0., 2, linear elastic generic, "
      "diag, 100., 100., 100., 10., 10., 10.;"
      "joint: 3, deformable joint, 2, position, 1., 0., 0., 3, linear elastic generic, "
      "diag, 100., 100., 100., 10., 10., 10.; end: elements;",
      "deck", {});
  Last last;
  const AnalysisReport report =
      InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(last);
  BOOST_TEST(report.steps == 1000);
  BOOST_TEST(report.factorisations <= 5);
  BOOST_TEST(report.iterations <= 1010);
}

BOOST_AUTO_TEST_CASE(tests_of_residual_and_solution_end_the_iteration) {
  const Vec3 expected = run(standard).x;
  for (const char* test : {"norm", "minmax", "relnorm", "sepnorm"})
    BOOST_TEST(
        (run(std::string("tolerance: 1e-9, test, ") + test + "; max iterations: 50;").x - expected).norm() < 1e-8,
        test);
  BOOST_TEST((run("tolerance: null, 1e-10, test, norm; max iterations: 50;").x - expected).norm() < 1e-8);
}

BOOST_AUTO_TEST_SUITE_END()
