// Composite methods: trapezoidal sub-steps of equal size, then a formula over all of them that ends the step.
#pragma once

#include <array>
#include <memory>

#include "solvers/integrators/method.h"

namespace flexura {

/// n sub-steps, n = 2 to 5. Sub-steps 1 to n - 1 end at j gamma h, each with the trapezoidal rule; the step ends with
/// x = x_0 + h (sum_j b[j] x'_j + (gamma / 2) x'), j = 0 .. n - 1. c is gamma h / 2 in all of them.
struct CompositeCoefficients {
  int n = 2;
  double gamma = 0.5;
  std::array<double, 5> b{};
};

/// Second order, as much of the low frequencies conserved as A-stability and rho allow: on the imaginary axis the
/// squared amplification falls like 1 - (1 - rho^2) v^2n / (1 + v^2)^n. rho = 1: n equal trapezoidal steps.
CompositeCoefficients conserving_composite(int n, double rho);

/// Order n on linear problems (3 on nonlinear ones), n = 3 to 5, A-stable; some sub-steps end behind the end of the
/// step.
CompositeCoefficients high_order_composite(int n, double rho);

/// `Bathe`: two sub-steps, both families at once.
std::unique_ptr<Method> make_bathe();
/// `msstc3`, `msstc4`, `msstc5`: conserving_composite.
std::unique_ptr<Method> make_msstc(int n);
/// `mssth3`, `mssth4`, `mssth5`: high_order_composite.
std::unique_ptr<Method> make_mssth(int n);

}  // namespace flexura
