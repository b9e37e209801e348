// Where factors do not fit into memory a Krylov method takes over, and the motion is that of the direct solver.
#include <boost/test/unit_test.hpp>

#include <petscsys.h>

#include <string>
#include <vector>

#include "assembly/petsc.h"
#include "assembly/ranks.h"
#include "input/blocks/analysis.h"
#include "solvers/linear/factor_memory.h"
#include "solvers/problems/initial_value.h"
#include "tests/sanitizers.h"
#include "tests/solvers/sample_frame.h"

using namespace flexura;
using flexura::test::frame;

BOOST_AUTO_TEST_SUITE(krylov_choice)

namespace {

/// Option for the life of this object.
struct Option {
  explicit Option(const char* option, const char* value) : name(option) {
    FLEXURA_PETSC(PetscOptionsSetValue(nullptr, name, value));
  }
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;
  ~Option() { PetscOptionsClearValue(nullptr, name); }
  const char* name;
};

class Listener final : public StepObserver {
 public:
  void accepted(const StepReport&, const State&, const double*, const double*) override {}
  void message(const std::string& text) override {
    if (text.find("GMRES") != std::string::npos) messages.push_back(text);
  }
  bool stop_requested() override { return false; }
  std::vector<std::string> messages;
};

struct Outcome {
  std::vector<double> x;  // positions of all nodes, each from the rank that has it
  std::string solver;
  std::vector<std::string> messages;
};

Outcome run(const std::string& text) {
  const auto analysis = read_model_text(text, "deck", {});
  Listener listener;
  InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD);
  const AnalysisReport report = problem.run(listener);
  const int count = analysis->model.node_count();
  std::vector<double> x(3 * count, 0.0);
  const Numbering& numbering = problem.numbering();
  for (const NodeIndex i : numbering.local_nodes())
    if (numbering.node(i) < numbering.owned_balance())
      for (int a = 0; a < 3; ++a) x[3 * i + a] = problem.state().nodes[i].x(a);
  MPI_Allreduce(MPI_IN_PLACE, x.data(), 3 * count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return {x, report.linear_solver, listener.messages};
}

double difference(const Outcome& a, const Outcome& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.x.size(); ++k) most = std::max(most, std::abs(a.x[k] - b.x[k]));
  return most;
}

bool is_krylov(const Outcome& outcome) { return outcome.solver.starts_with("Krylov method"); }

}  // namespace

BOOST_AUTO_TEST_CASE(memory_of_a_machine_is_shared_by_its_ranks) {
  const Option limit("-flexura_memory", "1.");  // less than any machine has
  const int ranks = ranks_in(MPI_COMM_WORLD);
  FactorMemory memory(MPI_COMM_WORLD);
  BOOST_TEST(memory.fits(0.89e9 / ranks));
  BOOST_TEST(!memory.fits(0.91e9 / ranks));
  BOOST_TEST(memory.describe() == "factors of 0.91 GB, where 1 GB of memory are left");
  // One rank that wants much is enough, and all of them know.
  BOOST_TEST(!memory.fits(rank_in(MPI_COMM_WORLD) == ranks - 1 ? 0.95e9 : 0.0));
}

BOOST_AUTO_TEST_CASE(what_the_system_tells_is_plausible) {
  BOOST_TEST(available_memory() > 1e6);
  BOOST_TEST(available_memory() < 1e15);
  BOOST_TEST(available_address_space() > 1e6);
}

