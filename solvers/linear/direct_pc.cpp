#include "solvers/linear/direct_pc.h"

#include <petscmat.h>

#include <cstring>
#include <new>
#include <vector>

#include "solvers/linear/backward_error.h"
#include "solvers/linear/multifrontal.h"

namespace flexura {

namespace {

PetscErrorCode set_up(PC pc) {
  Mat a = nullptr;
  PetscFunctionBegin;
  PetscCall(PCGetOperators(pc, nullptr, &a));
  PCFailedReason reason = PC_NOERROR;
  try {
    if (!direct_factorisation(pc)->factor(a)) reason = PC_FACTOR_NUMERIC_ZEROPIVOT;
  } catch (const std::bad_alloc&) {  // C++ exceptions do not cross PETSc
    reason = PC_FACTOR_OUTMEMORY;
  }
  PetscCall(PCSetFailedReason(pc, reason));
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
  void solve(double* x) override {
    if (!refinement_.refine_next()) {
      solver_.solve(x, x);
      return;
    }
    refinement_.measured(with_arrays([&](int n, const int* row, const int* column, const double* values) {
      right_side_.assign(x, x + n);
      solver_.solve(right_side_.data(), x);
      return solver_.refine(row, column, values, right_side_.data(), x);
    }));
  }
  [[nodiscard]] int singular_unknown() const override { return solver_.singular_unknown(); }
  [[nodiscard]] FactorisationCounts counts() const override { return counts_; }

 protected:
  bool factor(int n, const int* row, const int* column, const double* values) override {
    if (take_as_before()) return solver_.factor_as_before(row, column, values);
    if (!analysed_) solver_.analyse(n, row, column, values, 0, judge());
    analysed_ = true;
    ++counts_.factorisations;
    return solver_.factor_balanced(row, column, values);
  }
  void remember(Archive& archive, int n, const int* row, const int* column) override {
    archive(analysed_, counts_.factorisations, counts_.refactorisations);
    refinement_.remember(archive);
    if (analysed_) solver_.remember(archive, n, row, column);
  }

 private:
  Multifrontal solver_;
  RefinementChoice refinement_;
  std::vector<double> right_side_;
  bool analysed_ = false;
  FactorisationCounts counts_;
};

}  // namespace

void SequentialFactorisation::remember(Archive& archive, Mat matrix) {
  matrix_ = matrix;
  with_arrays([&](int n, const int* row, const int* column, const double*) {
    remember(archive, n, row, column);
    return true;
  });
}

bool SequentialFactorisation::factor(Mat matrix) {
  matrix_ = matrix;
  return with_arrays([this](int n, const int* row, const int* column, const double* values) {
    return factor(n, row, column, values);
  });
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
