// KLU as a PETSc preconditioner that keeps its pivots: analyse once, factor once, then refactor.
#pragma once

#include <petscpc.h>

namespace flexura {

/// Turns `pc` into a complete factorisation by KLU on one rank.
///
/// The symbolic analysis and the pivot sequence are kept while the sparsity stays; later matrices are refactored with
/// the old pivots, 3-4 times faster than from scratch. A pivot that has become small against its column (watched
/// through the reciprocal pivot growth of klu_rcond) makes it choose pivots anew. A singular matrix is reported through
/// PCSetFailedReason (PC_FACTOR_NUMERIC_ZEROPIVOT); `singular_column` then tells which unknown has no pivot.
/// `pivot_tolerance`: diagonal pivots are preferred while they are at least this part of the column's largest.
PetscErrorCode make_klu(PC pc, double pivot_tolerance);

/// Makes the next factorisation choose its pivots anew.
PetscErrorCode klu_forget_pivots(PC pc);

/// Number of the unknown without pivot after a failed factorisation, -1 when there was none.
int klu_singular_column(PC pc);

/// Counts of factorisations from scratch and refactorisations so far.
struct KluCounts {
  long factorisations = 0;
  long refactorisations = 0;
};
KluCounts klu_counts(PC pc);

}  // namespace flexura
