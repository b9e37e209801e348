// Runge-Kutta methods with an explicit first stage and the same diagonal coefficient in all others.
#pragma once

#include <memory>
#include <vector>

#include "solvers/integrators/method.h"

namespace flexura {

/// Butcher tableau; the first stage is the beginning of the step, the last one its end (stiffly accurate).
struct Tableau {
  std::vector<double> c;
  std::vector<std::vector<double>> a;  ///< row i has i + 1 entries
};

/// L-stable tableaus of Kennedy and Carpenter, "Diagonally implicit Runge-Kutta methods for stiff ODEs", Appl. Numer.
/// Math. 146 (2019); stages are exact on quadratics.
Tableau dirk33_tableau();  ///< order 3, 4 stages, ESDIRK3(2)4L[2]SA
Tableau dirk43_tableau();  ///< order 3, 5 stages, ESDIRK3(2)5L[2]SA: smaller errors than DIRK33
Tableau dirk54_tableau();  ///< order 4, 6 stages, ESDIRK4(3)6L[2]SA

std::unique_ptr<Method> make_dirk33();
std::unique_ptr<Method> make_dirk43();
std::unique_ptr<Method> make_dirk54();

}  // namespace flexura
