// Line search: where full Newton steps run away, fractions of them arrive.
#include <petscsys.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

#include "input/blocks/analysis.h"
#include "math/rotation.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(line_search)

namespace {

/// An abstract node held by a spring of force atan(x): Newton from abs(x) > 1.39 runs away.
std::string spring(const std::string& cards, double start = 9, const std::string& expression = "atan(e)") {
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1.; "
         "time step: 1.; method: implicit euler; tolerance: 1e-10; max iterations: 30; load continuation: no;" +
         cards +
         "end: initial value; begin: control data; model: static; abstract nodes: 1; genels: 1; end: control data;"
         "begin: nodes; abstract: 1, algebraic, value, " +
         std::to_string(start) +
         "; end: nodes; begin: elements; genel: 1, spring support, 1, abstract, algebraic, symbolic elastic, epsilon, "
         "\"e\", expression, \"" +
         expression + "\"; end: elements;";
}

class Recorder final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    x = state.nodes[last].x(0);
    turn = rotation_log<double>(state.nodes[last].R);
    iterations = report.iterations;
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  NodeIndex last = 0;
  double x = 0;
  Vec3 turn = Vec3::Zero();
  int iterations = 0;
};

struct Outcome {
  double x = 0;
  Vec3 turn = Vec3::Zero();
  int iterations = 0;
};

Outcome run(const std::string& text) {
  const auto analysis = read_model_text(text, "deck", {});
  Recorder recorder;
  recorder.last = analysis->model.node_count() - 1;
  InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, PETSC_COMM_SELF);
  problem.run(recorder);
  return {recorder.x, recorder.turn, recorder.iterations};
}

