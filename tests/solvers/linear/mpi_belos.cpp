// Krylov methods of Belos through the linear solver of the program. Skipped where the program was built without
// Trilinos.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include "solvers/linear/linear_solver.h"
#include "support/own_module.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(belos)

namespace {

constexpr PetscInt side = 24;

struct System {
  System() {
    FLEXURA_PETSC(MatCreate(PETSC_COMM_WORLD, matrix.out()));
    FLEXURA_PETSC(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, side * side, side * side));
    FLEXURA_PETSC(MatSetType(matrix, MATAIJ));
    FLEXURA_PETSC(MatSetUp(matrix));
    FLEXURA_PETSC(MatCreateVecs(matrix, right.out(), exact.out()));
    FLEXURA_PETSC(VecDuplicate(exact, solution.out()));
  }
  /// Diffusion, and convection that makes it unsymmetric; the solution changes with `phase`.
  void fill(double convection, double phase) {
    PetscInt first = 0, last = 0;
    FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &last));
    for (PetscInt row = first; row < last; ++row) {
      const PetscInt i = row / side, j = row % side;
      const auto set = [&](PetscInt k, PetscInt l, double value) {
        if (k < 0 || l < 0 || k >= side || l >= side) return;
        FLEXURA_PETSC(MatSetValue(matrix, row, k * side + l, value, INSERT_VALUES));
      };
      set(i, j, 4.0);
      set(i - 1, j, -1 - convection);
      set(i + 1, j, -1 + convection);
      set(i, j - 1, -1);
      set(i, j + 1, -1);
      FLEXURA_PETSC(VecSetValue(exact, row, std::sin(0.1 * static_cast<double>(row) + phase), INSERT_VALUES));
    }
    FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    FLEXURA_PETSC(VecAssemblyBegin(exact));
    FLEXURA_PETSC(VecAssemblyEnd(exact));
    FLEXURA_PETSC(MatMult(matrix, exact, right));
  }
  double error() {
    FLEXURA_PETSC(VecAXPY(solution, -1, exact));
    double norm = 0;
    FLEXURA_PETSC(VecNorm(solution, NORM_INFINITY, &norm));
    return norm;
  }
  MatHandle matrix;
  VecHandle right, exact, solution;
};

/// Options of PETSc for the length of a test.
struct Options {
  explicit Options(const std::map<std::string, std::string>& wanted) : values(wanted) {
    for (const auto& [name, value] : values) FLEXURA_PETSC(PetscOptionsSetValue(nullptr, name.c_str(), value.c_str()));
  }
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  ~Options() {
    for (const auto& [name, value] : values) PetscOptionsClearValue(nullptr, name.c_str());
  }
  std::map<std::string, std::string> values;
};

/// Iterations for a sequence of slowly changing systems.
PetscInt iterations_of_a_sequence(const std::map<std::string, std::string>& wanted) {
  const Options options(wanted);
  System system;
  system.fill(0.1, 0);
  LinearSolver solver({}, system.matrix);
  PetscInt sum = 0;
  for (int k = 0; k < 6; ++k) {
    system.fill(0.1 + 0.001 * k, 0.2 * k);
    solver.matrix_changed();
    BOOST_REQUIRE(solver.solve(system.right, system.solution));
    BOOST_TEST(system.error() < 1e-5);
    PetscInt iterations = 0;
    FLEXURA_PETSC(KSPGetIterationNumber(solver.ksp(), &iterations));
    sum += iterations;
  }
  return sum;
}

bool built() { return std::filesystem::exists(library_folder() / "flexura_belos.so"); }

}  // namespace

BOOST_AUTO_TEST_CASE(every_method_solves) {
  if (!built()) return;
  const std::map<std::string, double> convection = {
      {"BLOCK GMRES", 0.3}, {"PSEUDOBLOCK GMRES", 0.3}, {"FLEXIBLE GMRES", 0.3}, {"GCRODR", 0.3},
      {"TFQMR", 0.3},       {"PSEUDOBLOCK TFQMR", 0.3}, {"BICGSTAB", 0.3},       {"MINRES", 0},
      {"BLOCK CG", 0},      {"PSEUDOBLOCK CG", 0}};
  for (const auto& [method, amount] : convection) {
    BOOST_TEST_CONTEXT(method) {
      const Options options({{"-ksp_type", "belos"},
                             {"-ksp_belos_method", method},
                             {"-ksp_rtol", "1e-9"},
                             {"-pc_type", "jacobi"},
                             {"-ksp_max_it", "500"}});
      System system;
      system.fill(amount, 0.4);
      LinearSolver solver({}, system.matrix);
      BOOST_REQUIRE(solver.solve(system.right, system.solution));
      BOOST_TEST(system.error() < 1e-6);
      PetscInt iterations = 0;
      KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
      FLEXURA_PETSC(KSPGetIterationNumber(solver.ksp(), &iterations));
      FLEXURA_PETSC(KSPGetConvergedReason(solver.ksp(), &reason));
      BOOST_TEST(iterations > 5);
      BOOST_TEST(reason == KSP_CONVERGED_RTOL);
    }
  }
}

BOOST_AUTO_TEST_CASE(recycling_saves_iterations) {
  if (!built()) return;
  const std::map<std::string, std::string> common = {{"-ksp_rtol", "1e-9"}, {"-pc_type", "jacobi"}};
  auto restarted = common;
  restarted.merge(std::map<std::string, std::string>{{"-ksp_type", "gmres"}, {"-ksp_gmres_restart", "30"}});
  auto recycled = common;
  recycled.merge(std::map<std::string, std::string>{{"-ksp_type", "belos"},
                                                    {"-ksp_belos_method", "GCRODR"},
                                                    {"-ksp_belos_blocks", "30"},
                                                    {"-ksp_belos_recycled", "12"}});
  auto forgotten = recycled;
  forgotten["-ksp_belos_keep"] = "0";
  const PetscInt without = iterations_of_a_sequence(restarted);
  const PetscInt with = iterations_of_a_sequence(recycled);
  const PetscInt each_anew = iterations_of_a_sequence(forgotten);
  BOOST_TEST_MESSAGE("GMRES(30) " << without << ", GCRO-DR " << with << ", without keeping " << each_anew);
  BOOST_TEST(with < 0.7 * without);
  BOOST_TEST(with < each_anew);
}

BOOST_AUTO_TEST_CASE(too_few_iterations_are_an_error_with_a_name) {
  if (!built()) return;
  const Options options({{"-ksp_type", "belos"}, {"-ksp_max_it", "3"}, {"-pc_type", "jacobi"}, {"-ksp_rtol", "1e-9"}});
  System system;
  system.fill(0.3, 0);
  LinearSolver solver({}, system.matrix);
  try {
    (void)solver.solve(system.right, system.solution);
    BOOST_ERROR("it converged");
  } catch (const Error& error) {
    BOOST_TEST((error.exit_code() == ExitCode::not_converged));
    BOOST_TEST(std::string(error.what()).find("`belos` with preconditioner `jacobi`") != std::string::npos);
    BOOST_TEST(std::string(error.what()).find("after 3 iterations") != std::string::npos, error.what());
  }
}

BOOST_AUTO_TEST_SUITE_END()
