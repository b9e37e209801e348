// What the model file says about the iteration to convergence.
#pragma once

#include <string>

namespace flexura {

enum class ConvergenceTest { none, norm, minmax, relnorm, sepnorm };

/// Line search along the Newton direction: of the step lambda the fraction that makes f = F.F/2 fall enough,
/// f < f_0 - 2 alpha lambda f_0.
struct LineSearchSettings {
  bool on = false;
  bool cubic = true;  ///< next fraction from a cubic model of f; otherwise by `smallest_factor`
  double alpha = 1e-4;
  double smallest = 1e-2;  ///< of the fractions
  bool relative = true;    ///< `smallest` may be lowered to tolerance_x over the relative size of the step
  double tolerance_x = 1e-7;
  double smallest_factor = 0.1;   ///< from one fraction to the next
  int max_iterations = 200;       ///< fractions tried in one iteration
  bool abort_at_smallest = true;  ///< otherwise the smallest fraction is taken
  bool scale_step = false;        ///< shorten steps longer than max_step times the number of unknowns
  double max_step = 100;
  double min_scale = 1e-3;
};

/// Newton-Krylov without the matrix: products with the Jacobian are differences of residuals, an earlier matrix
/// preconditions.
struct MatrixFreeSettings {
  bool on = false;
  bool bicgstab = false;    ///< otherwise GMRES
  double tolerance = 1e-5;  ///< of the linear systems, relative
  int steps = 50;           ///< iterations of each of them
  double tau = 1e-8;        ///< relative size of the differences
  double eta = 0;           ///< first tolerance of Eisenstat and Walker, who choose the others; 0: `tolerance` holds
  int preconditioner_steps = 10;  ///< iterations with one preconditioner
};

/// `tolerance`, `max iterations`, `nonlinear solver` and related cards.
struct NonlinearSettings {
  double residual_tolerance = 1e-6;
  ConvergenceTest residual_test = ConvergenceTest::norm;
  bool rates_in_test =
      false;  ///< `modify residual test`: the residual is judged over 1 + |x'|, x' the rates of the step
  bool scale_residual = false;  ///< use the `scale` of nodes and `default scale`
  double solution_tolerance = 0;
  ConvergenceTest solution_test = ConvergenceTest::none;
  int max_iterations = 0;
  bool accept_at_most = false;  ///< `at most`: take the step after max_iterations if the error fell
  int modified = 1;             ///< Jacobian renewed every so many iterations; 1: full Newton
  bool keep_jacobian = false;   ///< across steps
  bool spare_last = true;       ///< no new Jacobian for an iteration that is expected to be the last one without
  double adaptive_rate =
      0;  ///< renew the Jacobian when an iteration leaves more than this of the error; 0: do not look
  double divergence_factor = 0;  ///< an error above this times the one before ends the step; 0: none does
  LineSearchSettings line_search;
  MatrixFreeSettings matrix_free;
  /// `enforce constraint equations: constraint violations`: constraint rows of the test are multiplied by c, or by
  /// constraint_scale when it is positive.
  bool enforce_constraint_violations = false;
  double constraint_scale = 0;
};

}  // namespace flexura
