// Result files of eigenanalyses: a script for Octave and Matlab each, and variables of the binary file.
#pragma once

#include <string>
#include <vector>

#include "solvers/problems/eigen_result.h"

namespace flexura {

/// Writes <prefix>_<number>.m: dCoef and, as asked for, Aplus, Aminus, labels, idx, X0, alpha, VR. Throws
/// Error(output_failed). Docs: docs/eigenanalysis.md.
void write_eigen_script(const std::string& prefix, const EigenResult& result);

/// Adds the variables `eig.*` of all results to the complete and closed file `path`. Throws Error(output_failed).
void append_eigen_variables(const std::string& path, const std::vector<EigenResult>& results);

/// Rows (a_r, a_i, b) of the bilinear transform L = (1 + d s)/(1 - d s) = (a_r + i a_i)/b, complex pairs as two rows.
std::vector<std::array<double, 3>> transformed_eigenvalues(const EigenResult& result);

/// E + sign d (-A): Aplus for sign 1, Aminus for -1; entries of one place summed, by columns.
Triplets transformed_matrix(const EigenResult& result, double sign);

}  // namespace flexura
