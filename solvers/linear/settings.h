// What the model file says about the solution of linear systems.
#pragma once

#include <string>
#include <vector>

namespace flexura {

/// `linear solver`: the name as written (normal form), and how it was mapped.
struct LinearSettings {
  std::string name;          ///< empty: the program chooses
  double pivot_factor = -1;  ///< negative: the solver's default
  double drop_tolerance = 0;
  int max_refinements = -1;
  std::vector<std::string> read_not_needed;  ///< options that only steer another program's internals
};

}  // namespace flexura
