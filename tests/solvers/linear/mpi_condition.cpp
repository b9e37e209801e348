// Condition numbers of sparse matrices against those of dense ones.
#include <boost/test/unit_test.hpp>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "solvers/linear/condition.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(condition)

namespace {

double condition_of(const Eigen::MatrixXd& a) {
  MatHandle matrix;
  const auto n = static_cast<PetscInt>(a.rows());
  FLEXURA_PETSC(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, n, nullptr, n, nullptr, matrix.out()));
  PetscInt first = 0, end = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  for (PetscInt i = first; i < end; ++i)
    for (PetscInt j = 0; j < n; ++j) FLEXURA_PETSC(MatSetValue(matrix, i, j, a(i, j), INSERT_VALUES));
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return condition_number(matrix);
}

double exact(const Eigen::MatrixXd& a) {
  return a.cwiseAbs().colwise().sum().maxCoeff() * a.inverse().cwiseAbs().colwise().sum().maxCoeff();
}

}  // namespace

BOOST_AUTO_TEST_CASE(is_estimated_from_below_and_closely) {
  std::mt19937 generator(3);
  std::normal_distribution<double> number;
  for (const int n : {1, 2, 5, 20, 60}) {
    for (const double spread : {0.0, 3.0}) {
      const Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(
          n, n, [&] { return number(generator) * std::pow(10, spread * number(generator)); });
      const double estimated = condition_of(a);
      BOOST_TEST(estimated < exact(a) * (1 + 1e-6), n);
      BOOST_TEST(estimated > exact(a) / 3, n);
    }
  }
  // Of a diagonal matrix it is exact.
  BOOST_TEST(std::abs(condition_of(Eigen::Vector4d(1, -100, 0.1, 3).asDiagonal()) - 1000) < 1e-9);
}

BOOST_AUTO_TEST_CASE(of_a_singular_matrix_is_infinite) {
  BOOST_TEST(std::isinf(condition_of(Eigen::MatrixXd::Zero(3, 3))));
}

BOOST_AUTO_TEST_SUITE_END()
