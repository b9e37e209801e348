// An integration method: a table of coefficients.
#pragma once

#include <cmath>

#include "solvers/problems/authored_method.h"

namespace my_module {

using namespace flexura;
using namespace flexura::authoring;

/// Trapezoidal rule to the part gamma = 2 - sqrt(2) of the step, then the second-order backward difference over both
/// parts. R. E. Bank et al., IEEE Trans. Computer-Aided Design 4 (1985); as a Runge-Kutta method: M. E. Hosea, L. F.
/// Shampine, Appl. Numer. Math. 20 (1996).
struct TrBdf2 {
  static constexpr int order = 2;
  static constexpr double radius = 0;  // L-stable

  static Declaration<TrBdf2> declare() { return {"tr bdf2", "trapezoidal rule, then backward difference; L-stable"}; }

  Tableau table() const {
    const double gamma = 2 - std::sqrt(2.0), d = gamma / 2, w = std::sqrt(2.0) / 4;
    return {{0, gamma, 1}, {{0}, {d, d}, {w, w, d}}};
  }
};

}  // namespace my_module
