// Multifrontal LU factorisation of sparse unsymmetric matrices with a nearly symmetric pattern.
#pragma once

#include <vector>

#include "solvers/linear/assembly_tree.h"
#include "solvers/linear/dense_front.h"
#include "solvers/linear/factor_memory.h"
#include "support/archive.h"

namespace flexura {

struct MultifrontalOptions {
  double threshold = 0.05;  ///< a pivot is at least this part of the largest entry of its row
  double tiny = 4e-16;      ///< a row that has shrunk below this part of its first size has no pivot
  bool equilibrate = true;  ///< scale rows and columns by powers of two: diagonals to one, multipliers to at most one
};

/// Direct solver for element-assembled systems: dense fronts of a few tens of rows, pivots chosen inside fronts and
/// passed to the parent when none is good enough (Duff and Reid 1983).
///
/// `analyse` once for a pattern, `factor` for new values, `solve` for right sides. After the first factorisation the
/// last two allocate nothing unless more pivots are delayed than before.
class Multifrontal {
 public:
  explicit Multifrontal(const MultifrontalOptions& options = {}) : options_(options) {}

  /// Orders the n x n matrix given by rows (CSR, zero-based). `values` (may be null) tell which diagonals are zero. The
  /// last `kept` unknowns are not eliminated: after `factor` there is their Schur complement, and solve is done in two
  /// halves, `reduce` and `expand`. Throws std::bad_alloc when `judge` (may be empty) says no.
  void analyse(int n, const int* row, const int* column, const double* values, int kept = 0,
               const FactorJudge& judge = {});
  /// Factors the matrix of the analysed pattern; false when it is singular or not finite. The arrays of the pattern
  /// must be those of `analyse` in content.
  bool factor(const int* row, const int* column, const double* values);
  /// The same for a sequence of matrices whose entries change little by little: the scaling is that of an earlier
  /// matrix until more pivots are delayed with it than when it was new, or one is missing. When entries grow so much
  /// that digits are lost, pivots are chosen more strictly from then on.
  bool factor_balanced(const int* row, const int* column, const double* values);
  /// x = A^-1 b; x may be b. Undefined unless the last factor returned true.
  void solve(const double* b, double* x);
  /// Rows of the Schur complement: those of the kept unknowns in their order, then those of unknowns without a pivot,
  /// which are new in each factorisation. Columns likewise.
  [[nodiscard]] int schur_size() const { return tree_.kept > 0 ? factors_.back().size : 0; }
  [[nodiscard]] const double* schur_row(int i) const {
    return front_.data() + static_cast<std::ptrdiff_t>(i) * front_stride(schur_size());
  }
  /// Right side of the Schur complement's system, schur_size() numbers, for the right side b of all.
  void reduce(const double* b, double* reduced);
  /// All unknowns when those of the Schur complement are `known`; needs the right side given to `reduce` last.
  void expand(const double* known, double* x);
  /// Unknown of a column of the Schur complement.
  [[nodiscard]] int schur_unknown(int i) const {
    return tree_.unknown[indices_[factors_.back().indices + factors_.back().size + i]];
  }
  /// One step of iterative refinement of x; returns the largest componentwise backward error
  /// |b - A x|_i / (|A||x| + |b|)_i before the step. Where that denominator is round-off beside the largest entry of
  /// the row times the largest unknown, both scaled, it is their product (M. Arioli, J. W. Demmel and I. S. Duff, SIAM
  /// J. Matrix Anal. Appl. 10 (1989) 165-190): rows of a plane motion out of its plane say nothing.
  double refine(const int* row, const int* column, const double* values, const double* b, double* x);

  /// Saves what the next factorisations depend on besides their matrices: what the order came from, scaling, choice of
  /// pivots; or takes it back, for a matrix of the same pattern.
  void remember(Archive& archive, int n, const int* row, const int* column);
  /// After remember() of a solver that had factored this matrix last: the same factors again.
  bool factor_as_before(const int* row, const int* column, const double* values);

  /// After factor returned false: an unknown without pivot. Otherwise -1.
  [[nodiscard]] int singular_unknown() const { return singular_; }
  /// What is left of the size of the row that lost most of it (near 1e-16: close to singular).
  [[nodiscard]] double weakest() const { return pivots_.weakest; }
  /// Largest entry met in a pivot row over the largest of the matrix whose scaling is used.
  [[nodiscard]] double growth() const { return pivots_.entry / largest_entry_; }
  /// Pivots passed to a parent in the last factorisation.
  [[nodiscard]] long delayed() const { return delayed_; }
  /// Of each unknown in the last factorisation: its size over that of the unknown that is solved for; null without
  /// scaling.
  [[nodiscard]] const double* column_scale() const { return options_.equilibrate ? column_scale_.data() : nullptr; }
  [[nodiscard]] const AssemblyTree& tree() const { return tree_; }

 private:
  struct Factors {
    std::size_t values = 0;   // of the pivot rows, then of the rows of L below them
    std::size_t indices = 0;  // of the row list, then of the column list
    std::size_t block = 0;    // of the contribution block
    int size = 0, summed = 0, eliminated = 0;
    int pivots_before = 0;
  };
  void forward(const double* b);
  void backward(double* x);
  [[nodiscard]] int unknown_at(int k) const { return k < 0 ? -1 : tree_.unknown[k]; }
  void measure(const int* row, const int* column, const double* values);
  bool factor_front(int at, const double* values);
  void scatter(const FrontShape& shape, const DenseFront& front, int delayed, const double* values);
  void add_child(const FrontShape& shape, int child, int delayed, int delayed_before, int stride);
  void keep(const FrontShape& shape, Factors& factors, const DenseFront& front);

  MultifrontalOptions options_;
  AssemblyTree tree_;
  std::vector<Factors> factors_;
  std::vector<double> values_;
  std::vector<int> indices_;
  std::vector<double> stack_;
  std::vector<double> front_;
  std::vector<double> panel_;
  std::vector<int> open_;  // fronts whose contribution block waits, in order of the stack
  std::vector<int> place_;
  std::vector<double> row_size_;  // by elimination number
  std::vector<double> row_scale_, column_scale_;
  std::vector<char> has_diagonal_;       // while the matrix is measured
  std::vector<double> scale_of_column_;  // of the front in hand
  struct {
    std::vector<int> rows;
    std::vector<double> values;
  } ordered_by_;  // what the order depends on besides the pattern: the rows without diagonal of the matrix analysed
  std::vector<double> work_, pivot_values_, gathered_, residual_, correction_;
  std::size_t values_top_ = 0, indices_top_ = 0, stack_top_ = 0;
  int pivots_done_ = 0;
  PivotRecord pivots_;
  double largest_entry_ = 0;
  long delayed_ = 0;
  long delayed_when_scaled_ = 0;
  int singular_ = -1;
  bool scaled_ = false;
};

}  // namespace flexura
