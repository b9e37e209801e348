// The linearised model and its modes on any number of ranks: exact matrices, rotating states, redundancy, failures.
#include <mpi.h>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "input/blocks/analysis.h"
#include "solvers/problems/eigenanalysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(eigenanalysis)

namespace {

std::string deck(const std::string& card, const std::string& counts, const std::string& nodes,
                 const std::string& elements, const std::string& problem = "") {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 3e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
         "max iterations: 20; " +
         problem + card +
         " end: initial value;"
         "begin: control data; " +
         counts +
         " end: control data;"
         "begin: nodes; " +
         nodes +
         " end: nodes;"
         "begin: elements; " +
         elements + " end: elements;";
}

/// A flap on `hinges` hinges about the axis x, hanging down; its stiffness is that of the reactions alone.
std::string door(const std::string& card, int hinges = 1, const std::string& spin = "0.") {
  std::string elements = "joint: 1, clamp, 1, node, node;";
  for (int k = 0; k < hinges; ++k) {
    const std::string along = std::to_string(k) + ".*0.7, 0., ";
    const std::string axes = ", orientation, 3, 1., 0., 0., 1, 0., 1., 0.,";
    elements += "joint: 1" + std::to_string(k) + ", revolute hinge, 1, position, " + along + "0." + axes +
                " 2, position, " + along + "0.5" + axes.substr(0, axes.size() - 1) + ";";
  }
  elements += "body: 2, 2, 12., 0.3, 0., 0., diag, 1., 0.5, 1.5; gravity: uniform, 0., 0., -1., const, 9.81;";
  return deck(card, "structural nodes: 2; rigid bodies: 1; joints: " + std::to_string(hinges + 1) + "; gravity;",
              "structural: 1, static, null, eye, null, null;"
              "structural: 2, dynamic, 0., 0., -0.5, eye, null, " +
                  spin + ", 0., 0.;",
              elements);
}

/// A free row of springs, with a rigid motion in each direction, of `n` nodes on beams.
std::string free_beam(const std::string& card, int beams) {
  std::string nodes, elements;
  for (int k = 0; k <= 2 * beams; ++k) {
    const std::string label = std::to_string(k + 1);
    nodes += "structural: " + label + ", dynamic, " + std::to_string(k) + ".*0.05, 0., 0., eye, null, null;";
    elements += "body: " + label + ", " + label + ", 0.4, null, diag, 1e-4, 2e-4, 2e-4;";
  }
  for (int k = 0; k < beams; ++k) {
    elements += "beam3: " + std::to_string(k + 1);
    for (int j = 1; j <= 3; ++j) elements += ", " + std::to_string(2 * k + j) + ", null";
    elements += ", eye, linear elastic generic, diag, 1e6, 4e5, 4e5, 80., 100., 130., same, same;";
  }
  return deck(card,
              "structural nodes: " + std::to_string(2 * beams + 1) +
                  "; rigid bodies: " + std::to_string(2 * beams + 1) + "; beams: " + std::to_string(beams) + ";",
              nodes, elements);
}

class Catcher final : public StepObserver {
 public:
  explicit Catcher(int nodes) : nodes_(nodes) {}
  void accepted(const StepReport&, const State& state, const double*, const double*) override {
    last = state.nodes[nodes_ - 1].x;
  }
  void message(const std::string& text) override { messages.push_back(text); }
  void eigen(const EigenResult& result, const State&) override { results.push_back(result); }
  bool stop_requested() override { return false; }
  std::vector<EigenResult> results;
  std::vector<std::string> messages;
  Vec3 last = Vec3::Zero();

 private:
  int nodes_;
};

struct Seen {
  std::vector<EigenResult> results;
  std::vector<std::string> messages;
  Vec3 last;  ///< place of the last node at the end
};

Seen run(const std::string& text) {
  const auto analysis = read_model_text(text, "deck", {});
  Catcher catcher(analysis->model.node_count());
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD).run(catcher);
  for (EigenResult& result : catcher.results) result.settings = nullptr;  // gone with the analysis
  return {catcher.results, catcher.messages, catcher.last};
}

