// Redundant constraints on every linear solver, on any number of ranks; contradictory ones; rank lost on the way.
#include <petscsys.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(redundancy)

namespace {

/// A door on two hinges along the axis y, turned by `attitude` (Euler angles 123); the second hinge is `misfit` too
/// far.
std::string door(const std::string& cards = "", const std::string& attitude = "0.3, -0.7, 1.1",
                 const std::string& misfit = "0.", const std::string& end = "0.2") {
  return "reference: 1, position, null, orientation, euler123, " + attitude +
         ", velocity, null, angular velocity, null;"
         "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: " +
         end + "; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9; max iterations: 20;" + cards +
         " end: initial value;"
         "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 3; gravity; end: control data;"
         "begin: nodes; structural: 1, static, reference, 1, null, reference, 1, eye, null, null;"
         "structural: 2, dynamic, reference, 1, null, reference, 1, eye, null, null; end: nodes;"
         "begin: elements; joint: 1, clamp, 1, node, node;"
         "joint: 11, revolute hinge, 1, position, 0., -0.5, 0., orientation, 1, 1., 0., 0., 3, 0., 1., 0.,"
         "   2, position, 0., -0.5, 0., orientation, 1, 1., 0., 0., 3, 0., 1., 0.;"
         "joint: 12, revolute hinge, 1, position, 0., 0.5, 0., orientation, 1, 1., 0., 0., 3, 0., 1., 0.,"
         "   2, position, 0., 0.5 + " +
         misfit +
         ", 0., orientation, 1, 1., 0., 0., 3, 0., 1., 0.;"
         "body: 2, 2, 12., 0.3, 0.2, 0., diag, 1., 0.5, 1.5;"
         "gravity: uniform, 0.3, 0.2, -1., const, 9.81; end: elements;";
}

struct Seen {
  [[nodiscard]] int count(const std::string& part) const {
    int n = 0;
    for (const auto& text : messages) n += text.find(part) != std::string::npos;
    return n;
  }
  Mat3 R = Mat3::Identity();
  std::vector<std::string> messages;
  int iterations = 0;
  std::int64_t steps = 0;
};

class Watcher final : public StepObserver {
 public:
  explicit Watcher(Seen& seen) : seen_(seen) {}
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    seen_.R = state.nodes[2].R;
    seen_.iterations += report.iterations;
    seen_.steps = report.step;
  }
  void message(const std::string& text) override { seen_.messages.push_back(text); }
  bool stop_requested() override { return false; }

 private:
  Seen& seen_;
};

Seen run(const std::string& deck, MPI_Comm communicator = MPI_COMM_SELF) {
  const auto analysis = read_model_text(deck, "deck", {});
  Seen seen;
  Watcher watcher(seen);
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, communicator).run(watcher);
  return seen;
}

std::string failure_of(const std::string& deck, ExitCode& code) {
  try {
    run(deck);
  } catch (const Error& error) {
    code = error.exit_code();
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A PETSc option for the time of its life.
class Option {
 public:
  Option(const char* name, const char* value) : name_(name) { PetscOptionsSetValue(nullptr, name, value); }
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;
  ~Option() { PetscOptionsClearValue(nullptr, name_); }

 private:
  const char* name_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_linear_solver_moves_a_door_on_two_hinges_alike) {
  const Seen expected = run(door("linear solver: klu;"));
  BOOST_TEST(expected.steps == 200);
  BOOST_TEST((expected.R - run(door("", "0.3, -0.7, 1.1", "0.", "1e-3")).R).norm() > 0.1);  // it moves
  BOOST_TEST(expected.iterations <= 2 * expected.steps);                                    // Newton stays quadratic
  for (const char* solver : {"naive", "umfpack", "superlu", "lapack"})
    BOOST_TEST((run(door(std::string("linear solver: ") + solver + ";")).R - expected.R).norm() < 1e-9, solver);
  {
    const Option direct("-flexura_direct", "multifrontal");
    BOOST_TEST((run(door()).R - expected.R).norm() < 1e-9);
  }
  const Option lu("-pc_type", "lu");
  const Option mumps("-pc_factor_mat_solver_type", "mumps");
  BOOST_TEST((run(door()).R - expected.R).norm() < 1e-9);
}

BOOST_AUTO_TEST_CASE(two_ranks_find_the_same_sets_and_the_same_motion) {
  const Seen alone = run(door());
  const Seen together = run(door(), MPI_COMM_WORLD);
  Mat3 R = together.R;
  int has_door = std::abs(R.determinant() - 1) < 1e-6 && (R - alone.R).norm() < 1e-8 ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &has_door, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);  // the owner's state counts
  BOOST_TEST(has_door == 1);
  BOOST_TEST(together.count("all 10 reaction components of 2 joints") == 1);
}

BOOST_AUTO_TEST_CASE(redundancy_is_told_once_with_joints_equations_and_places) {
  for (const char* attitude : {"0., 0., 0.", "0.3, -0.7, 1.1"}) {
    const Seen seen = run(door("", attitude));
    BOOST_TEST(seen.count("redundant constraints") == 1);
    BOOST_TEST(seen.count("all 10 reaction components of 2 joints belong to one dependent set with 5 free") == 1);
    BOOST_TEST(seen.count("joint 11 (revolute hinge), deck:1:") == 1);
    BOOST_TEST(seen.count("not determined: position constraint x") == 1);
  }
}

BOOST_AUTO_TEST_CASE(contradictory_hinges_are_told_apart_from_redundant_ones) {
  ExitCode code = ExitCode::success;
  const std::string text = failure_of(door("", "0., 0., 0.", "2e-3"), code);
  BOOST_TEST(static_cast<int>(code) == static_cast<int>(ExitCode::assembly_failed));
  BOOST_TEST(contains(text, "redundant constraints contradict each other"));
  BOOST_TEST(contains(text, "joint 12 (revolute hinge): position constraint y"));
  BOOST_TEST(contains(text, "1.000e-03"));  // half of the misfit at either hinge
  BOOST_TEST(!contains(text, "position constraint x"));
}

BOOST_AUTO_TEST_CASE(a_misfit_below_the_tolerance_of_assembly_runs) {
  const Seen seen = run(door("", "0.3, -0.7, 1.1", "3e-7"));
  BOOST_TEST(seen.steps == 200);
  BOOST_TEST((seen.R - run(door()).R).norm() < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_model_without_redundancy_is_told_nothing) {
  std::string text = door();
  const auto at = text.find("joint: 12");
  text.replace(at, text.find("body: 2") - at, "");
  text.replace(text.find("joints: 3"), 9, "joints: 2");
  const Seen seen = run(text);
  BOOST_TEST(seen.messages.empty());
  BOOST_TEST((seen.R - run(door()).R).norm() < 1e-9);  // one hinge does what two do
}

BOOST_AUTO_TEST_SUITE_END()
