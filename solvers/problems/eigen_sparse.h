// The slowest eigenvalues of a large quadratic eigenproblem on any number of ranks, by SLEPc.
#pragma once

#include "assembly/petsc.h"
#include "solvers/problems/eigen_dense.h"
#include "solvers/problems/eigen_settings.h"

namespace flexura {

/// The eigenvalues nearest to zero, with vectors complete on every rank: two-level orthogonal Arnoldi (TOAR) on the
/// inverse of the problem shifted along the real axis, factored by MUMPS. Infinite eigenvalues are the farthest from
/// the shift and are not met. Motions that the stiffness maps to round-off are zeros by rank, found first. `count`
/// eigenvalues, or, when it is zero and there is an upper limit, as many as reach it; 20 otherwise. Throws
/// Error(not_converged). Collective.
DenseEigenpairs solve_sparse(Mat mass, Mat damping, Mat stiffness, double time_scale, const EigenSettings& settings);

}  // namespace flexura
