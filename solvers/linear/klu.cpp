#include "solvers/linear/klu.h"

#include <klu.h>
#include <petscmat.h>

#include <algorithm>
#include <vector>

namespace flexura {

namespace {

/// The factorisation of one matrix. PETSc stores rows, KLU columns: KLU factors the transpose and solves with it.
class Klu {
 public:
  explicit Klu(double pivot_tolerance) {
    klu_defaults(&common_);
    common_.tol = pivot_tolerance;
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
  ~Klu() { release(); }

  PetscErrorCode set_up(Mat a) {
    PetscInt n = 0;
    const PetscInt* row = nullptr;
    const PetscInt* column = nullptr;
    PetscBool done = PETSC_FALSE;
    const double* values = nullptr;
    PetscFunctionBegin;
    PetscCall(MatGetRowIJ(a, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
    PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "KLU needs a sequential sparse matrix");
    PetscCall(MatSeqAIJGetArrayRead(a, &values));
    factor(n, row, column, values);
    PetscCall(MatSeqAIJRestoreArrayRead(a, &values));
    PetscCall(MatRestoreRowIJ(a, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
    PetscFunctionReturn(0);
  }

  PetscErrorCode apply(Vec b, Vec x) {
    double* data = nullptr;
    PetscFunctionBegin;
    PetscCall(VecCopy(b, x));
    PetscCall(VecGetArray(x, &data));
    if (ok_) klu_tsolve(symbolic_, numeric_, symbolic_->n, 1, data, &common_);
    PetscCall(VecRestoreArray(x, &data));
    PetscFunctionReturn(0);
  }

  void forget_pivots() { keep_pivots_ = false; }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] int singular_column() const { return singular_column_; }
  [[nodiscard]] KluCounts counts() const { return counts_; }

 private:
  // Refactoring keeps the pivots of an earlier matrix. Once 1/cond of the pivots has fallen this far below what it was
  // when they were chosen, they are chosen anew.
  static constexpr double allowed_loss = 1e-4;

  void factor(int n, const int* row, const int* column, const double* values) {
    // KLU takes non-const pointers but does not write to the structure.
    int* ap = const_cast<int*>(row);
    int* ai = const_cast<int*>(column);
    double* ax = const_cast<double*>(values);
    const bool same = symbolic_ && symbolic_->n == n && entries_ == row[n];
    if (!same) {
      release();
      symbolic_ = klu_analyze(n, ap, ai, &common_);
      entries_ = row[n];
    }
    ok_ = false;
    singular_column_ = -1;
    if (!symbolic_) return;
    if (numeric_ && keep_pivots_) {
      common_.halt_if_singular = 1;
      if (klu_refactor(ap, ai, ax, symbolic_, numeric_, &common_) && common_.status == KLU_OK) {
        klu_rcond(symbolic_, numeric_, &common_);
        if (common_.rcond > allowed_loss * rcond_) {
          ++counts_.refactorisations;
          ok_ = true;
          return;
        }
      }
    }
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(ap, ai, ax, symbolic_, &common_);
    ++counts_.factorisations;
    keep_pivots_ = numeric_ != nullptr && common_.status == KLU_OK;
    if (keep_pivots_) {
      klu_rcond(symbolic_, numeric_, &common_);
      rcond_ = common_.rcond;
      ok_ = rcond_ > 0;
    } else {
      singular_column_ = common_.singular_col;
    }
  }

  void release() {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
    numeric_ = nullptr;
    symbolic_ = nullptr;
    keep_pivots_ = false;
  }

  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  int entries_ = 0;
  bool ok_ = false;
  bool keep_pivots_ = false;
  int singular_column_ = -1;
  double rcond_ = 0;
  KluCounts counts_;
};

Klu* klu_of(PC pc) {
  void* context = nullptr;
  PetscBool shell = PETSC_FALSE;
  PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCSHELL, &shell);
  if (shell) PCShellGetContext(pc, &context);
  return static_cast<Klu*>(context);
}

PetscErrorCode set_up(PC pc) {
  Mat a = nullptr;
  PetscFunctionBegin;
  PetscCall(PCGetOperators(pc, nullptr, &a));
  Klu& klu = *klu_of(pc);
  PetscCall(klu.set_up(a));
  PetscCall(PCSetFailedReason(pc, klu.ok() ? PC_NOERROR : PC_FACTOR_NUMERIC_ZEROPIVOT));
  PetscFunctionReturn(0);
}

PetscErrorCode apply(PC pc, Vec b, Vec x) { return klu_of(pc)->apply(b, x); }

PetscErrorCode destroy(PC pc) {
  delete klu_of(pc);
  return 0;
}

}  // namespace

PetscErrorCode make_klu(PC pc, double pivot_tolerance) {
  PetscFunctionBegin;
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, "KLU with refactorisation"));
  PetscCall(PCShellSetContext(pc, new Klu(pivot_tolerance)));
  PetscCall(PCShellSetSetUp(pc, set_up));
  PetscCall(PCShellSetApply(pc, apply));
  PetscCall(PCShellSetDestroy(pc, destroy));
  PetscFunctionReturn(0);
}

PetscErrorCode klu_forget_pivots(PC pc) {
  if (Klu* klu = klu_of(pc)) klu->forget_pivots();
  return 0;
}

int klu_singular_column(PC pc) {
  const Klu* klu = klu_of(pc);
  return klu ? klu->singular_column() : -1;
}

KluCounts klu_counts(PC pc) {
  const Klu* klu = klu_of(pc);
  return klu ? klu->counts() : KluCounts{};
}

}  // namespace flexura
