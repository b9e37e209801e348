// What the model file says about the iteration to convergence.
#pragma once

#include <string>

namespace flexura {

enum class ConvergenceTest { none, norm, minmax, relnorm, sepnorm };

/// `tolerance`, `max iterations`, `nonlinear solver` and related cards.
struct NonlinearSettings {
  double residual_tolerance = 1e-6;
  ConvergenceTest residual_test = ConvergenceTest::norm;
  bool scale_residual = false;  ///< use the `scale` of nodes and `default scale`
  double solution_tolerance = 0;
  ConvergenceTest solution_test = ConvergenceTest::none;
  int max_iterations = 0;
  bool accept_at_most = false;  ///< `at most`: take the step after max_iterations if the error fell
  int modified = 1;             ///< Jacobian renewed every so many iterations; 1: full Newton
  bool keep_jacobian = false;   ///< across steps
  /// `enforce constraint equations: constraint violations`: constraint rows of the test are multiplied by c, or by
  /// constraint_scale when it is positive.
  bool enforce_constraint_violations = false;
  double constraint_scale = 0;
};

}  // namespace flexura
