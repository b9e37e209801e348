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

using namespace flexura;

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

/// A frame of 4 x 4 x 6 nodes, clamped at the foot, with a body on a hinge at a corner of its top, pulled sideways.
std::string frame(const std::string& cards, bool clamped = true) {
  constexpr int n = 4, height = 6;
  const auto node = [](int i, int j, int k) { return 1 + i + n * (j + n * k); };
  std::string nodes, elements;
  int beams = 0, clamps = 0, bodies = 0;
  for (int k = 0; k < height; ++k) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const std::string at = std::to_string(i) + ", " + std::to_string(j) + ", " + std::to_string(k);
        const std::string label = std::to_string(node(i, j, k));
        nodes +=
            "structural: " + label + (k == 0 && clamped ? ", static, " : ", dynamic, ") + at + ", eye, null, null;";
        if (k == 0 && clamped) {
          elements += "joint: " + std::to_string(++clamps) + ", clamp, " + label + ", node, node;";
        } else {
          elements += "body: " + std::to_string(++bodies) + ", " + label + ", 8., null, diag, 0.7, 0.7, 0.7;";
        }
        const auto beam = [&](int other, const std::string& axes) {
          elements += "beam2: " + std::to_string(++beams) + ", " + label + ", null, " + std::to_string(other) +
                      ", null, " + axes + ", linear elastic generic, diag, 6.e8, 1.e8, 1.e8, 5.e5, 6.e5, 6.e5;";
        };
        if (i + 1 < n) beam(node(i + 1, j, k), "eye");
        if (j + 1 < n) beam(node(i, j + 1, k), "1, 0., 1., 0., 3, 0., 0., 1.");
        if (k + 1 < height) beam(node(i, j, k + 1), "1, 0., 0., 1., 2, 0., 1., 0.");
      }
    }
  }
  const int top = node(0, 0, height - 1), last = n * n * height + 1;
  nodes += "structural: " + std::to_string(last) + ", dynamic, 0., 0., 5.5, eye, null, null;";
  elements += "body: 900, " + std::to_string(last) + ", 30., null, diag, 1., 2., 3.;";
  if (clamped)
    elements += "joint: 900, revolute hinge, " + std::to_string(top) + ", 0., 0., 0.25, hinge, eye, " +
                std::to_string(last) + ", 0., 0., -0.25, hinge, eye;";
  elements += "force: 1, absolute, " + std::to_string(last) + ", position, null, 1., 0.3, 0., const, 1.e5;";
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 5e-3;"
         "time step: 1e-3; method: ms, 0.6; tolerance: 1e-6; max iterations: 30;" +
         cards + "end: initial value; begin: control data; structural nodes: " + std::to_string(last) +
         "; rigid bodies: " + std::to_string(bodies + 1) + "; beams: " + std::to_string(beams) +
         (clamped ? "; joints: " + std::to_string(clamps + 1) : "") + "; forces: 1; end: control data; begin: nodes;" +
         nodes + "end: nodes; begin: elements;" + elements + "end: elements;";
}

class Listener final : public StepObserver {
 public:
  void accepted(const StepReport&, const State&, const double*, const double*) override {}
  void message(const std::string& text) override {
    if (text.find("GMRES takes over") != std::string::npos) messages.push_back(text);
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

BOOST_AUTO_TEST_SUITE(krylov_choice)

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
  const Outcome direct = run(frame(""));
  BOOST_TEST(!is_krylov(direct));
  BOOST_TEST(direct.messages.empty());
  BOOST_TEST(std::abs(direct.x[3 * 96]) > 1e-3);  // it moves
  const Option limit("-flexura_memory", "1e-4");
  const Outcome krylov = run(frame(""));
  BOOST_TEST(is_krylov(krylov));
  BOOST_REQUIRE(krylov.messages.size() == 1U);
  BOOST_TEST(krylov.messages.front().find("where 0.0001 GB of memory are left") != std::string::npos);
  BOOST_TEST(difference(krylov, direct) < 1e-9);
  // The next solver in this process begins anew.
  const Option enough("-flexura_memory", "1.");
  BOOST_TEST(difference(run(frame("")), direct) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_model_may_ask_for_it) {
  const Outcome direct = run(frame(""));
  const Outcome krylov = run(frame("linear solver: krylov;"));
  BOOST_TEST(is_krylov(krylov));
  BOOST_TEST(krylov.messages.empty());
  BOOST_TEST(difference(krylov, direct) < 1e-9);
  BOOST_CHECK_THROW(run(frame("linear solver: krylov, max iterations, 1;")), Error);
}

BOOST_AUTO_TEST_CASE(models_without_constraints_have_one_field) {
  const Outcome direct = run(frame("", false));
  const Outcome krylov = run(frame("linear solver: krylov;", false));
  BOOST_TEST(is_krylov(krylov));
  BOOST_TEST(difference(krylov, direct) < 1e-9);
}

BOOST_AUTO_TEST_CASE(solvers_that_are_asked_for_are_not_replaced) {
  const Option limit("-flexura_memory", "1e-4");
  const Outcome outcome = run(frame("linear solver: mumps;"));
  BOOST_TEST(outcome.solver == "mumps");
  BOOST_TEST(outcome.messages.empty());
}

BOOST_AUTO_TEST_SUITE_END()
