// Linear models from inputs to outputs on any number of ranks, and equilibria without the stiffness of constraints.
#include <mpi.h>

#include <boost/test/unit_test.hpp>

#include <Eigen/LU>
#include <cmath>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(state_spaces)

namespace {

std::string deck(const std::string& counts, const std::string& nodes, const std::string& elements,
                 const std::string& control = "", const std::string& steps = "") {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; method: ms, 0.6; tolerance: 1e-9; max iterations: 30; " +
         steps + " end: initial value; begin: control data; " + counts + control +
         " end: control data; drive caller: 10, const, 0., output, no; drive caller: 11, const, 0., output, no;"
         "begin: nodes; " +
         nodes + " end: nodes; begin: elements; " + elements + " end: elements;";
}

class Catcher final : public StepObserver {
 public:
  void accepted(const StepReport&, const State& state, const double*, const double*) override {
    place = state.nodes[2].x;
  }
  void message(const std::string& text) override { messages += text + "\n"; }
  void state_space(const StateSpaceResult& result) override { results.push_back(result); }
  bool stop_requested() override { return false; }
  std::vector<StateSpaceResult> results;
  std::string messages;
  Vec3 place = Vec3::Zero();
};

Catcher& run(const std::string& text, Catcher& catcher) {
  const auto analysis = read_model_text(text, "deck", {});
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD).run(catcher);
  return catcher;
}

std::string failure_of(const std::string& text, ExitCode& code) {
  Catcher catcher;
  code = ExitCode::success;
  try {
    run(text, catcher);
  } catch (const Error& error) {
    code = error.exit_code();
    return error.what();
  }
  return {};
}

/// Of all ranks: the one that has the node knows.
double smallest(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return value;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A door of mass 12 on `hinges` hinges along x, hanging down, with a couple about the axis as input.
std::string door(int hinges, const std::string& outputs, const std::string& more = "") {
  std::string elements = "joint: 1, clamp, 1, node, node;";
  for (int k = 0; k < hinges; ++k) {
    const std::string along = std::to_string(k) + ".*0.7, 0., ";
    const std::string axes = ", orientation, 3, 1., 0., 0., 1, 0., 1., 0.";
    elements += "joint: 1" + std::to_string(k) + ", revolute hinge, 1, position, " + along + "0." + axes +
                ", 2, position, " + along + "0.5" + axes + ";";
  }
  elements +=
      "body: 2, 2, 12., null, diag, 1., 0.5, 1.5; gravity: uniform, 0., 0., -1., const, 9.81;"
      "couple: 1, absolute, 2, 1., 0., 0., reference, 10;" +
      more + "state space: 0., input, 10, " + outputs + ";";
  return deck("structural nodes: 2; rigid bodies: 1; joints: " + std::to_string(hinges + 1) + "; forces: 1; gravity;",
              "structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0., 0., -0.5, eye, null, null;",
              elements);
}

constexpr const char* swing = "output, node, 2, structural, string, \"Phi[1]\", direct";

/// A point mass on a link of 2 m, `angle` from hanging down.
std::string pendulum(const std::string& angle, const std::string& stiffness) {
  return deck("structural nodes: 2; rigid bodies: 1; joints: 2; gravity;",
              "structural: 1, static, null, eye, null, null;"
              "structural: 2, dynamic, 2.*sin(" +
                  angle + "), 0., -2.*cos(" + angle + "), euler, 0., -(" + angle + "), 0., null, null;",
              "joint: 1, clamp, 1, node, node; body: 2, 2, 3., null, diag, 0., 0., 0.;"
              "joint: 2, lock, 1, position, null, orientation, 1, 0., 1., 0., 3, 0., 0., 1., 2, position, 0., 0., 2.,"
              "orientation, 1, 0., 1., 0., 3, 0., 0., 1., revolute, constraint stiffness, " +
                  stiffness +
                  ";"
                  "gravity: uniform, 0., 0., -1., const, 9.81;",
              "model: static;", "final time: 1.; time step: 1.;");
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_door_answers_a_couple_however_many_hinges_it_has) {
  for (const int hinges : {1, 2}) {
    Catcher catcher;
    run(door(hinges, swing), catcher);
    BOOST_REQUIRE(catcher.results.size() == 1);
    const StateSpaceResult& r = catcher.results[0];
    BOOST_REQUIRE(r.a.rows() == 2);
    const double inertia = 1 + 12 * 0.25, stiffness = 12 * 9.81 * 0.5;
    for (const std::complex<double> s : {std::complex<double>(0.5, 0), std::complex<double>(0, 2.5)}) {
      const Eigen::Matrix2cd pencil = s * Eigen::Matrix2cd::Identity() - r.a.cast<std::complex<double>>();
      const Eigen::MatrixXcd y = r.c * pencil.inverse() * r.b + r.d[0];
      BOOST_TEST(std::abs(y(0, 0) * (inertia * s * s + stiffness) - 1.0) < 1e-9);
    }
    BOOST_TEST(r.unknown_by_state.rows() == static_cast<Eigen::Index>(r.unknowns.size()));
    BOOST_TEST(r.states.size() == 2);
    BOOST_TEST(contains(catcher.messages, "2 states"));
  }
}

BOOST_AUTO_TEST_CASE(an_input_that_constraints_forbid_is_named) {
  ExitCode code = ExitCode::success;
  const std::string hinges = "joint: 20, total pin joint, 2, position constraint, 1, 0, 0, 1., 0., 0., reference, 10;";
  std::string text = door(1, swing, hinges);
  text.replace(text.find("joints: 2"), 9, "joints: 3");
  const std::string message = failure_of(text, code);
  BOOST_TEST((code == ExitCode::not_converged));
  BOOST_TEST(contains(message, "input `drive caller 10` changes alone"), message);
}

BOOST_AUTO_TEST_CASE(reactions_of_redundant_joints_are_no_output) {
  const std::string reaction = "output, element, 10, joint, string, \"Fx\", direct, name, \"push\"";
  Catcher catcher;
  run(door(1, reaction), catcher);
  BOOST_TEST(catcher.results.at(0).c.cols() == 2);
  ExitCode code = ExitCode::success;
  const std::string message = failure_of(door(2, reaction), code);
  BOOST_TEST((code == ExitCode::not_converged));
  BOOST_TEST(contains(message, "output `push` depends on reactions that are not determined"), message);
}

BOOST_AUTO_TEST_CASE(statics_need_the_stiffness_of_the_constraint) {
  Catcher catcher;
  run(pendulum("0.5", "yes"), catcher);
  BOOST_TEST(smallest((catcher.place - Vec3(0, 0, -2)).norm()) < 1e-8);
  ExitCode code = ExitCode::success;
  const std::string message = failure_of(pendulum("0.5", "no"), code);
  BOOST_TEST((code == ExitCode::not_converged || code == ExitCode::singular_matrix), message);
}

BOOST_AUTO_TEST_SUITE_END()
