// What a failed analysis says: the worst equations, who contributes, the course, a hint; singular matrices; drives that
// are not numbers; memory.
#include <petscsys.h>

#include <boost/test/unit_test.hpp>

#include <new>
#include <string>

#include "input/blocks/analysis.h"
#include "solvers/linear/direct_pc.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/failure_report.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(failures)

namespace {

/// A bar of two massive nodes on a clamped one, pulled at its end by a force that follows a drive.
std::string bar(const std::string& drive, const std::string& cards = "", bool with_middle_body = true) {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 0.2; time step: 1e-2; method: ms, 0.6;"
         "tolerance: 1e-6; max iterations: 6;" +
         cards +
         "end: initial value;"
         "begin: control data; structural nodes: 3; rigid bodies: " +
         std::string(with_middle_body ? "2" : "1") + "; joints: 1; forces: 1;" + (with_middle_body ? "beams: 1;" : "") +
         "end: control data;"
         "begin: nodes; structural: 1, static, null, eye, null, null;"
         "structural: 2, dynamic, 0.5, 0., 0., eye, null, null; structural: 3, dynamic, 1., 0., 0., eye, null, null;"
         "end: nodes; begin: elements; joint: 4, clamp, 1, node, node;" +
         (with_middle_body ? "beam3: 5, 1, null, 2, null, 3, null, eye, linear elastic generic,"
                             " diag, 1e6, 1e6, 1e6, 10., 10., 10., same, same;"
                             "body: 2, 2, 0.1, null, diag, 0.01, 0.01, 0.01;"
                           : "") +
         "body: 3, 3, 1., null, diag, 0.1, 0.1, 0.1;"
         "force: 7, absolute, 3, position, null, 0., 0., 1., " +
         drive + "; end: elements;";
}

class Counter final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State&, const double*, const double*) override { last = report.step; }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  std::int64_t last = -1;
};

struct Failure {
  ExitCode code = ExitCode::success;
  std::string text;
  std::int64_t steps = 0;
};

Failure failure_of(const std::string& deck) {
  const auto analysis = read_model_text(deck, "deck", {});
  Counter counter;
  Failure failure;
  try {
    InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(counter);
  } catch (const Error& error) {
    failure.code = error.exit_code();
    failure.text = error.what();
  }
  failure.steps = counter.last;
  return failure;
}

