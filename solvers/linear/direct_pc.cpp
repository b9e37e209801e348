#include "solvers/linear/direct_pc.h"

#include <petscmat.h>

#include <cstring>

#include "solvers/linear/multifrontal.h"

namespace flexura {

namespace {

PetscErrorCode set_up(PC pc) {
  Mat a = nullptr;
  PetscInt n = 0;
  const PetscInt* row = nullptr;
  const PetscInt* column = nullptr;
  PetscBool done = PETSC_FALSE;
  const double* values = nullptr;
  PetscFunctionBegin;
  PetscCall(PCGetOperators(pc, nullptr, &a));
  PetscCall(MatGetRowIJ(a, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "a sequential sparse matrix is needed");
  PetscCall(MatSeqAIJGetArrayRead(a, &values));
  const bool ok = direct_factorisation(pc)->factor(n, row, column, values);
  PetscCall(MatSeqAIJRestoreArrayRead(a, &values));
  PetscCall(MatRestoreRowIJ(a, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &column, &done));
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

class MultifrontalFactorisation final : public DirectFactorisation {
 public:
  [[nodiscard]] const char* name() const override { return "multifrontal"; }
  bool factor(int n, const int* row, const int* column, const double* values) override {
    if (!analysed_) solver_.analyse(n, row, column, values);
    analysed_ = true;
    solver_.forget_scaling();  // rows change size with the step
    ++counts_.factorisations;
    return solver_.factor(row, column, values);
  }
  void solve(double* x) override { solver_.solve(x, x); }
  [[nodiscard]] int singular_unknown() const override { return solver_.singular_unknown(); }
  [[nodiscard]] FactorisationCounts counts() const override { return counts_; }

 private:
  Multifrontal solver_;
  bool analysed_ = false;
  FactorisationCounts counts_;
};

}  // namespace

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
