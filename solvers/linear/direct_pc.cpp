#include "solvers/linear/direct_pc.h"

#include <petscmat.h>

#include <cstring>

#include "assembly/petsc.h"
#include "solvers/linear/multifrontal.h"

namespace flexura {

namespace {

PetscErrorCode set_up(PC pc) {
  Mat a = nullptr;
  PetscFunctionBegin;
  PetscCall(PCGetOperators(pc, nullptr, &a));
  const bool ok = direct_factorisation(pc)->factor(a);
  PetscCall(PCSetFailedReason(pc, ok ? PC_NOERROR : PC_FACTOR_NUMERIC_ZEROPIVOT));
  PetscFunctionReturn(0);
}

PetscErrorCode apply(PC pc, Vec b, Vec x) {
  double* data = nullptr;
  PetscFunctionBegin;
  PetscCall(VecCopy(b, x));
  PetscCall(VecGetArray(x, &data));
  direct_factorisation(pc)->solve(data);
  PetscCall(VecRestoreArray(x, &data));
  PetscFunctionReturn(0);
}

PetscErrorCode destroy(PC pc) {
  delete direct_factorisation(pc);
  return 0;
}

class MultifrontalFactorisation final : public SequentialFactorisation {
 public:
  [[nodiscard]] const char* name() const override { return "multifrontal"; }
  void solve(double* x) override { solver_.solve(x, x); }
  [[nodiscard]] int singular_unknown() const override { return solver_.singular_unknown(); }
  [[nodiscard]] FactorisationCounts counts() const override { return counts_; }

 protected:
  bool factor(int n, const int* row, const int* column, const double* values) override {
    if (!analysed_) solver_.analyse(n, row, column, values);
    analysed_ = true;
    ++counts_.factorisations;
    return solver_.factor_balanced(row, column, values);
  }

 private:
  Multifrontal solver_;
  bool analysed_ = false;
  FactorisationCounts counts_;
};

}  // namespace

bool SequentialFactorisation::factor(Mat matrix) {
  PetscInt n = 0;
  const PetscInt* row = nullptr;
  const PetscInt* column = nullptr;
  PetscBool done = PETSC_FALSE;
  const double* values = nullptr;
  FLEXURA_PETSC(MatGetRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
  if (!done) throw Error(ExitCode::internal_error, "error: a sequential sparse matrix is needed");
  FLEXURA_PETSC(MatSeqAIJGetArrayRead(matrix, &values));
  const bool ok = factor(n, row, column, values);
  FLEXURA_PETSC(MatSeqAIJRestoreArrayRead(matrix, &values));
  FLEXURA_PETSC(MatRestoreRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
  return ok;
}

PetscErrorCode make_direct(PC pc, std::unique_ptr<DirectFactorisation> factorisation) {
  PetscFunctionBegin;
  PetscCall(PCSetType(pc, PCNONE));  // drops what was there
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, factorisation->name()));
  PetscCall(PCShellSetContext(pc, factorisation.release()));
  PetscCall(PCShellSetSetUp(pc, set_up));
  PetscCall(PCShellSetApply(pc, apply));
  PetscCall(PCShellSetDestroy(pc, destroy));
  PetscFunctionReturn(0);
}

DirectFactorisation* direct_factorisation(PC pc) {
  void* context = nullptr;
  const char* type = nullptr;
  PCGetType(pc, &type);
  if (type && std::strcmp(type, PCSHELL) == 0) PCShellGetContext(pc, &context);
  return static_cast<DirectFactorisation*>(context);
}

std::unique_ptr<DirectFactorisation> make_multifrontal() { return std::make_unique<MultifrontalFactorisation>(); }

}  // namespace flexura
