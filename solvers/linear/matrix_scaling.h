// Scaling of rows and columns in front of a linear solver.
#pragma once

#include <vector>

#include "assembly/petsc.h"
#include "solvers/linear/settings.h"
#include "support/archive.h"

namespace flexura {

/// Factors R and C, powers of two, that make the entries of R A C about as large as one; A x = b is solved as
/// (R A C) y = R b, x = C y. Works for matrices of any AIJ type, on any number of ranks; all functions are collective.
///
/// Kinds: largest entries of rows, or of columns, become one; sums of their absolute values do; `lapack`: rows, then
/// columns, only where they differ by more than ten (dgeequ); `iterative`: both by square roots, again and again, until
/// all are within the tolerance of one (D. Ruiz, RAL-TR-2001-034); `row max column max`: one sweep of that.
class MatrixScaling {
 public:
  explicit MatrixScaling(const ScalingSettings& settings) : settings_(settings) {}

  /// The scaled matrix of A, its values as they are now; `settings.once`: with the factors of the first call.
  Mat scaled(Mat a);
  /// R b, a vector that belongs to this object.
  Vec right_side(Vec b);
  /// x = C x.
  void scale_solution(Vec x);
  /// Saves the factors that stay, or takes them back for the same matrix.
  void remember(Archive& archive, Mat a);

 private:
  enum class Measure { largest, sum };
  void allocate(Mat a);
  void find();
  /// Multiplies R, or C, and the copy by 2^-round(power * log2(size)); returns the largest |log2(size)|.
  double sweep(bool rows, Measure measure, double power);
  void measure_rows(Measure measure);
  void measure_columns(Measure measure);

  ScalingSettings settings_;
  MatHandle copy_;
  VecHandle row_, column_, right_side_;
  VecHandle row_size_, column_size_;
  bool found_ = false;
};

}  // namespace flexura
