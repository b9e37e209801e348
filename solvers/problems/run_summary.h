// What is told at the end of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flexura {

/// What happened in a run besides its steps.
struct RunTotals {
  std::int64_t steps = 0;
  double time = 0;        ///< reached, s
  double final_time = 0;  ///< asked for, s
  std::int64_t rejected = 0;
  std::int64_t eigenanalyses_left = 0, state_spaces_left = 0;
  std::int64_t divided = 0, parts = 0, relaxed = 0;  ///< steps of static problems
  bool path_exhausted = false;                       ///< the number of steps ended an arc length analysis
  std::int64_t singular = 0;
  std::int64_t roundoff = 0;
};

/// A sentence for everything that is not as one would expect.
std::vector<std::string> describe(const RunTotals& run);

}  // namespace flexura
