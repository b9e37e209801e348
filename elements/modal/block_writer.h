// Writes blocks of a local Jacobian by number of row and column, for elements of variable size.
#pragma once

#include "math/types.h"
#include "model/local.h"

namespace flexura {

/// Derivatives come with their factor (see JacobianFactors) applied or as `factor`. Those by the angular velocity of
/// one node, whose spin tangent is given, become derivatives by the Newton unknown.
class BlockWriter {
 public:
  BlockWriter(const Jacobian& j, const Mat3& spin) : values_(j.values()), size_(j.size()), spin_(spin) {}

  void entry(int row, int column, double value) const {
    values_[static_cast<std::ptrdiff_t>(row) * size_ + column] += value;
  }
  void block(int row, int column, double factor, const Mat3& m) const {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) entry(row + i, column + k, factor * m(i, k));
  }
  /// The same by an angular velocity, without a factor.
  void spin(int row, int column, const Mat3& m) const { block(row, column, 1, Mat3(m * spin_)); }
  /// Three rows of one column.
  void column(int row, int column, double factor, const Vec3& m) const {
    for (int i = 0; i < 3; ++i) entry(row + i, column, factor * m(i));
  }
  /// Three columns of one row.
  void row(int row, int column, double factor, const Vec3& m) const {
    for (int k = 0; k < 3; ++k) entry(row, column + k, factor * m(k));
  }
  void spin_row(int at, int column, const Vec3& m) const { row(at, column, 1, Vec3(spin_.transpose() * m)); }

 private:
  double* values_;
  int size_;
  const Mat3& spin_;
};

}  // namespace flexura
