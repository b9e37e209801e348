// What the model file says about the solution of linear systems.
#pragma once

#include <string>
#include <vector>

namespace flexura {

/// `scale`: rows and columns of the matrix are scaled in front of the solver, whatever that does itself.
struct ScalingSettings {
  enum class Kind { none, row_max, row_sum, column_max, column_sum, lapack, iterative, row_max_column_max };
  Kind kind = Kind::none;
  bool once = false;       ///< with the factors of the first matrix; otherwise anew for each
  double tolerance = 0.5;  ///< iterative: how far the largest entries may be from one
  int iterations = 10;     ///< iterative: at most so many sweeps
};

/// `linear solver: krylov`, or where the program takes such a method by itself.
struct KrylovSettings {
  double tolerance = 1e-8;    ///< of the residual, relative to the right side
  int max_iterations = 1000;  ///< of one linear system
};

/// `linear solver`: the name as written (normal form), and how it was mapped.
struct LinearSettings {
  std::string name;          ///< empty: the program chooses
  double pivot_factor = -1;  ///< negative: the solver's default
  double drop_tolerance = 0;
  int max_refinements = -1;
  ScalingSettings scaling;
  KrylovSettings krylov;
  std::vector<std::string> read_not_needed;  ///< options that only steer another program's internals
};

}  // namespace flexura
