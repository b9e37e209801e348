// Linear multistep methods of two to four steps, and the families made of them.
#pragma once

#include <array>
#include <memory>

#include "solvers/integrators/method.h"

namespace flexura {

/// A multistep formula as two weighted means: sum_i alpha[i] d_i = sum_i beta[i] x'_i, with i counting backwards from
/// the new point, d_i the mean rate (x_i - x_(i+1)) / h_i of an interval and x'_i the rate at a point; the weights of
/// either side sum to one.
struct MultistepWeights {
  std::array<double, 4> alpha{};
  std::array<double, 5> beta{};
};

/// Weights of the n-step method, n = 2, 3 or 4, of second order with all roots at infinity equal to -rho. `intervals`
/// are the n intervals, the new one first.
///
/// For equal steps this is the A-stable member whose dissipation grows as slowly as possible with frequency; rho = 0 is
/// BDF2 (n = 2) and Park's method (n = 3). For unequal steps beta stays, and alpha is the nearest set of weights that
/// is exact on quadratics: the instants that the two means belong to are made equal.
MultistepWeights multistep_weights(int n, double rho, const std::array<double, 4>& intervals);

/// Weights for equal steps with alpha moved as little as possible, so that the formula is exact on quadratics for these
/// intervals, too; unchanged for formulas that are not for equal steps.
MultistepWeights fitted_weights(int n, MultistepWeights equal, const std::array<double, 4>& intervals);

/// The stage of the trapezoidal rule for a step of size h, without prediction.
void trapezoidal_step(double h, StageFormula& f);

/// The stage of an n-step formula, without prediction, where the last `points` points are at hand; before them the
/// motion was uniform.
void multistep_step(int n, const MultistepWeights& weights, int points, const std::array<double, 4>& intervals,
                    StageFormula& f);

/// `ms2`, `ms3`, `ms4`: starts with the trapezoidal rule, then with the formulas of fewer steps.
std::unique_ptr<Method> make_multistep(int n);

/// `bdf` of order 2: `ms2` with rho = 0.
std::unique_ptr<Method> make_bdf2();

/// `ss2`, `ss3`, `ss4`: the single-step equivalent of the n-step method. Its auxiliary rates follow from the stored
/// points, save at the start, where they equal the initial rate: as if the motion had been uniform before.
std::unique_ptr<Method> make_single_step(int n);

/// `hope`: one Crank-Nicolson step, then one two-step step, and so on. rho is the spectral radius of a step in the mean
/// over both, the two-step formula being taken with 1 - sqrt(1 - rho^2). It must be told the number of the step.
std::unique_ptr<Method> make_hope();

}  // namespace flexura
