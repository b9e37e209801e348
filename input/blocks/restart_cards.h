// Cards `make restart file` and `load restart file`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/blocks/context.h"

namespace flexura {

/// What the cards ask for; kept for the model by run_storage.
struct RestartFiles {
  std::string load;           ///< file that the analysis goes on from; empty: it begins
  bool at_end = false;        ///< write one when the analysis ends
  std::int64_t steps = 0;     ///< and every so many steps; 0: none
  double interval = 0;        ///< and whenever so much time of the model has passed, s; 0: never
  std::vector<double> times;  ///< and behind the first steps that reach these, s, ascending

  /// Whether a file is to be written behind a step from `before` to `time`. `end`: it was the last one.
  [[nodiscard]] bool due(std::int64_t step, double before, double time, bool end) const;
};

/// Adds both cards.
void register_restart_cards(BlockCards& cards);

}  // namespace flexura
