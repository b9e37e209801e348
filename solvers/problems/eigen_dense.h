// All finite eigenvalues of a small quadratic eigenproblem, infinite and zero ones removed exactly.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace flexura {

/// A finite eigenvalue s and its vector z of (s^2 M + s D + K) z = 0.
struct EigenPair {
  std::complex<double> s;
  bool zero = false;  ///< s = 0 by rank, not by size
  Eigen::VectorXcd z;
};

/// What has been found; of a complex pair the member with the positive imaginary part.
struct DenseEigenpairs {
  std::vector<EigenPair> pairs;  ///< zeros first, then by |s|
  int infinite = 0;              ///< eigenvalues of the first-order form at infinity: constraints, massless unknowns
  int undetermined = 0;          ///< combinations of unknowns that enter no equation: redundant reactions
  bool singular = false;         ///< the equations leave part of the motion open; there are no pairs then
};

/// Solves for all finite eigenvalues. The matrices are square and of one size; `time_scale` is a typical
/// sqrt(mass/stiffness), s. Throws Error(not_converged) when the QR algorithm fails.
///
/// The first-order form E x' = A x with x = (z, z' of unknowns with inertia) is reduced by orthogonal transformations:
/// as long as E has dependent rows, those rows are algebraic equations, which their null space satisfies exactly (the
/// staircase algorithm, P. Van Dooren, Lin. Alg. Appl. 27 (1979) 103). It ends after as many rounds as the index of the
/// constraints, with nothing at infinity left; dependent equations do no harm. Zero eigenvalues are removed in the same
/// way from A. The rest is an ordinary eigenproblem for A^-1 E.
DenseEigenpairs solve_dense(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& damping,
                            const Eigen::MatrixXd& stiffness, double time_scale);

/// How many of falling positive numbers (pivots, singular values, of matrices of size one) are not round-off.
int count_significant(const Eigen::VectorXd& falling);

}  // namespace flexura
