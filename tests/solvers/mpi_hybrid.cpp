// `method: hybrid`: nodes and elements with integration methods of their own.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(hybrid)

namespace {

class Last final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State&, const double*, const double*) override {
    iterations = std::max(iterations, report.iterations);
    steps = report.step;
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  int iterations = 0;
  std::int64_t steps = 0;
};

struct End {
  std::vector<double> values;  // positions, orientations, scalar values, in the order of the nodes
  int iterations = 0;          // most in a step
  std::int64_t steps = 0;
};

End run(const std::string& deck, MPI_Comm communicator = MPI_COMM_SELF) {
  const auto analysis = read_model_text(deck, "deck", {});
  InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, communicator);
  Last last;
  problem.run(last);
  End end{{}, last.iterations, last.steps};
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  for (NodeIndex i = 1; i < analysis->model.node_count(); ++i) {
    const NodeState& node = problem.state().nodes[i];
    const bool mine = problem.ownership().node_rank[i] == rank;
    for (int k = 0; k < 3; ++k) end.values.push_back(mine ? node.x(k) : 0);
    for (int k = 0; k < 9; ++k) end.values.push_back(mine ? node.R(k / 3, k % 3) : 0);
  }
  MPI_Allreduce(MPI_IN_PLACE, end.values.data(), static_cast<int>(end.values.size()), MPI_DOUBLE, MPI_SUM,
                communicator);
  return end;
}

double difference(const End& a, const End& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.values.size(); ++k) most = std::max(most, std::abs(a.values[k] - b.values[k]));
  return most;
}

/// Two tumbling bodies with a joint between them, and an abstract node that decays.
std::string bodies(const std::string& method, double h, const std::string& node_cards = "",
                   const std::string& joint =
                       "deformable joint, 1, position, 0.3, 0., 0., 2, position, -0.3, 0.1, 0., "
                       "linear viscoelastic generic, diag, 40., 40., 40., 9., 9., 9., "
                       "proportional, 0.01",
                   const std::string& element_cards = "", const std::string& more = "") {
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 0.8;"
         "time step: " +
         std::to_string(h) + "; method: " + method + "; tolerance: 1e-10; max iterations: 20;" + more +
         "end: initial value;"
         "begin: control data; structural nodes: 2; abstract nodes: 1; rigid bodies: 2; joints: 1; genels: 2; end: "
         "control data;"
         "begin: nodes; structural: 1, dynamic, 0., 0., 0., eye, 0., 1., 0., 2., 1., 4.;"
         "structural: 2, dynamic, 0.6, -0.1, 0., eye, null, -1., 3., 0.5; abstract: 1, differential, value, 1.;" +
         node_cards +
         "end: nodes; begin: elements; body: 1, 1, 2., 0.1, 0., 0., diag, 0.3, 0.2, 0.4;"
         "body: 2, 2, 1., null, diag, 0.2, 0.1, 0.3; joint: 1, " +
         joint +
         "; genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 3., 1.;"
         "genel: 2, state space SISO, 1, abstract, algebraic, 1, abstract, algebraic, 1, matrix a, -2., matrix b, 1., "
         "matrix c, 0.5;" +
         element_cards + "end: elements;";
}

const char* const spherical = "spherical hinge, 1, position, 0.3, 0., 0., 2, position, -0.3, 0.1, 0.";
const char* const spring =
    "deformable joint, 1, position, 0.3, 0., 0., 2, position, -0.3, 0.1, 0., linear elastic generic, diag, 40., 40., "
    "40., "
    "9., 9., 9.";

/// Order of convergence of the motion, from steps of h, h/2 and h/4.
double order(const std::string& method, const std::string& node_cards, const std::string& element_cards,
             const std::string& joint, double h) {
  const auto at = [&](double step) { return run(bodies(method, step, node_cards, joint, element_cards)); };
  const End coarse = at(h), middle = at(h / 2), fine = at(h / 4);
  return std::log2(difference(coarse, middle) / difference(middle, fine));
}

}  // namespace

