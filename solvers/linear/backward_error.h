// How good a solution of a linear system is, row by row, and when to improve it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/archive.h"

namespace flexura {

/// Part of a row of b - A x: what is left, the sum of the sizes of its terms, and the largest entry as columns are
/// scaled. Parts of one row on several ranks are added up (`entry`: maximum).
struct RowRemainder {
  double rest = 0;
  double size = 0;
  double entry = 0;

  void add(const RowRemainder& part) {
    rest += part.rest;
    size += part.size;
    entry = std::max(entry, part.entry);
  }
  /// Componentwise backward error (Oettli, Prager 1964) of a row, `largest` being the largest unknown as columns are
  /// scaled. A row whose terms are all round-off of that one is measured by it.
  [[nodiscard]] double backward_error(double largest) const {
    constexpr double noise = 1e3 * std::numeric_limits<double>::epsilon();
    const double whole = entry * largest;
    const double measure = size <= noise * whole ? size + whole : size;
    return measure > 0 ? std::abs(rest) / measure : 0;
  }
};

/// Row of `count` entries. `scale` of columns may be null.
inline RowRemainder remainder_of(int count, const int* column, const double* values, double b, const double* x,
                                 const double* scale) {
  RowRemainder row{b, std::abs(b), 0};
  for (int k = 0; k < count; ++k) {
    const double term = values[k] * x[column[k]];
    row.rest -= term;
    row.size += std::abs(term);
    row.entry = std::max(row.entry, std::abs(scale ? values[k] * scale[column[k]] : values[k]));
  }
  return row;
}

/// Largest of n unknowns as columns are scaled.
inline double largest_scaled(int n, const double* x, const double* scale) {
  double largest = 0;
  for (int j = 0; j < n; ++j) largest = std::max(largest, std::abs(scale ? x[j] / scale[j] : x[j]));
  return largest;
}

/// Chooses the solutions that get a step of iterative refinement: now and then one, whose backward error is looked at;
/// while that is well above round-off, as with very light masses on constraints, each of them.
class RefinementChoice {
 public:
  /// Asked once a solution. After true, measured() has to follow.
  [[nodiscard]] bool refine_next() {
    if (!always_ && until_check_ > 0) {
      --until_check_;
      return false;
    }
    until_check_ = solves_between_checks;
    return true;
  }
  void measured(double backward_error) { always_ = backward_error > tolerated_error; }
  void remember(Archive& archive) { archive(always_, until_check_); }

 private:
  static constexpr double tolerated_error = 1e-11;
  static constexpr int solves_between_checks = 16;
  bool always_ = false;
  int until_check_ = 0;
};

}  // namespace flexura
