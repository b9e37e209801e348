// Substructuring on any number of ranks: solutions of distributed systems against known ones, singular matrices.
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "assembly/petsc.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/linear/substructuring.h"
#include "tests/sanitizers.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(substructuring)

namespace {

/// A number in [-1, 1) that depends on i and j alone, so that all ranks agree.
double number(int i, int j) {
  std::uint64_t x = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(j) + 1;
  for (int k = 0; k < 2; ++k) x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9ULL;
  return static_cast<double>(x >> 11) / 9007199254740992.0 * 2 - 1;
}

using Entry = std::function<void(int, int, double)>;

MatHandle distribute(int n, const std::function<void(const Entry&)>& entries) {
  MatHandle matrix;
  FLEXURA_PETSC(MatCreate(PETSC_COMM_WORLD, matrix.out()));
  FLEXURA_PETSC(MatSetSizes(matrix, PETSC_DECIDE, PETSC_DECIDE, n, n));
  FLEXURA_PETSC(MatSetType(matrix, MATAIJ));
  FLEXURA_PETSC(MatSetUp(matrix));
  FLEXURA_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  PetscInt first = 0, end = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  entries([&](int i, int j, double x) {
    if (i >= first && i < end) FLEXURA_PETSC(MatSetValue(matrix, i, j, x, ADD_VALUES));
  });
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return matrix;
}

/// Three-node elements of six unknowns a node, one after the other: the ends are shared.
void beams(int count, double diagonal, const Entry& add) {
  for (int b = 0; b < count; ++b)
    for (int i = 0; i < 18; ++i)
      for (int j = 0; j < 18; ++j)
        add(12 * b + i, 12 * b + j, number(12 * b + i, 1000 * b + j) + (i == j ? diagonal : 0));
}

/// Rigid links: six unknowns with light masses a link, three multipliers a hinge, numbered link by link.
void links(int count, const Entry& add) {
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < 6; ++i) add(9 * k + i, 9 * k + i, i < 3 ? 0.1 : 1e-5);
    for (int c = 0; c < 3; ++c) {
      const int row = 9 * k + 6 + c;
      add(row, row, 0);
      const int next = 9 * ((k + 1) % count);
      for (const int node : {9 * k, next}) {
        const double sign = node == next ? -1 : 1;
        add(row, node + c, sign);
        add(node + c, row, sign);
        for (int i = 3; i < 6; ++i) {
          const double arm = 0.05 * number(row, node + i);
          add(row, node + i, arm);
          add(node + i, row, arm);
        }
      }
    }
  }
}

/// Largest error of a solution relative to the largest of the known one; negative when the solver reports failure.
double error_of(LinearSolver& solver, Mat matrix) {
  VecHandle x, b, known;
  FLEXURA_PETSC(MatCreateVecs(matrix, known.out(), b.out()));
  FLEXURA_PETSC(VecDuplicate(known, x.out()));
  PetscInt first = 0, end = 0;
  FLEXURA_PETSC(VecGetOwnershipRange(known, &first, &end));
  for (PetscInt i = first; i < end; ++i) FLEXURA_PETSC(VecSetValue(known, i, number(i, 77), INSERT_VALUES));
  FLEXURA_PETSC(VecAssemblyBegin(known));
  FLEXURA_PETSC(VecAssemblyEnd(known));
  FLEXURA_PETSC(MatMult(matrix, known, b));
  solver.matrix_changed();
  if (!solver.solve(b, x)) return -1;
  FLEXURA_PETSC(VecAXPY(x, -1, known));
  double error = 0;
  FLEXURA_PETSC(VecNorm(x, NORM_INFINITY, &error));
  return error;
}

