// Direct solution of distributed systems: each rank eliminates its interior, all solve the interface.
#pragma once

#include <vector>

#include "solvers/linear/backward_error.h"
#include "solvers/linear/direct_pc.h"
#include "solvers/linear/interface.h"
#include "solvers/linear/multifrontal.h"

namespace flexura {

/// Factorisation of a distributed matrix by substructuring (Przemieniecki 1963; MBDyn theory manual, "substructuring").
///
/// Each rank factors the interior of its part with the multifrontal solver and is left with a dense Schur complement of
/// the interface unknowns it touches, extended by interior unknowns without an acceptable pivot. These small matrices
/// are exchanged and every rank factors their sum, so that a solution costs one exchange of interface right sides.
class Substructuring final : public DirectFactorisation {
 public:
  /// Beyond this many unknowns the interface costs more than the parts, and other solvers do better.
  static constexpr int largest_interface = 1500;

  /// Collective. Ask interface_size() before use.
  explicit Substructuring(Mat matrix);

  [[nodiscard]] const char* name() const override { return "substructuring"; }
  /// A lack of memory on one rank is one on all (std::bad_alloc).
  bool factor(Mat matrix) override;
  void remember(Archive& archive, Mat matrix) override;
  /// With a step of iterative refinement where RefinementChoice wants one.
  void solve(double* x) override;
  [[nodiscard]] int singular_unknown() const override { return singular_; }
  [[nodiscard]] FactorisationCounts counts() const override { return counts_; }

  /// Unknowns of the interface of all parts.
  [[nodiscard]] int interface_size() const { return static_cast<int>(interface_.unknowns().size()); }

 private:
  using FactorFunction = bool (Multifrontal::*)(const int*, const int*, const double*);
  [[nodiscard]] int eliminate(FactorFunction function);
  bool factor_with(FactorFunction function);
  void solve_once(double* x);
  /// Of the solution in part_ of the right side in right_side_, which leaves `rest` of it.
  double backward_error(const double* rest);
  [[nodiscard]] int owned_number(int part_unknown) const;
  [[nodiscard]] int rows_of(int rank) const { return row_begin_[rank + 1] - row_begin_[rank]; }
  void number_rows();
  void couple();

  Interface interface_;
  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  bool analysed_ = false;
  Multifrontal interior_;
  std::vector<int> touched_, touched_begin_;  // interface numbers each rank touches, rank after rank
  std::vector<int> delayed_;                  // unknowns without pivot of each rank
  // Rows of the Schur complements, rank after rank: their number in the coupled system.
  std::vector<int> unknown_, row_begin_, row_count_;
  std::vector<int> entry_begin_, entry_count_;  // of each rank's Schur complement
  std::vector<double> own_block_, blocks_;
  // The coupled system: interface unknowns, then delayed ones.
  Multifrontal coupled_;
  int coupled_size_ = 0;
  std::vector<int> coupled_row_, coupled_column_;
  std::vector<int> place_;  // of each entry of the Schur complements in coupled_values_
  std::vector<double> coupled_values_, coupled_x_;
  std::vector<double> part_, reduced_, all_reduced_;
  RefinementChoice refinement_;
  const double* values_ = nullptr;  // of this part, as factored
  std::vector<double> interface_sums_, interface_entries_;
  Mat matrix_ = nullptr;
  VecHandle solution_, rest_;
  std::vector<double> right_side_;
  int singular_ = -1;
  FactorisationCounts counts_;
};

}  // namespace flexura
