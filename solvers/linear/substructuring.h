// Direct solution of distributed systems: each rank eliminates its interior, a binary tree of ranks the interface.
#pragma once

#include <vector>

#include "solvers/linear/backward_error.h"
#include "solvers/linear/direct_pc.h"
#include "solvers/linear/interface.h"
#include "solvers/linear/interface_tree.h"
#include "solvers/linear/joined_front.h"
#include "solvers/linear/multifrontal.h"

namespace flexura {

/// Factorisation of a distributed matrix by substructuring (Przemieniecki 1963; MBDyn theory manual, "substructuring")
/// and nested dissection of the interface across ranks (George 1973).
///
/// Each rank factors the interior of its part with the multifrontal solver and is left with a dense Schur complement of
/// the interface unknowns it touches, extended by interior unknowns without an acceptable pivot. Two ranks at a time
/// join them: one receives, eliminates what no part outside the two has, and passes on what is left, until nothing is.
/// Right sides go the same way, solutions back. A rank has its own fronts of the tree only.
class Substructuring final : public DirectFactorisation {
 public:
  /// Beyond this many flops (seconds) in fronts that wait for each other solvers whose fronts are shared among ranks do
  /// better.
  static constexpr double most_flops = 2e10;

  /// Collective. Ask tree() before use.
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
  /// What this rank does for the interface; the joins themselves are with its fronts.
  [[nodiscard]] const InterfaceTree& tree() const { return tree_; }
  /// Fronts of the interface on this rank.
  [[nodiscard]] const std::vector<JoinedFront>& fronts() const { return fronts_; }

 private:
  using FactorFunction = JoinedFront::FactorFunction;
  /// How a factorisation stands on this rank.
  struct Outcome {
    bool factored = true;       // so far, here and on the ranks it has heard of
    bool lacks_memory = false;  // here
    double singular = -1;       // global number of an unknown found without pivot here
  };
  template <class Work>
  void attempt(Work&& work);
  void eliminate(FactorFunction function);
  void join(std::size_t at, FactorFunction function);
  void receive(JoinedFront& front, int rows, double* names);
  void pass_up();
  bool factor_with(FactorFunction function);
  void solve_once(double* x);
  /// Of the solution in part_ of the right side in right_side_, which leaves `rest` of it.
  double backward_error(const double* rest);

  // What has the Schur complement that is left after so many joins on this rank.
  [[nodiscard]] const Multifrontal& top(std::size_t joins) const {
    return joins > 0 ? fronts_[joins - 1].solver() : interior_;
  }
  [[nodiscard]] int top_kept(std::size_t joins) const {
    return joins > 0 ? fronts_[joins - 1].join().kept() : static_cast<int>(interface_.touched().size());
  }
  [[nodiscard]] double global_number(std::size_t joins, int unknown) const;
  [[nodiscard]] double schur_name(std::size_t joins, int row) const {
    return global_number(joins, top(joins).schur_unknown(row));
  }

  Interface interface_;
  MPI_Comm communicator_;
  PetscMPIInt tag_ = 0;
  PetscInt first_ = 0;  // of the owned unknowns
  bool analysed_ = false;
  Multifrontal interior_;
  InterfaceTree tree_;
  std::vector<JoinedFront> fronts_;
  Outcome outcome_;
  std::vector<double> rows_;  // of a Schur complement on the way
  std::vector<double> part_, reduced_;
  RefinementChoice refinement_;
  const double* values_ = nullptr;                 // of this part, as factored
  std::vector<RowRemainder> remainders_, joined_;  // of rows of the interface
  Mat matrix_ = nullptr;
  VecHandle solution_, rest_;
  std::vector<double> right_side_;
  int singular_ = -1;
  FactorisationCounts counts_;
};

}  // namespace flexura
