// A front in which the Schur complements of two groups of parts are joined.
#pragma once

#include <utility>
#include <vector>

#include "solvers/linear/interface_tree.h"
#include "solvers/linear/multifrontal.h"
#include "support/archive.h"

namespace flexura {

/// The matrix of a Join: the sum of the two Schur complements, whose own unknowns, and those that still wait for a
/// pivot in either, are eliminated; what is left is a Schur complement again. Rows of a Schur complement are those of
/// its unknowns, then those that wait.
class JoinedFront {
 public:
  using FactorFunction = bool (Multifrontal::*)(const int*, const int*, const double*);

  explicit JoinedFront(Join join) : join_(std::move(join)) {}

  [[nodiscard]] int other() const { return join_.other; }
  [[nodiscard]] const Join& join() const { return join_; }
  /// Bytes that it will take, unless unknowns wait.
  [[nodiscard]] double bytes() const;

  /// Zeros for Schur complements of so many rows, to which both are added. Takes memory when the numbers are new.
  void begin(int own_rows, int arriving_rows);
  void add_own(int i, const double* row) { add(own_, i, row); }
  void add_arriving(int i, const double* row) { add(arriving_, i, row); }
  /// Global numbers of the unknowns that wait: of the own Schur complement, then of the arriving one.
  [[nodiscard]] std::vector<double>& waiting() { return waiting_; }
  [[nodiscard]] const std::vector<double>& waiting() const { return waiting_; }
  /// False when the matrix is singular.
  bool factor(FactorFunction function);
  /// After begin() and factor().
  [[nodiscard]] const Multifrontal& solver() const { return solver_; }
  /// Of an unknown of solver(): its interface number, or -1 - k when it is number k of those that wait.
  [[nodiscard]] int unknown(int i) const;

  /// The system's right side from those of the two Schur complements, `own` and `arriving()`; returns the right side of
  /// the one that is left, which the unknowns then take the place of.
  double* reduce(const double* own);
  /// Unknowns of the two Schur complements, to `own` and `arriving()`, when those of the one that is left are known.
  void expand(double* own);
  [[nodiscard]] std::vector<double>& arriving() { return exchanged_; }
  [[nodiscard]] double* left() { return reduced_.data(); }

  void remember(Archive& archive);

 private:
  void number(int own_rows, int arriving_rows);
  void add(const std::vector<int>& place, int i, const double* row) {
    double* to = values_.data() + static_cast<std::ptrdiff_t>(place[i]) * size_;
    for (std::size_t j = 0; j < place.size(); ++j) to[place[j]] += row[j];
  }

  Join join_;
  int size_ = 0;
  bool analysed_ = false;
  std::vector<int> own_, arriving_;  // place of each row of the two Schur complements
  std::vector<int> row_, column_;    // a full matrix
  std::vector<double> values_;
  std::vector<double> waiting_;
  Multifrontal solver_;
  std::vector<double> x_, reduced_, exchanged_;
};

}  // namespace flexura