std::string failure_of(const std::string& text, ExitCode& code) {
  try {
    run(text);
  } catch (const Error& error) {
    code = error.exit_code();
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

double size_of(Mat m) {
  double norm = 0;
  FLEXURA_PETSC(MatNorm(m, NORM_INFINITY, &norm));
  return norm;
}

}  // namespace

BOOST_AUTO_TEST_CASE(matrices_give_the_newton_matrix_at_any_c) {
  const auto analysis = read_model_text(free_beam("", 2), "deck", {});
  Model& model = analysis->model;
  const Ownership owner = partition(model, MPI_COMM_WORLD);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Numbering numbering(model, owner, rank, ranks);
  Trajectory trajectory(model, numbering);
  const Assembler assembler(model, numbering, MPI_COMM_WORLD);
  DriveTable drives(model, numbering, trajectory, MPI_COMM_WORLD);
  drives.set_time(0, 1e-3, 0);
  // A large state: every node moved, turned and turning.
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    NodeState& node = trajectory.nodes()[i];
    node.x += Vec3(0.01 * i, 0.02 * std::sin(i), 0.03 * std::cos(i));
    node.R = rotation_exp<double>(Vec3(0.1 * i, 0.2, -0.1 * i)) * node.R;
    node.w = Vec3(3, -2.0 * i, 1);
    node.v = Vec3(1, 2, -0.3 * i);
  }
  const Linearisation found = linearise(assembler, numbering, model, trajectory.state(), drives.context(), {});
  State state = trajectory.state();
  std::vector<Mat3> spin(model.node_count(), Mat3::Identity());
  state.spin = spin.data();
  for (const double c : {1e-6, 3e-3, 0.7}) {
    state.c = c;
    for (NodeIndex i = 1; i < model.node_count(); ++i) spin[i] = Mat3::Identity() - c * skew(state.nodes[i].w);
    assembler.jacobian(state);
    MatHandle rest;
    FLEXURA_PETSC(MatDuplicate(assembler.matrix(), MAT_COPY_VALUES, rest.out()));
    FLEXURA_PETSC(MatAXPY(rest, -1, found.mass, SAME_NONZERO_PATTERN));
    FLEXURA_PETSC(MatAXPY(rest, -c, found.damping, SAME_NONZERO_PATTERN));
    FLEXURA_PETSC(MatAXPY(rest, -c * c, found.stiffness, SAME_NONZERO_PATTERN));
    // Round-off of the sum, whose largest term is c^2 times the stiffness.
    BOOST_TEST(size_of(rest) < 1e-13 * (size_of(assembler.matrix()) + c * c * size_of(found.stiffness)));
  }
  BOOST_TEST(size_of(found.damping) > 0.0);  // gyroscopic
}

