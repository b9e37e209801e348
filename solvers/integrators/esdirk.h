// Runge-Kutta methods with an explicit first stage and the same diagonal coefficient in all others.
#pragma once

#include "solvers/integrators/table_method.h"

namespace flexura {

/// L-stable tableaus of Kennedy and Carpenter, "Diagonally implicit Runge-Kutta methods for stiff ODEs", Appl. Numer.
/// Math. 146 (2019); stages are exact on quadratics.
Tableau dirk33_tableau();  ///< order 3, 4 stages, ESDIRK3(2)4L[2]SA
Tableau dirk43_tableau();  ///< order 3, 5 stages, ESDIRK3(2)5L[2]SA: smaller errors than DIRK33
Tableau dirk54_tableau();  ///< order 4, 6 stages, ESDIRK4(3)6L[2]SA

}  // namespace flexura
