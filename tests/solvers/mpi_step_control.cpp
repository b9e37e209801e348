// Steps from the local error: constants of methods, events of drives, failed steps, limits.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "solvers/problems/error_estimate.h"
#include "tests/solvers/run_deck.h"

using namespace flexura;
using flexura::test::run_deck;

BOOST_AUTO_TEST_SUITE(step_control)

namespace {

class Record final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    time.push_back(report.time);
    x.push_back(state.nodes[1].x);
  }
  void message(const std::string& text) override { messages += text + "\n"; }
  bool stop_requested() override { return false; }
  std::vector<double> time;
  std::vector<Vec3> x;
  std::string messages;
};

/// A mass of 2 kg pushed along x by a force that follows a drive.
std::string pushed(const std::string& cards, const std::string& drive) {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 1.; time step: 0.01; tolerance: 1e-9;"
         "max iterations: 10;" +
         cards +
         "end: initial value;"
         "begin: control data; structural nodes: 1; rigid bodies: 1; forces: 1; end: control data;"
         "begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, null, null; end: nodes;"
         "begin: elements; body: 1, 1, 2., null, eye; force: 1, absolute, 1, position, null, 1., 0., 0., " +
         drive + "; end: elements;";
}

LocalError local_error_of(const char* keyword, double rho) {
  MethodSettings settings;
  settings.keyword = keyword;
  return local_error(*make_method(settings), rho);
}

}  // namespace

BOOST_AUTO_TEST_CASE(error_constants_are_those_of_the_methods) {
  BOOST_TEST(local_error_of("cranknicolson", 1).order == 2);
  BOOST_TEST(std::abs(local_error_of("cranknicolson", 1).constant - 1.0 / 12) < 1e-9);
  BOOST_TEST(local_error_of("impliciteuler", 0).order == 1);
  BOOST_TEST(std::abs(local_error_of("impliciteuler", 0).constant - 0.5) < 1e-9);
  // BDF2 on x' = t^2/2: the solution is t^3/6 + C t with C = 1/3 (Hairer, Norsett, Wanner, Solving ODEs I, table
  // III.2.1: 2/9 for the formula divided by the sum 2/3 of its rates).
  BOOST_TEST(std::abs(local_error_of("ms2", 0).constant - 1.0 / 3) < 1e-9);
  BOOST_TEST(std::abs(local_error_of("dirk43", 0).constant - 1.0 / 12 / 16) < 1e-9);  // four stages of order 3
  const double reach = 1.04;                                                          // of the last but one of five
  BOOST_TEST(std::abs(local_error_of("dirk54", 0).constant - reach * reach * reach / 12 / 25) < 1e-9);
}

BOOST_AUTO_TEST_CASE(every_method_reaches_the_accuracy_asked_for_on_a_constraint) {
  // A pendulum of 1 m released at 2 rad passes the lowest point at 5/4 of its period 4 K(k) / w, k = sin(theta0/2).
  const double w = std::sqrt(9.81);
  const double time = 5 * std::comp_ellint_1(std::sin(1.0)) / w;
  for (const std::string method :
       {"ms, 0.6",    "ms, 0.",      "ms3, 0.6",    "ms4, 0.6",    "ss2, 0.6",    "ss3, 0.6",    "hope, 0.6",
        "bdf",        "Bathe, 0.6",  "Bathe, 0.",   "msstc3, 0.6", "msstc4, 0.6", "msstc5, 0.6", "mssth3, 0.6",
        "mssth3, 0.", "mssth4, 0.6", "mssth5, 0.6", "DIRK33",      "DIRK43",      "DIRK54",      "implicit euler"}) {
    const double accuracy = method == "implicit euler" ? 0.05 : 1e-4;
    Record record;
    run_deck(fmt::format(
                 "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: "
                 "{:.17g}; time step: 1e-3; strategy: error, {}; method: {}; tolerance: 1e-9; max iterations: 20; "
                 "end: initial value; begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; gravity; "
                 "end: control data; begin: nodes; structural: 1, dynamic, {:.17g}, 0., {:.17g}, eye, null, null; "
                 "structural: 2, static, null, eye, null, null; end: nodes; begin: elements; joint: 1, clamp, 2, node, "
                 "node; "
                 "joint: 2, distance, 2, 1, const, 1.; body: 1, 1, 2., null, diag, 1e-3, 1e-3, 1e-3; "
                 "gravity: uniform, 0., 0., -1., 9.81; end: elements;",
                 time, accuracy, method, std::sin(2.0), -std::cos(2.0)),
             record);
    BOOST_TEST(record.time.back() == time);
    const double error = (record.x.back() - Vec3(0, 0, -1)).norm();
    BOOST_TEST(error < 10 * accuracy, method << ": error " << error);
    BOOST_TEST_MESSAGE(method << ": error " << error / accuracy << " of what was asked for in " << record.time.size()
                              << " steps");
    BOOST_TEST(error > 0.1 * accuracy, method << ": error " << error);
  }
}

