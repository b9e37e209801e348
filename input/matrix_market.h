// Sparse matrices in the Matrix Market format, and tables of nodes beside them.
#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "math/types.h"

namespace flexura {

/// Reads a real or integer matrix, coordinate or array, general, symmetric or skew-symmetric. Throws InputError with
/// the line.
Eigen::SparseMatrix<double> read_matrix_market(const std::string& path);

/// Labels and positions of nodes.
struct NodePositions {
  std::vector<std::string> labels;
  Eigen::Matrix3Xd positions;
};
/// Reads lines `label x y z`; `#` starts a comment. Throws InputError with the line.
NodePositions read_node_positions(const std::string& path);

}  // namespace flexura