BOOST_AUTO_TEST_CASE(a_door_swings_alike_on_one_hinge_and_on_three) {
  const double exact = std::sqrt(12 * 9.81 * 0.5 / (1.0 + 12 * 0.25));
  for (const int hinges : {1, 3}) {
    const Seen seen = run(door("eigenanalysis: 0.;", hinges));
    BOOST_REQUIRE(seen.results.size() == 1);
    BOOST_REQUIRE(seen.results[0].modes.size() == 1);
    BOOST_TEST(std::abs(seen.results[0].modes[0].s - std::complex<double>(0, exact)) < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(an_analysis_is_done_once_at_the_first_step_that_reaches_its_time) {
  const Seen seen = run(door("eigenanalysis: list, 3, -1., 0., 1.5e-3; eigenanalysis: 9.;"));
  BOOST_REQUIRE(seen.results.size() == 3);
  BOOST_TEST(seen.results[0].time == 0.0);
  BOOST_TEST(seen.results[1].time == 0.0);
  BOOST_TEST(std::abs(seen.results[2].time - 2e-3) < 1e-15);
  BOOST_TEST(seen.results[2].step == 2);
  BOOST_TEST(seen.results[2].number == 2);
  // Before the accelerations phase there are no reactions, hence no stiffness.
  BOOST_TEST(std::abs(seen.results[0].modes[0].s - seen.results[1].modes[0].s) > 1e-3);
  BOOST_TEST(contains(seen.messages.back(), "1 eigenanalyses were to be done after the end"));
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_as_if_no_analysis_had_been_done) {
  const Seen with = run(door("eigenanalysis: list, 3, 0., 1e-3, 2e-3;", 1, "0.4"));
  BOOST_TEST(with.results.size() == 3u);
  const Seen without = run(door("", 1, "0.4"));
  BOOST_TEST((with.last - without.last).norm() < 1e-14);
  double moved = (with.last - Vec3(0, 0, -0.5)).norm();  // on the rank that has the node
  MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  BOOST_TEST(moved > 1e-5);
}

BOOST_AUTO_TEST_CASE(six_rigid_modes_on_any_number_of_ranks_and_by_both_solvers) {
  const Seen dense = run(free_beam("eigenanalysis: 0.;", 3));
  BOOST_REQUIRE(dense.results.size() == 1);
  int rigid = 0;
  for (const EigenMode& mode : dense.results[0].modes) rigid += mode.rigid;
  BOOST_TEST(rigid == 6);
  BOOST_TEST(dense.results[0].modes.size() == 42u);

  // 35 beams are above the limit for complete solutions.
  const Seen large = run(free_beam("eigenanalysis: 0., use arpack, 24, 60, 1e-9;", 35));
  const Seen all = run(free_beam("eigenanalysis: 0., use lapack, upper frequency limit, 20.;", 35));
  rigid = 0;
  std::vector<double> slow, reference;
  for (const EigenMode& mode : large.results[0].modes) {
    rigid += mode.rigid;
    if (!mode.rigid) slow.push_back(mode.s.imag());
  }
  for (const EigenMode& mode : all.results[0].modes) reference.push_back(mode.s.imag());
  BOOST_TEST(rigid == 6);
  BOOST_REQUIRE(slow.size() >= 4u);
  BOOST_REQUIRE(reference.size() >= 4u);
  for (int k = 0; k < 4; ++k) BOOST_TEST(std::abs(slow[k] / reference[k] - 1) < 1e-6);
}

BOOST_AUTO_TEST_CASE(limits_leave_out_modes_and_the_run_goes_on_when_none_is_left) {
  const Seen seen = run(free_beam("eigenanalysis: 0., lower frequency limit, 1., upper frequency limit, 200.;", 3));
  BOOST_TEST(!seen.results[0].modes.empty());
  for (const EigenMode& mode : seen.results[0].modes) {
    BOOST_TEST(mode.s.imag() / (2 * M_PI) >= 1.0);
    BOOST_TEST(mode.s.imag() / (2 * M_PI) <= 200.0);
  }
  const Seen none = run(door("eigenanalysis: 0., lower frequency limit, 500.;"));
  const Seen without = run(door(""));
  BOOST_REQUIRE(none.results.size() == 1u);
  BOOST_TEST(none.results[0].modes.empty());
  BOOST_TEST(std::any_of(none.messages.begin(), none.messages.end(), [](const std::string& message) {
    return contains(message, "warning: no complex mode from 500 Hz; those found lie between");
  }));
  BOOST_TEST((none.last - without.last).norm() == 0.0);
}

BOOST_AUTO_TEST_CASE(a_model_without_finite_modes_is_an_error) {
  ExitCode code = ExitCode::success;
  const std::string text =
      failure_of(deck("eigenanalysis: 0.;", "structural nodes: 1; joints: 1;",
                      "structural: 1, static, null, eye, null, null;", "joint: 1, clamp, 1, node, node;"),
                 code);
  BOOST_TEST((code == ExitCode::not_converged));
  BOOST_TEST(contains(text, "no finite eigenvalue"));
}

BOOST_AUTO_TEST_CASE(a_spinning_top_nutates_at_the_exact_rate) {
  const Seen seen = run(deck("eigenanalysis: 0.;", "structural nodes: 1; rigid bodies: 1;",
                             "structural: 1, dynamic, null, eye, null, 0., 0., 90.;",
                             "body: 1, 1, 2., null, diag, 0.05, 0.05, 0.08;"));
  double fastest = 0;
  for (const EigenMode& mode : seen.results[0].modes) fastest = std::max(fastest, mode.s.imag());
  BOOST_TEST(std::abs(fastest - 90 * 0.08 / 0.05) < 1e-9);
  BOOST_TEST(contains(seen.messages.front(), "global axes"));
}

BOOST_AUTO_TEST_CASE(masses_count_in_a_static_model) {
  const Seen seen = run(deck("eigenanalysis: 1e-3;", "model: static; structural nodes: 2; rigid bodies: 1; joints: 2;",
                             "structural: 1, static, null, eye, null, null;"
                             "structural: 2, dynamic, null, eye, null, null;",
                             "joint: 1, clamp, 1, node, node; body: 2, 2, 4., null, diag, 1., 2., 3.;"
                             "joint: 2, deformable joint, 1, position, null, 2, position, null,"
                             "linear elastic generic, diag, 100., 200., 300., 400., 500., 600.;"));
  double product = 1;
  for (const EigenMode& mode : seen.results[0].modes) product *= std::norm(mode.s);
  BOOST_TEST(seen.results[0].modes.size() == 6u);
  BOOST_TEST(std::abs(product / (25. * 50 * 75 * 400 * 250 * 200) - 1) < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_static_model_is_at_rest) {
  // A tenth of a radian in the step of a millisecond is no spin: it would split the two frequencies of 20 1/s.
  const Seen seen =
      run(deck("eigenanalysis: 1e-3;", "model: static; structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1;",
               "structural: 1, static, null, eye, null, null;"
               "structural: 2, dynamic, null, eye, null, null;",
               "joint: 1, clamp, 1, node, node; body: 2, 2, 4., null, diag, 1., 1., 1.9;"
               "joint: 2, deformable joint, 1, position, null, 2, position, null,"
               "linear elastic generic, diag, 100., 100., 100., 400., 400., 400.;"
               "couple: 1, absolute, 2, 0., 0., 1., const, 40.;"));
  for (const EigenMode& mode : seen.results[0].modes) BOOST_TEST(mode.s.imag() < 20.01);
  BOOST_TEST(!contains(seen.messages.front(), "global axes"));
}

BOOST_AUTO_TEST_CASE(external_solution_gives_matrices_without_modes) {
  const Seen seen = run(door("eigenanalysis: 0., use external, output sparse matrices, output geometry;"));
  BOOST_TEST(seen.results[0].modes.empty());
  BOOST_TEST(!seen.results[0].e.value.empty());
  BOOST_TEST(!seen.results[0].a.value.empty());
  BOOST_TEST(seen.results[0].labels.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