BOOST_AUTO_TEST_CASE(a_force_switched_on_between_steps_costs_no_accuracy) {
  // x = 1 + (t - t0)^2 / 4: exact with second order once the event ends a step.
  for (const char* method : {"method: ms, 0.6;", "method: bathe, 0.6;", "method: dirk33;"}) {
    Record record;
    run_deck(pushed(std::string(method) + "strategy: error, 1e-3;", "step, 0.317, 1., 0."), record);
    BOOST_TEST(record.time.back() == 1.0);
    double worst = 0;
    for (std::size_t k = 0; k < record.time.size(); ++k) {
      const double after = std::max(0.0, record.time[k] - 0.317);
      worst = std::max(worst, std::abs(record.x[k].x() - 1 - 0.25 * after * after));
    }
    BOOST_TEST(worst < 1e-9, method << worst);
    BOOST_TEST(record.time.size() < 60U);  // steps grow where nothing happens
  }
  Record fixed;  // the same with fixed steps is wrong by h v
  run_deck(pushed("method: ms, 0.6;", "step, 0.317, 1., 0."), fixed);
  BOOST_TEST(std::abs(fixed.x.back().x() - 1 - 0.25 * 0.683 * 0.683) > 1e-5);
}

BOOST_AUTO_TEST_CASE(absolute_tolerances_go_before_the_relative_one) {
  const std::string drive = "sine, 0., 20., 3., forever, 0.";
  Record coarse, fine, by_length;
  // The mass moves by 0.075 m of 1.075 m: 3 to 7 % of 1.075e-5 m are allowed.
  run_deck(pushed("method: ms, 0.6; strategy: error, 1e-2;", drive), coarse);
  run_deck(pushed("method: ms, 0.6; strategy: error, 1e-5;", drive), fine);
  run_deck(pushed("method: ms, 0.6; strategy: error, 1e-2, length, 6e-7;", drive), by_length);
  BOOST_TEST(fine.time.size() > 10 * coarse.time.size());
  BOOST_TEST(static_cast<double>(by_length.time.size()) > 0.7 * static_cast<double>(fine.time.size()));
  // x'' = 1.5 sin(20 t): x = 1 + 1.5/400 (20 t - sin(20 t))
  const double exact = 1 + 1.5 / 400 * (20 - std::sin(20.0));
  BOOST_TEST(std::abs(fine.x.back().x() - exact) < 1e-5);
  BOOST_TEST(std::abs(coarse.x.back().x() - exact) < 1e-2);
  BOOST_TEST(std::abs(coarse.x.back().x() - exact) > 1e-5);
}

BOOST_AUTO_TEST_CASE(the_relative_tolerance_is_of_the_span_of_the_model) {
  // Nodes at 1 and at -1 span 2 m, whatever side of the origin they are on. One moves by 0.025 m, so that the smallest
  // share, 0.03, holds.
  const std::string drive = "sine, 0., 20., 1., forever, 0.";
  const auto two = [&](const std::string& tolerance) {
    std::string text = pushed("method: ms, 0.6; strategy: error, " + tolerance + ";", drive);
    const auto put = [&text](const std::string& before, const std::string& more) {
      text.insert(text.find(before), more);
    };
    text.replace(text.find("structural nodes: 1; rigid bodies: 1"), 36, "structural nodes: 2; rigid bodies: 2");
    put(" end: nodes", "structural: 2, dynamic, -1., 0., 0., eye, null, null;");
    put("force: 1", "body: 2, 2, 2., null, eye; ");
    return text;
  };
  Record relative, absolute;
  run_deck(two("1e-4"), relative);
  run_deck(two("1e-4, length, 6e-6"), absolute);
  BOOST_TEST(absolute.time.size() > 20U);
  BOOST_TEST(std::abs(static_cast<double>(relative.time.size()) / static_cast<double>(absolute.time.size()) - 1) < 0.1);
}

BOOST_AUTO_TEST_CASE(small_motions_have_errors_in_proportion) {
  // The mass at 1 m moves by 1.5/400 * 20 = 0.075 m only.
  Record record;
  run_deck(pushed("method: ms, 0.6; strategy: error, 0.1;", "sine, 0., 20., 3., forever, 0."), record);
  double worst = 0;
  for (std::size_t k = 0; k < record.time.size(); ++k) {
    const double t = record.time[k];
    worst = std::max(worst, std::abs(record.x[k].x() - 1 - 1.5 / 400 * (20 * t - std::sin(20 * t))));
  }
  BOOST_TEST(worst < 0.1 * 0.075, worst);
}

BOOST_AUTO_TEST_CASE(the_limits_of_the_step_hold) {
  Record record;
  run_deck(pushed("method: ms, 0.6; strategy: error, 1e-2; max time step: 0.02;", "1."), record);
  for (std::size_t k = 1; k < record.time.size(); ++k) BOOST_TEST(record.time[k] - record.time[k - 1] < 0.02 + 1e-12);
  Record failed;
  BOOST_CHECK_EXCEPTION(
      run_deck(pushed("method: ms, 0.6; strategy: error, 1e-9; min time step: 5e-3;", "sine, 0., 20., 3., forever, 0."),
               failed),
      Error, [](const Error& e) {
        return e.exit_code() == ExitCode::not_converged &&
               std::string(e.what()).find("would fall below the minimum 5.000e-03") != std::string::npos;
      });
}

BOOST_AUTO_TEST_SUITE_END()
