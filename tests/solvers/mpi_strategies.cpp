// Strategies of the time step, its limits, and where an analysis ends.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/solvers/run_deck.h"

using namespace flexura;
using flexura::test::run_deck;

BOOST_AUTO_TEST_SUITE(strategies)

namespace {

class Record final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    time.push_back(report.time);
    step.push_back(report.time_step);
    iterations.push_back(report.iterations);
    error.push_back(report.residual_error);
    acceleration = state.nodes[1].a.x();
    rates = std::hypot(state.nodes[1].v.norm(), state.nodes[1].w.norm());
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  std::vector<double> time, step, error;
  std::vector<int> iterations;
  double acceleration = 0;
  double rates = 0;
};

/// A mass of 2 kg on a hardening spring, pushed by a force that follows a drive.
std::string pushed(const std::string& cards, const std::string& drive = "4.") {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 1.; time step: 0.1; method: ms, 0.6; tolerance: 1e-8;"
         "max iterations: 10;" +
         cards +
         "end: initial value;"
         "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1; end: control data;"
         "begin: nodes; structural: 1, dynamic, 0., 0., 0., eye, null, null; structural: 2, static, null, eye, "
         "null, null; end: nodes;"
         "begin: elements; body: 1, 1, 2., null, eye; joint: 2, clamp, 2, node, node;"
         "joint: 3, deformable displacement joint, 2, null, 1, null, cubic elastic generic, 1., 1., 1., 0., 0., 0., "
         "40., "
         "40., 40.;"
         "force: 1, absolute, 1, position, null, 1., 0., 0., " +
         drive + "; end: elements;";
}

std::string failure_of(const std::string& deck, Record& record, ExitCode expected = ExitCode::not_converged) {
  try {
    run_deck(deck, record);
  } catch (const Error& error) {
    BOOST_TEST((error.exit_code() == expected));
    return error.what();
  }
  return {};
}

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

}  // namespace

BOOST_AUTO_TEST_CASE(without_one_all_steps_are_equal_and_the_last_ends_at_the_final_time) {
  for (const char* cards : {"", "strategy: no change;", "max time step: 1e-3; min time step: 0.05;"}) {
    Record record;
    run_deck(pushed(cards), record);
    BOOST_REQUIRE(record.time.size() == 11U);
    BOOST_TEST(record.time.back() == 1.0);
    for (std::size_t k = 1; k < record.step.size(); ++k) BOOST_TEST(near(record.step[k], 0.1));
  }
}

BOOST_AUTO_TEST_CASE(factor_raises_steps_that_take_few_iterations_after_the_number_of_steps_given) {
  Record record;
  run_deck(pushed("strategy: factor, 0.5, 1, 1.5, 3, 100, 200; max time step: 0.3;"), record);
  // Every step takes fewer than 100 iterations: three of 0.1, three of 0.15, then what is left.
  const std::vector<double> expected = {0.1, 0.1, 0.1, 0.15, 0.15, 0.15, 0.225, 0.025};
  BOOST_REQUIRE(record.step.size() == expected.size() + 1);
  for (std::size_t k = 0; k < expected.size(); ++k) BOOST_TEST(near(record.step[k + 1], expected[k]), k);
  BOOST_TEST(record.time.back() == 1.0);
}

BOOST_AUTO_TEST_CASE(factor_reduces_steps_that_take_many_iterations) {
  Record record;
  run_deck(pushed("strategy: factor, 0.5, 2, 1., 1000, 0, 1;", "sine, 0., 6., 40., forever, 0."), record);
  const auto first = std::find_if(record.iterations.begin() + 1, record.iterations.end(), [](int n) { return n > 1; });
  BOOST_REQUIRE((first != record.iterations.end()));
  const auto at = static_cast<std::size_t>(first - record.iterations.begin());
  // Not before two steps have been made.
  const std::size_t change = std::max<std::size_t>(at, 2) + 1;
  BOOST_TEST(near(record.step[change - 1], 0.1));
  BOOST_TEST(near(record.step[change], 0.05));
}

BOOST_AUTO_TEST_CASE(factor_tries_a_step_that_fails_again_once) {
  // Behind a jump to a large force three iterations are not enough for 0.1 s, but they are for less.
  const std::string jump = "step, 0.45, 3000., 0.";
  Record none;
  BOOST_TEST(failure_of(pushed("max iterations: 3;", jump), none).find("no convergence in 3 iterations") !=
             std::string::npos);
  BOOST_TEST(near(none.time.back(), 0.4));
  Record record;
  run_deck(pushed("max iterations: 3; strategy: factor, 0.05, 0, 1., 1000, 0, 100;", jump), record);
  BOOST_TEST(near(record.time[5], 0.405));
  BOOST_TEST(near(*std::min_element(record.step.begin() + 1, record.step.end()), 0.005));
  BOOST_TEST(record.time.back() == 1.0);
  // Two failures in a row end the run.
  Record twice;
  BOOST_TEST(failure_of(pushed("max iterations: 3; strategy: factor, 0.999, 0, 1., 1000, 0, 100;", jump), twice)
                 .find("time step 0.0999: no convergence") != std::string::npos);
  BOOST_TEST(near(twice.time.back(), 0.4));
}