bool is(ExitCode code, ExitCode expected) { return code == expected; }
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class NoMemory final : public DirectFactorisation {
 public:
  [[nodiscard]] const char* name() const override { return "no memory"; }
  bool factor(Mat) override { throw std::bad_alloc(); }
  void remember(Archive&, Mat) override {}
  void solve(double*) override {}
  [[nodiscard]] int singular_unknown() const override { return -1; }
  [[nodiscard]] FactorisationCounts counts() const override { return {}; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_step_without_convergence_names_equations_contributors_course_and_hint) {
  const Failure failure = failure_of(bar("step, 0.095, 1e5, 0."));
  BOOST_TEST(is(failure.code, ExitCode::not_converged));
  BOOST_TEST(failure.steps == 9);  // results so far were handed over
  for (const char* part : {"at time 0.1, time step 0.01: no convergence in 6 iterations", "largest residuals, force:",
                           "largest residuals, moment:", "structural node 3: force balance, z", "force 7 (absolute)",
                           "beam 5 (beam3)", "deck:1:", "errors by iteration: 1.00e+05", "hint: "})
    BOOST_TEST(contains(failure.text, part), part);
}

BOOST_AUTO_TEST_CASE(hints_follow_the_course_of_the_iteration) {
  const auto hint = [](std::initializer_list<double> errors, double step) {
    std::vector<IterationRecord> history;
    for (const double error : errors) history.push_back({error, step});
    return hint_from(history, 1e-6);
  };
  BOOST_TEST(contains(hint({1, 0.1, 0.02, 1e-3, 1e-4}, 0.1), "still falling"));
  BOOST_TEST(contains(hint({1, 1e-5, 1.1e-5, 0.9e-5, 1e-5, 1.05e-5, 1e-5}, 1e-13), "round-off"));
  BOOST_TEST(contains(hint({1, 30, 200, 1e4, 3e6}, 1), "diverges"));
  BOOST_TEST(contains(hint({1, 3, 1, 3, 1, 3, 1}, 0.1), "neither falls nor grows"));
}

BOOST_AUTO_TEST_CASE(a_node_without_inertia_is_named_when_the_matrix_is_singular) {
  for (const char* solver : {"klu", "superlu"}) {
    const Failure failure = failure_of(bar("1.", std::string("linear solver: ") + solver + ";", false));
    BOOST_TEST(is(failure.code, ExitCode::singular_matrix), solver);
    BOOST_TEST(contains(failure.text, "the matrix is singular"), solver);
    BOOST_TEST(contains(failure.text, "structural node 2: moment balance, z"), solver);
    BOOST_TEST(!contains(failure.text, "node 3"), solver);
    BOOST_TEST(failure.steps == 0, solver);
  }
}

BOOST_AUTO_TEST_CASE(a_drive_that_becomes_infinite_is_told_with_the_element_that_uses_it) {
  const Failure failure = failure_of(bar("exponential, 1e308, -0.0001, 0., 0."));
  BOOST_TEST(is(failure.code, ExitCode::not_a_number));
  BOOST_TEST(contains(failure.text, "the value of a drive is"));
  BOOST_TEST(contains(failure.text, "it is used by force 7 (absolute), deck:1:"));
  BOOST_TEST(!contains(failure.text, "beam 5"));
}

BOOST_AUTO_TEST_CASE(lack_of_memory_in_a_factorisation_has_its_own_error) {
  PetscHandle<Mat, MatDestroy> matrix;
  FLEXURA_PETSC(MatCreateSeqAIJ(PETSC_COMM_SELF, 2, 2, 2, nullptr, matrix.out()));
  for (int i = 0; i < 2; ++i) FLEXURA_PETSC(MatSetValue(matrix, i, i, 1, INSERT_VALUES));
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  LinearSolver solver({}, matrix);
  PC pc = nullptr;
  FLEXURA_PETSC(KSPGetPC(solver.ksp(), &pc));
  FLEXURA_PETSC(make_direct(pc, std::make_unique<NoMemory>()));
  VecHandle b, x;
  FLEXURA_PETSC(MatCreateVecs(matrix, x.out(), b.out()));
  const auto no_memory = [](const Error& e) {
    return e.exit_code() == ExitCode::out_of_memory && contains(e.what(), "factorisation of 2 unknowns");
  };
  BOOST_CHECK_EXCEPTION(solver.solve(b, x), Error, no_memory);
}

BOOST_AUTO_TEST_CASE(a_memory_limit_of_mumps_is_no_singular_matrix) {
  constexpr int n = 600;  // the factors take 3 MB
  PetscHandle<Mat, MatDestroy> matrix;
  FLEXURA_PETSC(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, n, nullptr, matrix.out()));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) FLEXURA_PETSC(MatSetValue(matrix, i, j, i == j ? n : 1, INSERT_VALUES));
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(PetscOptionsSetValue(nullptr, "-mat_mumps_icntl_23", "1"));
  LinearSettings settings;
  settings.name = "mumps";
  LinearSolver solver(settings, matrix);
  VecHandle b, x;
  FLEXURA_PETSC(MatCreateVecs(matrix, x.out(), b.out()));
  const auto no_memory = [](const Error& e) {
    return e.exit_code() == ExitCode::out_of_memory && contains(e.what(), "factorisation of 600 unknowns (mumps)");
  };
  BOOST_CHECK_EXCEPTION(solver.solve(b, x), Error, no_memory);
  FLEXURA_PETSC(PetscOptionsClearValue(nullptr, "-mat_mumps_icntl_23"));
}

BOOST_AUTO_TEST_SUITE_END()
