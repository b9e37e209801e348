#include "solvers/linear/sparse_rank.h"

#include <SuiteSparseQR_C.h>

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace flexura {

namespace {

/// Objects of CHOLMOD that go when the scope ends.
class Workspace {
 public:
  Workspace() {
    cholmod_l_start(&common);
    common.print = 0;
    common.SPQR_nthreads = 1;
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    cholmod_l_free_sparse(&matrix, &common);
    cholmod_l_free_sparse(&r, &common);
    if (permutation) cholmod_l_free(columns, sizeof(SuiteSparse_long), permutation, &common);
    cholmod_l_finish(&common);
  }

  cholmod_common common;
  cholmod_sparse* matrix = nullptr;
  cholmod_sparse* r = nullptr;
  SuiteSparse_long* permutation = nullptr;
  std::size_t columns = 0;
};

double length(const SparseRows& m, int row) {
  double sum = 0;
  for (int k = m.begin[row]; k < m.begin[row + 1]; ++k) sum += m.value[k] * m.value[k];
  return std::sqrt(sum);
}

/// Rows of unit length become the columns of the matrix to factor; rows of zeros have none.
void fill_transposed(const SparseRows& m, const std::vector<double>& scale, Workspace& w) {
  const auto n = static_cast<std::size_t>(m.rows());
  w.columns = n;
  w.matrix = cholmod_l_allocate_sparse(m.columns, n, m.value.size(), 0, 1, 0, CHOLMOD_REAL, &w.common);
  if (!w.matrix) throw Error(ExitCode::out_of_memory, "out of memory in the search for redundant constraints");
  auto* begin = static_cast<SuiteSparse_long*>(w.matrix->p);
  auto* row = static_cast<SuiteSparse_long*>(w.matrix->i);
  auto* value = static_cast<double*>(w.matrix->x);
  for (std::size_t i = 0; i <= n; ++i) begin[i] = m.begin[i];
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = m.begin[i]; k < m.begin[i + 1]; ++k) {
      row[k] = m.column[k];
      value[k] = m.value[k] * scale[i];
    }
  }
}

/// The trapezoidal factor [R11 R12]: its first `rank` columns are upper triangular.
class Trapezoid {
 public:
  Trapezoid(const cholmod_sparse& r, int rank)
      : begin_(static_cast<const SuiteSparse_long*>(r.p)),
        row_(static_cast<const SuiteSparse_long*>(r.i)),
        value_(static_cast<const double*>(r.x)),
        rank_(rank) {}

  /// y with R11 y = column j, by columns from the right.
  void solve_for(SuiteSparse_long j, std::vector<double>& y) const {
    std::fill(y.begin(), y.end(), 0.0);
    for (auto k = begin_[j]; k < begin_[j + 1]; ++k)
      if (row_[k] < rank_) y[row_[k]] = value_[k];
    for (SuiteSparse_long c = rank_ - 1; c >= 0; --c) {
      if (y[c] == 0) continue;
      double diagonal = 0;
      for (auto k = begin_[c]; k < begin_[c + 1]; ++k)
        if (row_[k] == c) diagonal = value_[k];
      y[c] /= diagonal;
      for (auto k = begin_[c]; k < begin_[c + 1]; ++k)
        if (row_[k] < c) y[row_[k]] -= value_[k] * y[c];
    }
  }

 private:
  const SuiteSparse_long* begin_;
  const SuiteSparse_long* row_;
  const double* value_;
  SuiteSparse_long rank_;
};

/// Weights of the rows as given from those of the scaled ones; what is round-off is left out.
RowCombination tidy(RowCombination z, const std::vector<double>& scale) {
  double largest = 0;
  for (auto& [row, weight] : z) {
    weight *= scale[row];
    largest = std::max(largest, std::abs(weight));
  }
  std::erase_if(z, [largest](const auto& entry) { return std::abs(entry.second) < 1e-6 * largest; });
  std::sort(z.begin(), z.end());
  for (auto& entry : z) entry.second /= largest;
  return z;
}

}  // namespace

RowDependency row_dependency(const SparseRows& matrix, double tolerance) {
  const int n = matrix.rows();
  RowDependency result;
  if (n == 0) return result;
  std::vector<double> scale(n, 1.0);
  for (int i = 0; i < n; ++i) {
    const double size = length(matrix, i);
    if (size > 0) scale[i] = 1 / size;
  }
  Workspace w;
  fill_transposed(matrix, scale, w);
  const auto rank = SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, tolerance, 0, 0, w.matrix, nullptr, nullptr, nullptr,
                                    nullptr, &w.r, &w.permutation, nullptr, nullptr, nullptr, &w.common);
  if (rank < 0 || !w.r) throw Error(ExitCode::out_of_memory, "out of memory in the search for redundant constraints");
  result.rank = static_cast<int>(rank);
  const auto original = [&w](int k) { return w.permutation ? static_cast<int>(w.permutation[k]) : k; };
  const Trapezoid r(*w.r, result.rank);
  std::vector<double> y(result.rank);
  for (int j = result.rank; j < n; ++j) {
    r.solve_for(j, y);
    RowCombination z{{original(j), 1.0}};
    for (int k = 0; k < result.rank; ++k)
      if (std::abs(y[k]) > 1e-12) z.emplace_back(original(k), -y[k]);
    result.combinations.push_back(tidy(std::move(z), scale));
  }
  return result;
}

}  // namespace flexura