BOOST_AUTO_TEST_CASE(change_follows_a_drive_within_the_limits) {
  Record record;
  run_deck(pushed("strategy: change, piecewise linear, 2, 0., 0.1, 1., 0.3; max time step: 0.2;"), record);
  // 0.1 as the first step says, then 0.1 + 0.2 t, at most 0.2.
  double t = 0.1;
  for (std::size_t k = 2; k < record.step.size() - 1; ++k) {
    const double h = std::min(0.1 + 0.2 * t, 0.2);
    BOOST_TEST(near(record.step[k], h), k);
    t += h;
  }
  BOOST_TEST(record.time.back() == 1.0);
}

BOOST_AUTO_TEST_CASE(the_largest_step_may_be_a_drive) {
  Record record;
  run_deck(pushed("strategy: change, const, 0.5; max time step: step, 0.35, -0.05, 0.1;"), record);
  for (std::size_t k = 1; k + 1 < record.step.size(); ++k)
    BOOST_TEST(near(record.step[k], record.time[k - 1] > 0.35 ? 0.05 : 0.1), k);
}

BOOST_AUTO_TEST_CASE(a_strategy_that_wants_less_than_the_smallest_step_ends_the_run) {
  for (const char* strategy : {"strategy: change, ramp, -0.1, 0., forever, 0.1;",
                               "strategy: factor, 0.5, 0, 1., 1000, 0, 1;", "strategy: error, 1e-8;"}) {
    Record record;
    const std::string text =
        failure_of(pushed(std::string(strategy) + "min time step: 0.07;", "sine, 0., 6., 40., forever, 0."), record);
    BOOST_TEST(text.find("would fall below the minimum 7.000e-02") != std::string::npos, strategy << text);
  }
}

BOOST_AUTO_TEST_CASE(an_analysis_ends_after_the_phase_named) {
  const std::vector<std::pair<const char*, std::size_t>> cases = {{"abort after: input;", 1U},
                                                                  {"abort after: assembly;", 1U},
                                                                  {"abort after: derivatives;", 1U},
                                                                  {"abort after: regular step, 3;", 4U},
                                                                  {"", 11U},
                                                                  {"abort after: dummy steps;", 1U}};
  for (const auto& [cards, points] : cases) {
    Record record;
    run_deck(pushed(cards), record);
    BOOST_TEST(record.time.size() == points, cards);
    const bool before = std::string(cards).find("input") != std::string::npos ||
                        std::string(cards).find("assembly") != std::string::npos;
    // Accelerations, 4 N / 2 kg at the start, are those of the derivatives.
    if (points == 1) BOOST_TEST(near(record.acceleration, before ? 0 : 2), cards << record.acceleration);
  }
}

BOOST_AUTO_TEST_CASE(radii_follow_drives) {
  // With a radius of 1 energy stays, with 0 it goes: half of the time each.
  const auto energy = [](const std::string& radius) {
    const auto analysis = read_model_text(
        "drive caller: 7, step, 10., -1., 1.;" +
            std::string("begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; "
                        "final time: 20.; time step: 0.5; tolerance: 1e-9; max iterations: 10; method: ms, ") +
            radius +
            "; end: initial value; begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; end: control "
            "data; begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, null, null; structural: 2, static, null, "
            "eye, null, null; end: nodes; begin: elements; body: 1, 1, 1., null, eye; joint: 2, clamp, 2, node, node; "
            "joint: 3, "
            "deformable displacement joint, 2, null, 1, null, linear elastic isotropic, 4.; end: elements;",
        "deck", {});
    Record record;
    InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF);
    problem.run(record);
    const NodeState& node = problem.state().nodes[1];
    return 0.5 * node.v.squaredNorm() + 2 * node.x.squaredNorm();
  };
  const double kept = energy("1."), lost = energy("0."), half = energy("postponed, 7");
  BOOST_TEST(std::abs(kept - 2) < 0.02, kept);
  BOOST_TEST(lost < 0.2, lost);
  BOOST_TEST(half > 2 * lost);
  BOOST_TEST(half < 0.9 * kept);
}

BOOST_AUTO_TEST_CASE(a_modified_residual_test_counts_rates) {
  // At this tolerance nothing is iterated.
  const auto deck = [](const std::string& cards) {
    return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 0.1; "
           "time step: 0.1; method: ms, 0.6; max iterations: 10;" +
           cards +
           "end: initial value; begin: control data; structural nodes: 1; rigid bodies: 1; forces: 1; end: control "
           "data;"
           "begin: nodes; structural: 1, dynamic, null, eye, 0., 3., 0., 0., 0., 4.; end: nodes;"
           "begin: elements; body: 1, 1, 2., null, eye;"
           "force: 1, absolute, 1, position, null, 0., 1., 0., sine, 0., 2., 4., forever, 0.; end: elements;";
  };
  Record plain;
  Record modified;
  run_deck(deck("tolerance: 1e3;"), plain);
  run_deck(deck("tolerance: 1e3; modify residual test;"), modified);
  BOOST_REQUIRE(plain.error.size() == 2U);
  BOOST_REQUIRE(modified.error.size() == 2U);
  BOOST_TEST(plain.error[1] > 0.5);                // the force of 4 sin(0.2) N
  BOOST_TEST(std::abs(modified.rates - 5) < 0.2);  // 3 m/s and 4 rad/s
  BOOST_TEST(std::abs(plain.error[1] / modified.error[1] - (1 + modified.rates)) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