std::string failure_of(const std::string& text) {
  try {
    run(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(full_newton_runs_away) { BOOST_TEST(!failure_of(spring("")).empty()); }

BOOST_AUTO_TEST_CASE(both_algorithms_arrive) {
  for (const std::string algorithm : {"cubic", "factor"}) {
    for (const double start : {9.0, -4.0, 0.5}) {
      const Outcome r =
          run(spring("nonlinear solver: line search, lambda min, 1e-4, algorithm, " + algorithm + ";", start));
      BOOST_TEST(std::abs(r.x) < 1e-9, algorithm << " from " << start << ": " << r.x);
      BOOST_TEST(r.iterations < 15);
    }
  }
}

BOOST_AUTO_TEST_CASE(where_full_steps_do_they_are_taken) {
  const Outcome plain = run(spring("", 0.5));
  const Outcome searched = run(spring("nonlinear solver: line search;", 0.5));
  BOOST_TEST(plain.iterations == searched.iterations);
  BOOST_TEST(plain.x == searched.x);
}

BOOST_AUTO_TEST_CASE(the_smallest_fraction_ends_the_search) {
  // 0.9 of the first step from 9 still goes beyond -9.
  const std::string text = failure_of(spring("nonlinear solver: line search, lambda min, 0.9, relative, no;"));
  BOOST_TEST(text.find("no fraction of the step down to 0.9") != std::string::npos, text);
  // Taken all the same, it runs away as full Newton does.
  const std::string taken =
      failure_of(spring("nonlinear solver: line search, lambda min, 0.9, relative, no, abort at lambda min, no;"));
  BOOST_TEST(taken.find("no fraction") == std::string::npos, taken);
  BOOST_TEST(!taken.empty());
}

BOOST_AUTO_TEST_CASE(an_iteration_that_diverges_is_ended) {
  // From 9 by full steps: 9, -111, ...
  for (const std::string solver :
       {"newton raphson, true, divergence check, yes", "newton raphson, divergence check, yes, factor, 1.",
        "line search, lambda min, 0.9, relative, no, abort at lambda min, no, divergence check, yes"}) {
    const std::string text = failure_of(spring("nonlinear solver: " + solver + ";"));
    BOOST_TEST(text.find("iteration 1 diverges") != std::string::npos, solver << ": " << text);
  }
  // atan(111)/atan(9) = 1.07 is allowed here.
  const std::string later = failure_of(spring("nonlinear solver: newton raphson, divergence check, yes, factor, 2.;"));
  BOOST_TEST(!later.empty());
  BOOST_TEST(later.find("diverges") == std::string::npos, later);
  const std::string off = failure_of(spring("nonlinear solver: newton raphson, divergence check, no;"));
  BOOST_TEST(off.find("diverges") == std::string::npos, off);
  BOOST_TEST(failure_of(spring("nonlinear solver: newton raphson, true, divergence check, yes;", 0.5)).empty());
}

BOOST_AUTO_TEST_CASE(an_overflow_after_growth_is_divergence_and_not_a_bad_law) {
  // 1 + x/10 + x^3 with the Jacobian of x = 0: 0, -10, 1e4, -1e13, ...
  const auto cubic = [](const std::string& start) {
    return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1.; "
           "time step: 1.; method: implicit euler; tolerance: 1e-10; max iterations: 30; load continuation: no;"
           "nonlinear solver: newton raphson, modified, 30; end: initial value;"
           "begin: control data; model: static; abstract nodes: 1; genels: 1; end: control data;"
           "begin: nodes; abstract: 1, algebraic, value, " +
           start +
           "; end: nodes; begin: elements; genel: 1, spring support, 1, abstract, algebraic, cubic elastic generic, "
           "0.1, 0., 1., prestress, 1.; end: elements;";
  };
  BOOST_CHECK_EXCEPTION(run(cubic("0.")), Error, [](const Error& e) {
    const std::string what = e.what();
    return e.exit_code() == ExitCode::not_converged &&
           what.find("iteration 5 diverges: the residual overflows") < what.size();
  });
  BOOST_CHECK_EXCEPTION(run(cubic("1e200")), Error, [](const Error& e) {
    return e.exit_code() == ExitCode::not_a_number &&
           std::string(e.what()).find("iteration 0: the residual is not a number") < 100;
  });
}

BOOST_AUTO_TEST_CASE(long_steps_are_shortened) {
  // One unknown: at most 0.5 of velocity, here of position, in an iteration; atan(9)/atan'(9) = 120 otherwise.
  const Outcome r =
      run(spring("nonlinear solver: line search, max step, 0.5, scale Newton step, yes, min scale, "
                 "1e-3;"));
  BOOST_TEST(std::abs(r.x) < 1e-9);
  BOOST_TEST(r.iterations > 15);  // 9 in steps of 0.5
}

BOOST_AUTO_TEST_CASE(rotations_and_reactions_go_back_with_the_step) {
  // A body on a hinge with the moment atan(20 angle), turned by 1 rad: the first full step would be 30 rad.
  const Outcome r =
      run("begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1.; "
          "time step: 1.; method: implicit euler; tolerance: 1e-10; max iterations: 30; load continuation: no;"
          "nonlinear solver: line search, lambda min, 1e-4; end: initial value;"
          "begin: control data; model: static; structural nodes: 2; joints: 3; forces: 1; end: control data;"
          "begin: nodes; structural: 1, static, null, eye, null, null;"
          "structural: 2, static, null, euler, 0., 0., 1., null, null; end: nodes;"
          "begin: elements; joint: 1, clamp, 1, node, node; joint: 2, revolute hinge, 1, null, 2, null;"
          "joint: 3, deformable hinge, 1, 2, symbolic elastic, epsilon, \"a\", \"b\", \"e\", expression, \"a\", \"b\", "
          "\"atan(20.*e)\"; force: 1, absolute, 2, position, null, 0., 0., 1., const, 3.; end: elements;");
  BOOST_TEST(r.turn.norm() < 1e-9, r.turn.transpose());
  BOOST_TEST(r.iterations < 20);
}

BOOST_AUTO_TEST_CASE(a_residual_without_value_is_no_progress) {
  // Newton from 9 steps to -120, where the square root has no value.
  const Outcome r = run(spring("nonlinear solver: line search, lambda min, 1e-4;", 9, "sqrt(e + 1.) - 1."));
  BOOST_TEST(std::abs(r.x) < 1e-9);
}

BOOST_AUTO_TEST_SUITE_END()
