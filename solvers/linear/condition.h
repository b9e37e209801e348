// Condition numbers of sparse matrices.
#pragma once

#include "assembly/petsc.h"

namespace flexura {

/// |A|_1 |A^-1|_1 of an assembled square matrix; infinite when it is singular. The second factor is estimated from
/// below, seldom by less than a third of it (W. W. Hager, SIAM J. Sci. Stat. Comput. 5 (1984) 311; N. J. Higham, ACM
/// Trans. Math. Softw. 14 (1988) 381, algorithm 2.4). Factors the matrix anew, with UMFPACK, on several ranks with
/// MUMPS: for diagnosis. Collective.
double condition_number(Mat a);

}  // namespace flexura