BOOST_AUTO_TEST_CASE(everything_with_one_method_of_its_own_is_that_method) {
  // Without dissipation nothing is forgotten across a constraint: `crank nicolson` has a spring instead.
  const std::vector<std::pair<std::string, const char*>> cases = {
      {"implicit euler", spherical}, {"bdf", spherical},       {"ms2, 0.3", spherical},   {"ms3, 0.5", spherical},
      {"ss2, 0.7", spherical},       {"hope, 0.6", spherical}, {"crank nicolson", spring}};
  for (const auto& [method, joint] : cases) {
    const std::string nodes = "method: structural, range, 1, 2, " + method + "; method: abstract, 1, " + method + ";";
    const End own = run(bodies("hybrid, ms2, 0.9", 0.02, nodes, joint, "method: genel, range, 1, 2, " + method + ";"));
    const End plain = run(bodies(method, 0.02, "", joint));
    BOOST_TEST(difference(own, plain) < 1e-12, method << ": " << difference(own, plain));
    BOOST_TEST(own.iterations == plain.iterations, method);
    // And not that of the others.
    BOOST_TEST(difference(own, run(bodies("hybrid, ms2, 0.9", 0.02, "", joint))) > 1e-6, method);
  }
}

BOOST_AUTO_TEST_CASE(methods_of_second_order_remain_so_side_by_side) {
  const std::string nodes = "method: structural, 2, bdf; method: abstract, 1, ms3, 0.5;";
  for (const char* joint : {spring, spherical}) {
    for (const char* others : {"hybrid, crank nicolson", "hybrid, ms2, 0.6", "hybrid, hope, 0.8"}) {
      const double found = order(others, nodes, "method: genel, 2, ss2, 0.4;", joint, 0.02);
      BOOST_TEST(std::abs(found - 2) < 0.15, others << ", " << joint << ": " << found);
    }
  }
}

BOOST_AUTO_TEST_CASE(one_node_of_first_order_makes_the_motion_first_order) {
  const double found = order("hybrid, ms2, 0.6", "method: structural, 2, implicit euler;", "", spring, 0.004);
  BOOST_TEST(std::abs(found - 1) < 0.2, found);
}

BOOST_AUTO_TEST_CASE(the_iteration_stays_quadratic) {
  // The Jacobian knows every coefficient: as many iterations as with one method.
  const std::string nodes = "method: structural, 2, implicit euler; method: abstract, 1, bdf;";
  for (const std::string& joint : {std::string(spherical), std::string("revolute hinge, 1, position, 0.3, 0., 0., 2, "
                                                                       "position, -0.3, 0.1, 0.")}) {
    const End mixed = run(bodies("hybrid, ms2, 0.6", 0.04, nodes, joint, "method: genel, 2, implicit euler;"));
    const End plain = run(bodies("ms2, 0.6", 0.04, "", joint));
    BOOST_TEST(mixed.iterations <= plain.iterations + 1, mixed.iterations << " " << plain.iterations);
  }
}

BOOST_AUTO_TEST_CASE(ranks_agree) {
  const std::string nodes = "method: structural, 2, bdf; method: abstract, 1, implicit euler;";
  const std::string text = bodies("hybrid, ms2, 0.6", 0.02, nodes, spherical, "method: genel, 2, crank nicolson;");
  BOOST_TEST(difference(run(text), run(text, MPI_COMM_WORLD)) < 1e-9);
}

BOOST_AUTO_TEST_CASE(methods_of_petsc_take_them_too) {
  const std::string nodes = "method: structural, 2, bdf;";
  const std::string free = "nonlinear solver: matrix free, gmres, tolerance, 1e-8;";
  const End ours = run(bodies("hybrid, ms2, 0.6", 0.02, nodes, spherical));
  const End theirs = run(bodies("hybrid, ms2, 0.6", 0.02, nodes, spherical, "", free));
  BOOST_TEST(difference(ours, theirs) < 1e-8, difference(ours, theirs));
}

BOOST_AUTO_TEST_CASE(steps_from_the_error_go_by_the_lowest_order) {
  const std::string strategy = "strategy: error, 1e-2;";
  const End second = run(bodies("hybrid, ms2, 0.6", 0.001, "", spring, "", strategy));
  const End first =
      run(bodies("hybrid, ms2, 0.6", 0.001, "method: structural, 2, implicit euler;", spring, "", strategy));
  BOOST_TEST(first.steps > 10 * second.steps, first.steps << " " << second.steps);
}

BOOST_AUTO_TEST_SUITE_END()