BOOST_AUTO_TEST_CASE(a_krylov_method_takes_over_where_factors_do_not_fit) {
  const Outcome direct = run(frame({}));
  BOOST_TEST(!is_krylov(direct));
  BOOST_TEST(direct.messages.empty());
  BOOST_TEST(std::abs(direct.x[3 * 96]) > 1e-3);  // it moves
  const Option limit("-flexura_memory", "1e-4");
  const Outcome krylov = run(frame({}));
  BOOST_TEST(is_krylov(krylov));
  BOOST_REQUIRE(krylov.messages.size() == 1U);
  BOOST_TEST(krylov.messages.front().find("where 0.0001 GB of memory are left") != std::string::npos);
  BOOST_TEST(difference(krylov, direct) < 1e-9);
  // The next solver in this process begins anew.
  const Option enough("-flexura_memory", "1.");
  BOOST_TEST(difference(run(frame({})), direct) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_model_may_ask_for_it) {
  const Outcome direct = run(frame({}));
  const Outcome krylov = run(frame({.cards = "linear solver: krylov;"}));
  BOOST_TEST(is_krylov(krylov));
  BOOST_TEST(krylov.messages.empty());
  BOOST_TEST(difference(krylov, direct) < 1e-9);
  BOOST_CHECK_THROW(run(frame({.cards = "linear solver: krylov, max iterations, 1;"})), Error);
}

BOOST_AUTO_TEST_CASE(models_without_constraints_have_one_field) {
  const Outcome direct = run(frame({.clamped = false}));
  const Outcome krylov = run(frame({.cards = "linear solver: krylov;", .clamped = false}));
  BOOST_TEST(is_krylov(krylov));
  BOOST_TEST(difference(krylov, direct) < 1e-9);
}

// 3840 unknowns: factors of about a gigaflop, so that some fifty iterations are worth their time.
const test::FrameOptions large{.n = 8, .height = 10, .steps = 1};

BOOST_AUTO_TEST_CASE(a_krylov_method_is_tried_where_factors_take_long) {
  const Outcome direct = run(frame(large));
  BOOST_TEST(!is_krylov(direct));
  BOOST_TEST(direct.messages.empty());
  const Option limit("-flexura_factor_seconds", "1e-3");
  const Outcome krylov = run(frame(large));
  BOOST_TEST(is_krylov(krylov));
  BOOST_REQUIRE(krylov.messages.size() == 1U);
  BOOST_TEST(krylov.messages.front().find("Gflop; GMRES is tried first") != std::string::npos);
  BOOST_TEST(difference(krylov, direct) < 1e-9);
}

// A minute under AddressSanitizer.
BOOST_AUTO_TEST_CASE(factors_come_back_when_they_would_have_been_faster, *flexura::test::unless_sanitized()) {
  test::FrameOptions stiff = large;
  stiff.step = "10.";
  stiff.force = "1.e3";
  const Outcome direct = run(frame(stiff));
  const Option limit("-flexura_factor_seconds", "1e-3");
  const Outcome tried = run(frame(stiff));
  BOOST_TEST(tried.solver == direct.solver);
  BOOST_REQUIRE(tried.messages.size() == 2U);
  BOOST_TEST(tried.messages.back() == "GMRES would take longer than factors: " + direct.solver + " takes over");
  BOOST_TEST(difference(tried, direct) < 1e-9);
}

BOOST_AUTO_TEST_CASE(no_method_is_tried_for_small_matrices_or_solvers_that_are_asked_for) {
  const Option limit("-flexura_factor_seconds", "0.");
  // Factors are as fast as some iterations; without clamps, of which there would be too many.
  BOOST_TEST(run(frame({.clamped = false})).messages.empty());
  const Outcome named = run(frame({.cards = "linear solver: mumps;", .n = 8, .height = 10, .steps = 1}));
  BOOST_TEST(named.solver == "mumps");
  BOOST_TEST(named.messages.empty());
}

BOOST_AUTO_TEST_CASE(no_method_is_tried_where_constraints_are_many, *flexura::test::unless_sanitized()) {
  // Two storeys, of which one is clamped: a third of the unknowns are reactions.
  const Option limit("-flexura_factor_seconds", "0.");
  BOOST_TEST(!is_krylov(run(frame({.n = 20, .height = 2, .steps = 1}))));
}

BOOST_AUTO_TEST_CASE(solvers_that_are_asked_for_are_not_replaced) {
  const Option limit("-flexura_memory", "1e-4");
  const Outcome outcome = run(frame({.cards = "linear solver: mumps;"}));
  BOOST_TEST(outcome.solver == "mumps");
  BOOST_TEST(outcome.messages.empty());
}

BOOST_AUTO_TEST_SUITE_END()
