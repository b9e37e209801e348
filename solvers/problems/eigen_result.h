// What an eigenanalysis has found, for writers.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include "solvers/problems/eigen_settings.h"

namespace flexura {

/// A sparse matrix as triplets, rows and columns from 0.
struct Triplets {
  std::vector<int> row, column;
  std::vector<double> value;
};

/// A natural motion x(t) = Re(vector e^{st}) of the model linearised at an instant.
struct EigenMode {
  std::complex<double> s;                    ///< 1/s
  bool rigid = false;                        ///< s = 0: a motion that no force resists
  std::vector<std::complex<double>> vector;  ///< in the layout of EigenResult; largest component of displacement 1
};

/// One eigenanalysis. The first-order form is E x' = A x with
///     x = (z, z'_S),   z = the unknowns of the model as increments (displacements of nodes, spatial rotations, own
///     unknowns of elements such as multipliers), z'_S = rates of those that have inertia;
/// rows: the equations of the model, then z_S' = z'_S.
struct EigenResult {
  const EigenSettings* settings = nullptr;
  int number = 0;  ///< from 0, in the order of the model file
  std::int64_t step = 0;
  double time = 0;
  double coefficient = 1;                        ///< dCoef
  int size = 0;                                  ///< of x
  int unknowns = 0;                              ///< of z
  std::vector<EigenMode> modes;                  ///< of a complex pair the one with the positive imaginary part
  std::vector<unsigned> labels;                  ///< structural nodes with unknowns, in the order of the model file
  std::vector<int> offsets;                      ///< of their displacements in x, from 0
  std::vector<std::array<double, 6>> geometry;   ///< position and orientation vector of each
  std::vector<std::pair<int, int>> coordinates;  ///< of flexible bodies: number of their node, offset; not stored
  Triplets e, a;                                 ///< when matrices are asked for
};

}  // namespace flexura
