// What an `eigenanalysis` card says.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flexura {

/// One `eigenanalysis` card: when, how, and what is written.
struct EigenSettings {
  enum class Matrices { none, full, sparse };
  enum class Solver {
    automatic,  ///< by size
    dense,      ///< `use lapack`: all modes
    sparse,     ///< `use arpack`, `use jdqz`: the slowest modes
    none        ///< `use external`: no modes, only what is asked for
  };

  std::vector<double> times;  ///< s; done at the first step that reaches each
  bool list = false;          ///< given as a list
  std::string suffix = "{}";  ///< fmt format of the number of the analysis in file names
  Matrices matrices = Matrices::none;
  bool eigenvectors = false;
  bool geometry = false;
  int matrix_precision = 15;  ///< decimals in the text file
  int result_precision = 15;
  std::optional<double> parameter;    ///< dCoef of the bilinear transform
  std::optional<double> lower_limit;  ///< Hz
  std::optional<double> upper_limit;  ///< Hz
  bool smallest_magnitude = false;    ///< of the transformed eigenvalues: decides the default parameter
  bool largest_imaginary = false;     ///< likewise
  Solver solver = Solver::automatic;
  int count = 0;             ///< eigenvalues wanted; 0: all that are found
  int subspace = 0;          ///< 0: the solver's choice
  double tolerance = 0;      ///< of the iterative solver; 0: near machine precision
  int max_iterations = 300;  ///< of the iterative solver

  /// dCoef, after the rules of the language.
  [[nodiscard]] double coefficient() const {
    constexpr double two_pi = 6.283185307179586;
    if (parameter) return *parameter;
    if (smallest_magnitude && upper_limit && *upper_limit > 0) return 1 / (two_pi * 5 * *upper_limit);
    if (largest_imaginary && lower_limit && *lower_limit > 0) return 5 / (two_pi * *lower_limit);
    return 1;
  }
};

}  // namespace flexura
