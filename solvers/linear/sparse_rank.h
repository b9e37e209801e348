// Which rows of a sparse matrix depend on each other: rank and left null space by sparse QR.
#pragma once

#include <utility>
#include <vector>

namespace flexura {

/// A sparse matrix by rows (CSR, zero-based).
struct SparseRows {
  int columns = 0;
  std::vector<int> begin{0};
  std::vector<int> column;
  std::vector<double> value;

  [[nodiscard]] int rows() const { return static_cast<int>(begin.size()) - 1; }
};

/// z with z^T A = 0, as (row, weight), by increasing row; its largest weight is 1.
using RowCombination = std::vector<std::pair<int, double>>;

struct RowDependency {
  int rank = 0;
  std::vector<RowCombination> combinations;  ///< a basis of the left null space, rows() - rank of them
};

/// Rank and a basis of the left null space of the matrix whose rows are scaled to unit length (the weights refer to the
/// rows as given). A row is dependent when what the others leave of it is shorter than `tolerance`; rows of zeros are
/// dependent. SuiteSparseQR with Heath's rank detection (T. A. Davis, ACM Trans. Math. Softw. 38, 2011, algorithm 915):
/// sparse in time and memory. Throws Error(out_of_memory).
RowDependency row_dependency(const SparseRows& matrix, double tolerance);

}  // namespace flexura