bool several_ranks() {
  int ranks = 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  return ranks > 1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(beams_and_links_are_solved_again_and_again) {
  const MatHandle chain = distribute(12 * 40 + 6, [](const Entry& add) { beams(40, 6, add); });
  const MatHandle rigid = distribute(9 * 60, [](const Entry& add) { links(60, add); });
  for (Mat matrix : {static_cast<Mat>(chain), static_cast<Mat>(rigid)}) {
    LinearSolver solver({}, matrix);
    if (several_ranks()) BOOST_TEST(solver.name() == "substructuring");
    for (int pass = 0; pass < 2; ++pass) {
      const double error = error_of(solver, matrix);
      BOOST_TEST(error >= 0);
      BOOST_TEST(error < 1e-8);
      FLEXURA_PETSC(MatScale(matrix, 1.7));
    }
  }
}

BOOST_AUTO_TEST_CASE(one_solution_of_seventeen_is_looked_at_and_bad_ones_are_refined) {
  const MatHandle matrix = distribute(12 * 40 + 6, [](const Entry& add) { beams(40, 6, add); });
  const auto solver =
      several_ranks() ? std::unique_ptr<DirectFactorisation>(new Substructuring(matrix)) : make_multifrontal();
  BOOST_REQUIRE(solver->factor(matrix));
  const auto error = [&] {
    VecHandle x, known;
    FLEXURA_PETSC(MatCreateVecs(matrix, known.out(), x.out()));
    FLEXURA_PETSC(VecSet(known, 1));
    FLEXURA_PETSC(MatMult(matrix, known, x));
    double* values = nullptr;
    FLEXURA_PETSC(VecGetArray(x, &values));
    solver->solve(values);
    FLEXURA_PETSC(VecRestoreArray(x, &values));
    double size = 0;
    FLEXURA_PETSC(VecAXPY(x, -1, known));
    FLEXURA_PETSC(VecNorm(x, NORM_INFINITY, &size));
    return size;
  };
  BOOST_TEST(error() < 1e-10);
  FLEXURA_PETSC(MatScale(matrix, 1 + 1e-6));  // the factors do not follow
  for (int k = 0; k < 16; ++k) BOOST_TEST(error() > 0.9e-6);
  for (int k = 0; k < 40; ++k) BOOST_TEST(error() < 1e-10);
  FLEXURA_PETSC(MatScale(matrix, 1 / (1 + 1e-6)));
  BOOST_TEST(error() < 1e-10);
  FLEXURA_PETSC(MatScale(matrix, 1 + 1e-6));
  BOOST_TEST(error() > 0.9e-6);
}

BOOST_AUTO_TEST_CASE(unknowns_without_pivot_inside_are_solved_with_the_interface) {
  // Every interior diagonal block vanishes after the analysis, so that pivots must come from other ranks.
  const int n = 12;
  bool healthy = true;
  const auto dense = [&](const Entry& add) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        add(i, j, (i < n / 2) == (j < n / 2) ? (healthy && i == j ? 3.0 : i == j ? 1e-30 : 0.0) : number(i, j));
  };
  const MatHandle first = distribute(n, dense);
  LinearSolver solver({}, first);
  BOOST_TEST(error_of(solver, first) >= 0);
  healthy = false;
  const MatHandle second = distribute(n, dense);
  FLEXURA_PETSC(MatCopy(second, first, DIFFERENT_NONZERO_PATTERN));
  const double error = error_of(solver, first);
  BOOST_TEST(error >= 0);
  BOOST_TEST(error < 1e-10);
}

BOOST_AUTO_TEST_CASE(a_singular_matrix_is_reported_by_every_rank) {
  for (const int zero : {5, 240}) {
    const MatHandle matrix = distribute(12 * 40 + 6, [&](const Entry& add) {
      beams(40, 6, [&](int i, int j, double x) { add(i, j, i == zero ? 0.0 : x); });
    });
    LinearSolver solver({}, matrix);
    BOOST_TEST(error_of(solver, matrix) == -1);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_without_pivot_is_named_by_the_rank_that_owns_it) {
  if (!several_ranks()) return;
  const int n = 12 * 10 + 6;
  for (int zero = 0; zero < n; zero += 5) {
    const MatHandle matrix = distribute(n, [&](const Entry& add) {
      beams(10, 6, [&](int i, int j, double x) { add(i, j, i == zero || j == zero ? 0.0 : x); });
    });
    Substructuring solver(matrix);
    BOOST_TEST(!solver.factor(matrix));
    PetscInt first = 0;
    FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, nullptr));
    std::array<int, 2> named{solver.singular_unknown() < 0 ? 0 : 1, 0};
    named[1] = named[0] * (static_cast<int>(first) + solver.singular_unknown());
    MPI_Allreduce(MPI_IN_PLACE, named.data(), 2, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
    BOOST_TEST(named[0] == 1);
    BOOST_TEST(named[1] == zero);
  }
}

