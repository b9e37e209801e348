// Elimination inside a dense front: the factors give back the matrix, whatever rows had to wait.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "solvers/linear/dense_front.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(dense_front)

namespace {

struct Result {
  int eliminated;
  double error;  // of the product of the factors, relative to the largest entry
};

/// A random front in which one row of `weak` has small entries in the columns that may be eliminated; 0: none.
Result factor(int size, int summed, int weak) {
  const int stride = front_stride(size);
  std::vector<double> matrix(static_cast<std::size_t>(size) * stride, 0.0), panel(front_lanes * stride, 0.0);
  std::mt19937 random(static_cast<unsigned>(size + 1000 * summed + weak));
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      matrix[i * stride + j] = number(random) * (weak > 0 && i % weak == 1 && j < summed ? 1e-6 : 1);
  const std::vector<double> before = matrix;
  std::vector<int> rows(size), columns(size);
  std::iota(rows.begin(), rows.end(), 0);
  std::iota(columns.begin(), columns.end(), 0);
  const std::vector<double> scale(size, 1.0);
  PivotRecord record;
  const DenseFront front{matrix.data(), size, stride, summed, rows.data(), columns.data()};
  const int done = eliminate(front, 0.05, 4e-16, scale.data(), panel.data(), record);
  double error = 0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      double sum = i >= done && j >= done ? matrix[i * stride + j] : 0;
      for (int k = 0; k <= std::min({i, j, done - 1}); ++k) {
        const double l = k == i ? 1 / matrix[i * stride + k] : matrix[i * stride + k];
        sum += l * (k == j ? 1 : matrix[k * stride + j]);
      }
      error = std::max(error, std::abs(sum - before[rows[i] * stride + columns[j]]));
    }
  }
  return {done, error};
}

}  // namespace

BOOST_AUTO_TEST_CASE(factors_of_fronts_of_any_size_give_back_the_matrix) {
  for (const int size : {1, 2, 7, 8, 9, 63, 64, 65, 71, 72, 73, 130, 200}) {
    const Result whole = factor(size, size, 0);
    BOOST_TEST(whole.eliminated == size);
    BOOST_TEST(whole.error < 1e-11);  // pivots of a twentieth of their row: factors of some hundreds
    const Result part = factor(size, size / 2, 0);
    BOOST_TEST(part.error < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(rows_that_wait_are_as_far_as_the_others) {
  int waiting = 0;
  for (const int size : {90, 150, 220}) {
    for (const int weak : {2, 3, 5, 11, 40}) {
      for (const int summed : {size - 1, size - 10, size / 2, 70}) {
        const Result result = factor(size, summed, weak);
        BOOST_TEST(result.error < 1e-9);
        waiting += summed - result.eliminated;
      }
    }
  }
  BOOST_TEST(waiting > 100);
}

BOOST_AUTO_TEST_SUITE_END()
