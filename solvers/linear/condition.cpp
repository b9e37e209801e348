#include "solvers/linear/condition.h"

#include <cmath>
#include <limits>

#include "assembly/ranks.h"

namespace flexura {

namespace {

/// A factorisation that solves with the matrix and with its transpose.
class Factors {
 public:
  explicit Factors(Mat a) {
    const auto communicator = PetscObjectComm(reinterpret_cast<PetscObject>(a));
    const int ranks = ranks_in(communicator);
    FLEXURA_PETSC(PCCreate(communicator, pc_.out()));
    FLEXURA_PETSC(PCSetType(pc_, PCLU));
    FLEXURA_PETSC(PCFactorSetMatSolverType(pc_, ranks > 1 ? MATSOLVERMUMPS : MATSOLVERUMFPACK));
    FLEXURA_PETSC(PCSetErrorIfFailure(pc_, PETSC_FALSE));
    FLEXURA_PETSC(PCSetOperators(pc_, a, a));
    FLEXURA_PETSC(PCSetUp(pc_));
    PCFailedReason failure = PC_NOERROR;
    FLEXURA_PETSC(PCGetFailedReason(pc_, &failure));
    regular = failure == PC_NOERROR;
  }
  void solve(Vec b, Vec x) const { FLEXURA_PETSC(PCApply(pc_, b, x)); }
  void solve_transposed(Vec b, Vec x) const { FLEXURA_PETSC(PCApplyTranspose(pc_, b, x)); }
  bool regular = false;

 private:
  PetscHandle<PC, PCDestroy> pc_;
};

/// Each entry becomes its sign.
void take_signs(Vec v) {
  PetscInt n = 0;
  double* values = nullptr;
  FLEXURA_PETSC(VecGetLocalSize(v, &n));
  FLEXURA_PETSC(VecGetArray(v, &values));
  for (PetscInt j = 0; j < n; ++j) values[j] = values[j] < 0 ? -1 : 1;
  FLEXURA_PETSC(VecRestoreArray(v, &values));
}

/// Lower bounds of |A^-1|_1, each the image of a vector of unit length.
double inverse_norm(const Factors& factors, Mat a) {
  constexpr int most = 5;
  VecHandle x, y, signs, z;
  FLEXURA_PETSC(MatCreateVecs(a, x.out(), y.out()));
  FLEXURA_PETSC(VecDuplicate(x, signs.out()));
  FLEXURA_PETSC(VecDuplicate(x, z.out()));
  PetscInt n = 0;
  FLEXURA_PETSC(VecGetSize(x, &n));
  FLEXURA_PETSC(VecSet(x, 1.0 / static_cast<double>(n)));
  double norm = 0;
  PetscInt last = -1;
  for (int k = 0; k < most; ++k) {
    factors.solve(x, y);
    double now = 0;
    FLEXURA_PETSC(VecNorm(y, NORM_1, &now));
    if (k > 0 && now <= norm) break;
    norm = now;
    FLEXURA_PETSC(VecCopy(y, signs));
    take_signs(signs);
    factors.solve_transposed(signs, z);
    FLEXURA_PETSC(VecAbs(z));
    PetscInt at = -1;
    double largest = 0;
    FLEXURA_PETSC(VecMax(z, &at, &largest));
    if (at == last) break;
    last = at;
    PetscInt first = 0, end = 0;
    FLEXURA_PETSC(VecSet(x, 0));
    FLEXURA_PETSC(VecGetOwnershipRange(x, &first, &end));
    if (at >= first && at < end) FLEXURA_PETSC(VecSetValue(x, at, 1, INSERT_VALUES));
    FLEXURA_PETSC(VecAssemblyBegin(x));
    FLEXURA_PETSC(VecAssemblyEnd(x));
  }
  // A vector that the iteration cannot be unlucky with.
  PetscInt first = 0, end = 0;
  double* values = nullptr;
  FLEXURA_PETSC(VecGetOwnershipRange(x, &first, &end));
  FLEXURA_PETSC(VecGetArray(x, &values));
  for (PetscInt j = first; j < end; ++j)
    values[j - first] = (j % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(j) / static_cast<double>(n > 1 ? n - 1 : 1));
  FLEXURA_PETSC(VecRestoreArray(x, &values));
  factors.solve(x, y);
  double other = 0;
  FLEXURA_PETSC(VecNorm(y, NORM_1, &other));
  return std::max(norm, 2 * other / (3 * static_cast<double>(n)));
}

}  // namespace

double condition_number(Mat a) {
  const Factors factors(a);
  double norm = 0;
  FLEXURA_PETSC(MatNorm(a, NORM_1, &norm));
  if (!factors.regular) return std::numeric_limits<double>::infinity();
  const double inverse = inverse_norm(factors, a);
  return std::isfinite(inverse) ? norm * inverse : std::numeric_limits<double>::infinity();
}

}  // namespace flexura