BOOST_AUTO_TEST_CASE(no_rank_receives_what_all_have_of_the_interface) {
  if (!several_ranks()) return;
  const MatHandle matrix = distribute(12 * 200 + 6, [](const Entry& add) { beams(200, 6, add); });
  Substructuring solver(matrix);
  BOOST_TEST(solver.factor(matrix));
  int ranks = 1, levels = 0;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  while (1 << levels < ranks) ++levels;
  BOOST_TEST(solver.tree().levels == levels);
  // A chain: a cut through the node of two beams leaves at most 5 of its unknowns and 12 of a beam on one side.
  constexpr int cut = 17;
  BOOST_TEST(solver.interface_size() >= 6 * (ranks - 1));
  BOOST_TEST(solver.tree().largest <= 3 * cut);
  for (const JoinedFront& front : solver.fronts()) {
    BOOST_TEST(front.join().size() <= 3 * cut);
    BOOST_TEST(front.join().arriving.size() <= 2 * cut);
    BOOST_TEST(front.solver().schur_size() <= 2 * cut);
  }
  // Each unknown is eliminated once.
  int eliminated = 0;
  for (const JoinedFront& front : solver.fronts()) eliminated += front.join().eliminated;
  MPI_Allreduce(MPI_IN_PLACE, &eliminated, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  BOOST_TEST(eliminated == solver.interface_size());
}

BOOST_AUTO_TEST_CASE(a_restored_solver_has_the_same_factors_and_goes_on_alike) {
  if (!several_ranks()) return;
  const MatHandle matrix = distribute(9 * 60, [](const Entry& add) { links(60, add); });
  const auto solution = [&](Substructuring& solver) {
    PetscInt first = 0, end = 0;
    FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
    std::vector<double> x;
    for (PetscInt i = first; i < end; ++i) x.push_back(number(i, 5));
    solver.solve(x.data());
    return x;
  };
  const auto change = [&](int pass) {  // masses of links, unlike from pass to pass
    const MatHandle other = distribute(9 * 60, [&](const Entry& add) {
      links(60, [&](int i, int j, double x) { add(i, j, i == j ? x * (1 + 1e3 * pass * (i % 4)) : x); });
    });
    FLEXURA_PETSC(MatCopy(other, matrix, SAME_NONZERO_PATTERN));
  };
  Substructuring solver(matrix);
  for (int pass = 0; pass < 3; ++pass) {
    change(pass);
    BOOST_TEST(solver.factor(matrix));
    (void)solution(solver);
  }
  std::vector<double> saved;
  Archive save = Archive::save(saved);
  solver.remember(save, matrix);
  Substructuring other(matrix);
  Archive restore = Archive::restore(saved);
  other.remember(restore, matrix);
  restore.finish();
  other.factor_as_before();
  BOOST_TEST(other.factor(matrix));
  BOOST_TEST(solution(other) == solution(solver));
  change(4);
  BOOST_TEST(solver.factor(matrix));
  BOOST_TEST(other.factor(matrix));
  BOOST_TEST(solution(other) == solution(solver));
}

BOOST_AUTO_TEST_CASE(ranks_may_have_few_unknowns_or_none) {
  if (!several_ranks()) return;
  for (const int n : {1, 2, 3, 4, 6, 9}) {
    const MatHandle matrix = distribute(n, [&](const Entry& add) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) add(i, j, i == j ? 3 : number(i, j));
    });
    LinearSolver solver({}, matrix);
    const double error = error_of(solver, matrix);
    BOOST_TEST(error >= 0);
    BOOST_TEST(error < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(lack_of_memory_on_one_rank_is_known_to_all, *flexura::test::unless_sanitized()) {
  if (!several_ranks()) return;
  const MatHandle matrix = distribute(12 * 1000 + 6, [](const Entry& add) { beams(1000, 6, add); });
  Substructuring solver(matrix);
  rlimit before{};
  BOOST_REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  int rank = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Barrier(PETSC_COMM_WORLD);
  std::vector<std::unique_ptr<char[]>> taken;
  if (rank == 1) {  // its address space does not grow, and what is free in it is taken but for small pieces
    taken.reserve(1 << 16);
    const rlimit none{4096, before.rlim_max};
    BOOST_REQUIRE(setrlimit(RLIMIT_AS, &none) == 0);
    for (std::size_t size = 1 << 26; size >= 1 << 15; size /= 2) do {
        taken.emplace_back(new (std::nothrow) char[size]);
      } while (taken.back() && taken.size() < taken.capacity());
  }
  bool lacking = false;
  try {
    (void)solver.factor(matrix);
  } catch (const std::bad_alloc&) {
    lacking = true;
  }
  BOOST_REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  taken.clear();
  BOOST_TEST(lacking);
  BOOST_TEST(solver.factor(matrix));
}

BOOST_AUTO_TEST_CASE(parts_without_coupling_have_no_interface) {
  const MatHandle matrix = distribute(50, [](const Entry& add) {
    for (int i = 0; i < 50; ++i) add(i, i, 2 + number(i, i));
  });
  LinearSolver solver({}, matrix);
  BOOST_TEST(std::abs(error_of(solver, matrix)) < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()
