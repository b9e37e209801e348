// Scaling of rows and columns in front of linear solvers, on any number of ranks.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

#include "solvers/linear/linear_solver.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(scaling)

namespace {

using Kind = ScalingSettings::Kind;

constexpr int size = 12;

double column_size(int j, double grade) { return std::pow(grade, 0.5 * ((j % 4) - 1.5)); }

/// A tridiagonal matrix whose rows and columns differ in size by up to 10^12, as units of equations and unknowns do.
MatHandle graded(MPI_Comm communicator, double grade = 1e6) {
  MatHandle a;
  FLEXURA_PETSC(MatCreateAIJ(communicator, PETSC_DECIDE, PETSC_DECIDE, size, size, 3, nullptr, 3, nullptr, a.out()));
  PetscInt begin = 0;
  PetscInt end = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(a, &begin, &end));
  const auto row = [=](int i) { return std::pow(grade, (i % 3) - 1.0); };
  for (int i = begin; i < end; ++i)
    for (int j = std::max(0, i - 1); j <= std::min(size - 1, i + 1); ++j)
      FLEXURA_PETSC(MatSetValue(a, i, j, row(i) * column_size(j, grade) * (i == j ? 3 : 1), INSERT_VALUES));
  FLEXURA_PETSC(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
  return a;
}

struct Extremes {
  double least = 1e300;
  double most = 0;
  [[nodiscard]] double ratio() const { return most / least; }
};

Extremes sizes(Mat a, bool rows, bool sums) {
  MatHandle transposed;
  if (rows) FLEXURA_PETSC(MatTranspose(a, MAT_INITIAL_MATRIX, transposed.out()));
  std::vector<double> norms(size);
  FLEXURA_PETSC(
      MatGetColumnNorms(rows ? static_cast<Mat>(transposed) : a, sums ? NORM_1 : NORM_INFINITY, norms.data()));
  Extremes extremes;
  for (const double norm : norms) {
    extremes.least = std::min(extremes.least, norm);
    extremes.most = std::max(extremes.most, norm);
  }
  return extremes;
}

ScalingSettings of(Kind kind, bool once = false) {
  ScalingSettings settings;
  settings.kind = kind;
  settings.once = once;
  return settings;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_kind_makes_what_it_names_about_one) {
  const MatHandle a = graded(MPI_COMM_WORLD);
  BOOST_TEST(sizes(a, true, false).ratio() > 1e9);
  BOOST_TEST(sizes(a, false, false).ratio() > 1e6);
  // Powers of two: within the root of two of one.
  const auto near_one = [](const Extremes& e, double factor = std::sqrt(2.0)) {
    return e.least > 0.999 / factor && e.most < 1.001 * factor;
  };
  for (const Kind kind : {Kind::row_max, Kind::row_sum}) {
    MatrixScaling scaling(of(kind));
    BOOST_TEST(near_one(sizes(scaling.scaled(a), true, kind == Kind::row_sum)));
  }
  for (const Kind kind : {Kind::column_max, Kind::column_sum}) {
    MatrixScaling scaling(of(kind));
    BOOST_TEST(near_one(sizes(scaling.scaled(a), false, kind == Kind::column_sum)));
  }
  for (const Kind kind : {Kind::lapack, Kind::iterative}) {
    MatrixScaling scaling(of(kind));
    const Mat scaled = scaling.scaled(a);
    const double allowed = kind == Kind::lapack ? 10.0 : 2.0;  // the tolerance of the iteration
    BOOST_TEST(near_one(sizes(scaled, false, false), allowed));
    BOOST_TEST(near_one(sizes(scaled, true, false), allowed));
  }
  MatrixScaling sweep(of(Kind::row_max_column_max));  // half the way, in powers
  BOOST_TEST(sizes(sweep.scaled(a), true, false).ratio() < 1e-3 * sizes(a, true, false).ratio());
}

BOOST_AUTO_TEST_CASE(what_is_well_scaled_stays_with_lapack) {
  const MatHandle a = graded(MPI_COMM_WORLD, 1.5);
  MatrixScaling scaling(of(Kind::lapack));
  PetscBool equal = PETSC_FALSE;
  FLEXURA_PETSC(MatEqual(scaling.scaled(a), a, &equal));
  BOOST_TEST(equal);
}

BOOST_AUTO_TEST_CASE(solvers_get_the_scaled_matrix_and_give_the_solution_of_the_other) {
  for (const Kind kind : {Kind::row_max, Kind::column_sum, Kind::lapack, Kind::iterative, Kind::row_max_column_max}) {
    for (const char* name : {"", "mumps"}) {
      const MatHandle a = graded(MPI_COMM_WORLD);
      LinearSettings settings;
      settings.name = name;
      settings.scaling = of(kind);
      LinearSolver solver(settings, a);
      VecHandle x, b, wanted;
      FLEXURA_PETSC(MatCreateVecs(a, x.out(), b.out()));
      FLEXURA_PETSC(VecDuplicate(x, wanted.out()));
      PetscInt begin = 0;
      PetscInt end = 0;
      FLEXURA_PETSC(VecGetOwnershipRange(wanted, &begin, &end));
      for (int j = begin; j < end; ++j) FLEXURA_PETSC(VecSetValue(wanted, j, 2 / column_size(j, 1e6), INSERT_VALUES));
      FLEXURA_PETSC(VecAssemblyBegin(wanted));
      FLEXURA_PETSC(VecAssemblyEnd(wanted));
      FLEXURA_PETSC(MatMult(a, wanted, b));
      BOOST_TEST(solver.solve(b, x));
      FLEXURA_PETSC(VecPointwiseDivide(x, x, wanted));
      FLEXURA_PETSC(VecShift(x, -1));
      double error = 0;
      FLEXURA_PETSC(VecNorm(x, NORM_INFINITY, &error));
      BOOST_TEST(error < 1e-12, static_cast<int>(kind) << name << " " << error);
      Mat system = nullptr;
      FLEXURA_PETSC(KSPGetOperators(solver.ksp(), &system, nullptr));
      const bool rows = kind != Kind::column_sum;
      BOOST_TEST(sizes(system, rows, false).ratio() < 1e-2 * sizes(a, rows, false).ratio());
    }
  }
}

BOOST_AUTO_TEST_CASE(once_keeps_the_factors_of_the_first_matrix_and_remembers_them) {
  const MatHandle first = graded(MPI_COMM_WORLD);
  const MatHandle second = graded(MPI_COMM_WORLD, 1e5);
  MatrixScaling once(of(Kind::row_max, true)), always(of(Kind::row_max)), resumed(of(Kind::row_max, true));
  once.scaled(first);
  always.scaled(first);
  BOOST_TEST(sizes(once.scaled(second), true, false).ratio() > 10);
  BOOST_TEST(sizes(always.scaled(second), true, false).ratio() < 2.1);
  std::vector<double> saved;
  Archive out = Archive::save(saved);
  once.remember(out, second);
  Archive in = Archive::restore(saved);
  resumed.remember(in, second);
  PetscBool equal = PETSC_FALSE;
  FLEXURA_PETSC(MatEqual(resumed.scaled(second), once.scaled(second), &equal));
  BOOST_TEST(equal);
}

BOOST_AUTO_TEST_SUITE_END()
