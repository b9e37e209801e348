// Static problems: steps made in parts where one iteration does not reach the equilibrium, and arc length.
#include <petscsys.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(statics)

namespace {

std::string deck(const std::string& cards, const std::string& control, const std::string& nodes,
                 const std::string& elements) {
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; method: implicit "
         "euler;" +
         cards + "end: initial value; begin: control data; model: static;" + control +
         "end: control data; begin: nodes;" + nodes + "end: nodes; begin: elements;" + elements + "end: elements;";
}

constexpr int beams = 8;

/// A cantilever of length 8 with E I = 8 along x; a couple of 2 pi E I/L times the drive about z rolls its tip up.
std::string roll_up(const std::string& cards, const std::string& drive) {
  std::string nodes;
  std::string elements = "joint: 1, clamp, 1, node, node; couple: 1, follower, " + std::to_string(2 * beams + 1) +
                         ", position, null, 0., 0., 2.*pi, " + drive + ";";
  for (int i = 0; i <= 2 * beams; ++i)
    nodes +=
        "structural: " + std::to_string(i + 1) + ", static, " + std::to_string(0.5 * i) + ", 0., 0., eye, null, null;";
  for (int k = 0; k < beams; ++k) {
    const auto node = [&](int j) { return std::to_string(2 * k + j) + ", null, "; };
    elements += "beam3: " + std::to_string(k + 1) + ", " + node(1) + node(2) + node(3) +
                "eye, linear elastic generic, diag, 1e3, 1e3, 1e3, 8., 8., 8., same, same;";
  }
  return deck("tolerance: 1e-8; max iterations: 20;" + cards,
              "structural nodes: " + std::to_string(2 * beams + 1) + "; beams: " + std::to_string(beams) +
                  "; joints: 1; forces: 1;",
              nodes, elements);
}

/// Two rods from (-1, 0) and (1, 0) to an apex at height 0.2, E A = 1000, under a force down of 1 N times the time.
std::string truss(const std::string& cards) {
  return deck("tolerance: 1e-9; max iterations: 20; time step: 0.5;" + cards,
              "structural nodes: 3; joints: 5; forces: 1;",
              "structural: 1, static, -1., 0., 0., eye, null, null; structural: 2, static, 1., 0., 0., eye, null, null;"
              "structural: 3, static, 0., 0.2, 0., eye, null, null;",
              "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
              "joint: 3, total pin joint, 3, position, 0., 0.2, 0., position constraint, 0, 0, 1, null,"
              "orientation constraint, 1, 1, 1, null;"
              "joint: 4, rod, 1, 3, from nodes, linear elastic, 1000.;"
              "joint: 5, rod, 2, 3, from nodes, linear elastic, 1000.;"
              "force: 1, absolute, 3, position, null, 0., -1., 0., linear, 0., 1.;");
}

/// Largest load of the truss: F(w) = 2 E A (l0 - l)/l0 w/l has its extreme where l^3 = l0 b^2.
double truss_limit() {
  const double l0 = std::hypot(1, 0.2);
  const double l = std::cbrt(l0);
  return 2000 * (l0 - l) / l0 * std::sqrt(l * l - 1) / l;
}

class Recorder final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    times.push_back(report.time);
    iterations += report.iterations;
    tip.push_back(state.nodes[last].x);
  }
  void message(const std::string& text) override { messages += text + "\n"; }
  bool stop_requested() override { return false; }

  NodeIndex last = 0;
  std::vector<double> times;
  std::vector<Vec3> tip;
  std::int64_t iterations = 0;
  std::string messages;
};

void run(const std::string& text, Recorder& recorder) {
  const auto analysis = read_model_text(text, "deck", {});
  recorder.last = analysis->model.node_count() - 1;
  InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, PETSC_COMM_WORLD);
  problem.run(recorder);
}

