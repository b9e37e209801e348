// Integration methods that are nothing but a table of coefficients.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solvers/integrators/method.h"

namespace flexura {

/// Butcher tableau of a diagonally implicit Runge-Kutta method whose last stage is the end of the step (stiffly
/// accurate): x_i = x_0 + h sum_j a_ij x'_j. A first row {0} is the beginning of the step, an explicit stage.
struct Tableau {
  std::vector<double> c;               ///< place of each stage, parts of the step
  std::vector<std::vector<double>> a;  ///< row i has i + 1 entries
};

/// Coefficients of a linear multistep method of one to four steps, for equal steps:
///   sum_i alpha_i x_(n-i) = h sum_i beta_i x'_(n-i),  i = 0 .. steps, counted backwards from the new point.
///
/// With unequal steps beta stays and alpha is the nearest set of weights that is exact on quadratics, if it is on equal
/// steps: the order is then two at most. While points are missing the steps are those of the trapezoidal rule.
struct MultistepTable {
  std::vector<double> alpha, beta;
};

/// Why no method can be made of a table; empty when one can.
std::string objection(const Tableau& table);
std::string objection(const MultistepTable& table);

/// The method of a table without objections; other tables throw Error (internal_error).
std::unique_ptr<Method> make_table_method(std::string name, Tableau table);
std::unique_ptr<Method> make_table_method(std::string name, const MultistepTable& table);

}  // namespace flexura
