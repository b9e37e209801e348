// Direct factorisations of our own behind the interface of a PETSc preconditioner.
#pragma once

#include <petscpc.h>

#include <memory>
#include <utility>

#include "assembly/petsc.h"
#include "solvers/linear/factor_memory.h"
#include "support/archive.h"

namespace flexura {

/// Counts of factorisations from scratch and with kept pivots so far.
struct FactorisationCounts {
  long factorisations = 0;
  long refactorisations = 0;
};

/// A complete factorisation of a matrix. On several ranks all members are collective and numbers are those of owned
/// unknowns.
class DirectFactorisation {
 public:
  DirectFactorisation() = default;
  DirectFactorisation(const DirectFactorisation&) = delete;
  DirectFactorisation& operator=(const DirectFactorisation&) = delete;
  virtual ~DirectFactorisation() = default;

  [[nodiscard]] virtual const char* name() const = 0;
  /// Factors the matrix; false when it is singular. The pattern is that of the first call.
  virtual bool factor(Mat matrix) = 0;
  /// x holds the right side and then the solution.
  virtual void solve(double* x) = 0;
  /// Makes the next factorisation choose its pivots anew.
  virtual void forget_pivots() {}
  /// Saves what the next factorisations depend on besides their matrices, or takes it back: the decisions that were
  /// made for earlier matrices of the pattern of `matrix`. Collective.
  virtual void remember(Archive& archive, Mat matrix) = 0;
  /// After remember(): the next matrix to be factored is the one that was factored last; its factors will be the same.
  void factor_as_before() { as_before_ = true; }
  /// Factors that `judge` refuses are as those that have no memory (std::bad_alloc).
  void obey(FactorJudge judge) { judge_ = std::move(judge); }
  /// An unknown without pivot after factor returned false, -1 when it is not known.
  [[nodiscard]] virtual int singular_unknown() const = 0;
  [[nodiscard]] virtual FactorisationCounts counts() const = 0;
  /// Entries of the factors over those of the matrix, after a factorisation; 0 when it is not known.
  [[nodiscard]] virtual double fill() const { return 0; }

 protected:
  /// Whether factor() has the matrix that was factored last before remember().
  [[nodiscard]] bool take_as_before() { return std::exchange(as_before_, false); }
  /// Empty when all factors are welcome.
  [[nodiscard]] const FactorJudge& judge() const { return judge_; }

 private:
  bool as_before_ = false;
  FactorJudge judge_;
};

/// A factorisation of a sequential sparse matrix given by rows (zero-based).
class SequentialFactorisation : public DirectFactorisation {
 public:
  bool factor(Mat matrix) final;
  void remember(Archive& archive, Mat matrix) final;

 protected:
  /// Calls use(n, row, column, values) with the arrays of the matrix given to `factor` last.
  template <class Use>
  auto with_arrays(Use&& use) const {
    PetscInt n = 0;
    const PetscInt* row = nullptr;
    const PetscInt* column = nullptr;
    PetscBool done = PETSC_FALSE;
    const double* values = nullptr;
    FLEXURA_PETSC(MatGetRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
    if (!done) throw Error(ExitCode::internal_error, "a sequential sparse matrix is needed");
    FLEXURA_PETSC(MatSeqAIJGetArrayRead(matrix_, &values));
    const auto result = use(n, row, column, values);
    FLEXURA_PETSC(MatSeqAIJRestoreArrayRead(matrix_, &values));
    FLEXURA_PETSC(MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
    return result;
  }
  virtual bool factor(int n, const int* row, const int* column, const double* values) = 0;
  virtual void remember(Archive& archive, int n, const int* row, const int* column) = 0;

 private:
  Mat matrix_ = nullptr;
};

/// Turns `pc` into this factorisation (PCSHELL). A singular matrix is reported through PCSetFailedReason
/// (PC_FACTOR_NUMERIC_ZEROPIVOT).
PetscErrorCode make_direct(PC pc, std::unique_ptr<DirectFactorisation> factorisation);

/// The factorisation behind a preconditioner made by make_direct; null for others.
DirectFactorisation* direct_factorisation(PC pc);

/// KLU keeps its analysis and, while they stay good, its pivots: refactoring is 3-4 times faster than factoring.
/// `pivot_tolerance`: diagonal pivots are preferred while they are at least this part of the column's largest.
std::unique_ptr<DirectFactorisation> make_klu(double pivot_tolerance);

/// The multifrontal solver (multifrontal.h): faster than KLU where nodes couple in dense blocks, as beams do.
std::unique_ptr<DirectFactorisation> make_multifrontal();

}  // namespace flexura