std::string failure_of(const std::string& text) {
  Recorder recorder;
  try {
    run(text, recorder);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

int size() {
  int ranks = 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  return ranks;
}

/// The tip closes the circle: the last node is known where it is owned only, so that several ranks compare messages.
void check_closed(const Recorder& recorder) {
  if (size() == 1) BOOST_TEST(recorder.tip.back().norm() < 1e-6);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_whole_load_in_one_step) {
  for (const std::string drive : {"linear, 0., 2.", "const, 2.", "step, 0.4, 2., 0."}) {
    BOOST_TEST_CONTEXT(drive) {
      Recorder one;
      run(roll_up("final time: 1.; time step: 1.;", drive), one);
      BOOST_TEST(one.times.size() == 2u);
      BOOST_TEST(contains(one.messages, "1 of 1 steps were made in parts"));
      check_closed(one);
    }
  }
}

BOOST_AUTO_TEST_CASE(one_step_ends_where_many_do) {
  Recorder one;
  Recorder many;
  run(roll_up("final time: 1.; time step: 1.;", "linear, 0., 0.9"), one);
  run(roll_up("final time: 1.; time step: 0.02;", "linear, 0., 0.9"), many);
  BOOST_TEST(contains(one.messages, "made in parts"));
  BOOST_TEST(!contains(many.messages, "made in parts"));
  if (size() == 1) BOOST_TEST((one.tip.back() - many.tip.back()).norm() < 1e-7);
}

BOOST_AUTO_TEST_CASE(steps_after_one_in_parts_go_on_from_its_end) {
  Recorder steps;
  run(roll_up("final time: 3.; time step: 1.;", "piecewise linear, 3, 0., 0., 1., 2., 2., 2.001"), steps);
  BOOST_TEST(steps.times.size() == 4u);
  if (size() == 1) BOOST_TEST((steps.tip[3] - steps.tip[2]).norm() < 1e-7);
}

BOOST_AUTO_TEST_CASE(without_load_continuation_the_iteration_is_left_alone) {
  const std::string text =
      failure_of(roll_up("final time: 1.; time step: 1.; load continuation: no; max iterations: 5;", "const, 3."));
  BOOST_TEST(contains(text, "no convergence in 5 iterations"));
}

BOOST_AUTO_TEST_CASE(a_limit_of_the_load_is_an_error_that_says_how_much_is_on) {
  // The couple 20 N m times the time lifts a pendulum of 10 N m at most: sin(angle) = 2 t.
  const std::string text = failure_of(
      deck("tolerance: 1e-9; max iterations: 20; time step: 1.; final time: 1.;",
           "structural nodes: 1; joints: 1; forces: 2;", "structural: 1, static, null, eye, null, null;",
           "joint: 1, total pin joint, 1, position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 0, null;"
           "force: 1, absolute, 1, position, 0., -1., 0., 0., -1., 0., const, 10.;"
           "couple: 2, absolute, 1, position, null, 0., 0., 1., linear, 0., 20.;"));
  BOOST_TEST_REQUIRE(contains(text, "cannot be continued beyond time "));
  const double reached = std::stod(text.substr(text.find("beyond time ") + 12));
  BOOST_TEST(reached <= 0.5);
  BOOST_TEST(reached > 0.499);  // the last parts are smaller than 1e-5
}

BOOST_AUTO_TEST_CASE(arc_length_passes_the_limits_of_a_truss) {
  Recorder path;
  run(truss("final time: 10.; strategy: arc length, 0.01, steps, 500;"), path);
  BOOST_TEST(path.times.back() == 10);
  const double most = truss_limit();
  BOOST_TEST(contains(path.messages, "limit of the load: time"));
  double largest = 0;
  for (std::size_t k = 1; k + 1 < path.times.size(); ++k)
    if (path.times[k] > path.times[k - 1] && path.times[k] > path.times[k + 1]) largest = path.times[k];
  BOOST_TEST(largest <= most * (1 + 1e-9));
  BOOST_TEST(largest > most * (1 - 1e-2));
  const std::size_t at = path.messages.find("time ") + 5;
  // A parabola through points 0.01 apart on a curve with a radius of the size of the rise.
  BOOST_TEST(std::stod(path.messages.substr(at)) == most, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(arc_length_ends_after_the_steps_asked_for) {
  Recorder path;
  run(truss("final time: 10.; strategy: arc length, 0.01, steps, 7;"), path);
  BOOST_TEST(path.times.size() == 8u);
  BOOST_TEST(contains(path.messages, "7 steps along the path were made"));
}

BOOST_AUTO_TEST_CASE(arc_length_is_for_static_problems) {
  std::string text = truss("final time: 1.; strategy: arc length, 0.01;");
  text.replace(text.find("model: static;"), 14, "");
  BOOST_CHECK_EXCEPTION((void)read_model_text(text, "deck", {}), Error, [](const Error& error) {
    return contains(error.what(), "`strategy: arc length` needs `model: static`");
  });
}

BOOST_AUTO_TEST_CASE(a_pendulum_has_no_stiffness_but_that_of_its_reaction) {
  for (const double degrees : {30.0, 80.0, 100.0, 150.0}) {
    BOOST_TEST_CONTEXT(degrees) {
      const double angle = degrees * std::numbers::pi / 180;
      Recorder seen;
      run(deck(
              "tolerance: 1e-9; max iterations: 20; final time: 1.; time step: 1.;",
              "structural nodes: 1; rigid bodies: 1; joints: 1; gravity;",
              "structural: 1, dynamic, " + std::to_string(4 * std::sin(angle)) + ", 0., " +
                  std::to_string(-4 * std::cos(angle)) + ", eye, null, null;",
              "body: 1, 1, 15., null, diag, 1., 1., 1.; gravity: uniform, 0., 0., -1., const, 9.81;"
              "joint: 1, revolute pin, 1, position, reference, global, null, orientation, 3, 0., 1., 0., 1, 1., 0., 0.,"
              "null, orientation, 3, 0., 1., 0., 1, 1., 0., 0.;"),
          seen);
      BOOST_TEST(seen.times.size() == 2u);
      if (size() == 1) BOOST_TEST((seen.tip.back() - Vec3(0, 0, degrees < 90 ? -4 : 4)).norm() < 1e-5);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
