// Implicit Euler and Crank-Nicolson.
#pragma once

#include <memory>

#include "solvers/integrators/method.h"

namespace flexura {

/// First order, L-stable: x = x1 + h x'.
std::unique_ptr<Method> make_implicit_euler();

/// The trapezoidal rule: second order, no dissipation.
std::unique_ptr<Method> make_crank_nicolson();

}  // namespace flexura
