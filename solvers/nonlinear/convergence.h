// Convergence tests: norm, minmax, relnorm, sepnorm (theory manual, section "convergence").
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "assembly/numbering.h"
#include "solvers/nonlinear/settings.h"

namespace flexura {

/// Whether a test needs the sum of absolute contributions.
inline bool needs_absolute(ConvergenceTest test) {
  return test == ConvergenceTest::relnorm || test == ConvergenceTest::sepnorm;
}

/// Value of a residual test over all ranks.
///
/// f, f_abs: owned residual and sum of absolute element contributions (may be null when the test does not need it);
/// weight: factor of each row, or null. NaN in f gives NaN.
///   norm     sqrt(f.f)
///   minmax   max |f_i|
///   relnorm  |f| / |f_abs|, 0 when |f_abs| = 0
///   sepnorm  the largest |f_j| / |f_abs_j| over groups j of equations of the same dimension; groups without
///            contributions count 0, and so do groups of noise: ratio > 0.1 and |f_abs_j| < 1e-5 max_k |f_abs_k|
double residual_error(ConvergenceTest test, const std::vector<EquationInfo>& equations, const double* f,
                      const double* f_abs, const double* weight, MPI_Comm communicator, int ranks);

/// Value of a solution test on an increment of n owned entries: norm or minmax.
double solution_error(ConvergenceTest test, std::span<const double> increment, MPI_Comm communicator, int ranks);

}  // namespace flexura
