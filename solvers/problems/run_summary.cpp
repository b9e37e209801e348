#include "solvers/problems/run_summary.h"

#include <fmt/format.h>

namespace flexura {

std::vector<std::string> describe(const RunTotals& run) {
  std::vector<std::string> said;
  if (run.rejected > 0)
    said.push_back(
        fmt::format("{} steps were tried again with a smaller size, for their error or convergence", run.rejected));
  if (run.eigenanalyses_left > 0)
    said.push_back(fmt::format("warning: {} eigenanalyses were to be done after the end of the run, and were not",
                               run.eigenanalyses_left));
  if (run.state_spaces_left > 0)
    said.push_back(fmt::format("warning: {} state spaces were to be made after the end of the run, and were not",
                               run.state_spaces_left));
  if (run.divided > 0)
    said.push_back(
        fmt::format("{} of {} steps were made in parts, {} parts in all, because one iteration did not reach "
                    "the equilibrium",
                    run.divided, run.steps, run.parts));
  if (run.relaxed > 0)
    said.push_back(fmt::format("{} of {} steps ended by relaxation in equilibria that continuation did not reach",
                               run.relaxed, run.steps));
  if (run.path_exhausted)
    said.push_back(
        fmt::format("{} steps along the path were made, which ended at time {:.9g} before the final time {:.9g} "
                    "was reached",
                    run.steps, run.time, run.final_time));
  if (run.singular > 0)
    said.push_back(fmt::format("steps seen to end near a singular configuration: {}", run.singular));
  if (run.roundoff > 0)
    said.push_back(
        fmt::format("in {} steps the tolerance lies below what round-off allows; they were accepted when neither "
                    "residual nor solution changed any more",
                    run.roundoff));
  return said;
}

}  // namespace flexura
