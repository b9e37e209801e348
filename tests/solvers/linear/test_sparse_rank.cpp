// Rank and left null space of sparse matrices.
#include <boost/test/unit_test.hpp>

#include <Eigen/Core>
#include <random>

#include "solvers/linear/sparse_rank.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(sparse_rank)

namespace {

SparseRows sparse(const Eigen::MatrixXd& dense) {
  SparseRows m;
  m.columns = static_cast<int>(dense.cols());
  for (int i = 0; i < dense.rows(); ++i) {
    for (int j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) == 0) continue;
      m.column.push_back(j);
      m.value.push_back(dense(i, j));
    }
    m.begin.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

Eigen::MatrixXd weights(const RowDependency& found, int rows) {
  Eigen::MatrixXd z = Eigen::MatrixXd::Zero(static_cast<int>(found.combinations.size()), rows);
  for (int k = 0; k < z.rows(); ++k)
    for (const auto& [row, weight] : found.combinations[k]) z(k, row) = weight;
  return z;
}

Eigen::MatrixXd random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Eigen::MatrixXd m(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m(i, j) = uniform(generator);
  return m;
}

}  // namespace

BOOST_AUTO_TEST_CASE(independent_rows_have_no_combination) {
  const RowDependency found = row_dependency(sparse(random_matrix(7, 12, 1)), 1e-10);
  BOOST_TEST(found.rank == 7);
  BOOST_TEST(found.combinations.empty());
}

BOOST_AUTO_TEST_CASE(combinations_span_the_left_null_space_of_a_product_of_low_rank) {
  for (const unsigned seed : {2U, 3U, 4U}) {
    Eigen::MatrixXd a = random_matrix(15, 6, seed) * random_matrix(6, 40, seed + 10);
    for (int i = 0; i < 15; ++i) a.row(i) *= std::pow(10.0, i % 5 - 2);  // rows of very different size
    const RowDependency found = row_dependency(sparse(a), 1e-10);
    BOOST_TEST(found.rank == 6);
    BOOST_REQUIRE(found.combinations.size() == 9U);
    const Eigen::MatrixXd z = weights(found, 15);
    BOOST_TEST((z * a).cwiseAbs().maxCoeff() < 1e-9);  // round-off times the size of the rows
    BOOST_TEST(row_dependency(sparse(z), 1e-10).rank == 9);
    for (int k = 0; k < 9; ++k) BOOST_TEST(z.row(k).cwiseAbs().maxCoeff() == 1.0);
  }
}

BOOST_AUTO_TEST_CASE(rows_of_zeros_depend_on_nothing_else) {
  Eigen::MatrixXd a = random_matrix(4, 6, 5);
  a.row(2).setZero();
  const RowDependency found = row_dependency(sparse(a), 1e-10);
  BOOST_TEST(found.rank == 3);
  BOOST_REQUIRE(found.combinations.size() == 1U);
  BOOST_REQUIRE(found.combinations[0].size() == 1U);
  BOOST_TEST(found.combinations[0][0].first == 2);
}

BOOST_AUTO_TEST_CASE(the_tolerance_is_the_length_of_what_other_rows_leave) {
  Eigen::MatrixXd a = random_matrix(3, 8, 6);
  a.row(2) = a.row(0) - 2 * a.row(1);
  a(2, 3) += 1e-5 * a.row(2).norm();
  BOOST_TEST(row_dependency(sparse(a), 1e-7).rank == 3);
  BOOST_TEST(row_dependency(sparse(a), 1e-3).rank == 2);
}

BOOST_AUTO_TEST_CASE(two_components_give_separate_combinations) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, 8);
  a.block(0, 0, 3, 4) = random_matrix(3, 1, 7) * random_matrix(1, 4, 8);
  a.block(3, 4, 3, 4) = random_matrix(3, 2, 9) * random_matrix(2, 4, 10);
  const RowDependency found = row_dependency(sparse(a), 1e-10);
  BOOST_TEST(found.rank == 3);
  for (const RowCombination& z : found.combinations)
    for (const auto& [row, weight] : z) BOOST_TEST((row < 3) == (z.front().first < 3));
}

BOOST_AUTO_TEST_CASE(a_matrix_without_rows_is_no_problem) { BOOST_TEST(row_dependency({}, 1e-10).rank == 0); }

BOOST_AUTO_TEST_SUITE_END()
