// When checkpoints are written, and what belongs to them.
#pragma once

#include <mpi.h>

#include <chrono>
#include <string>

#include "app/command_line.h"
#include "output/checkpoint_file.h"
#include "output/result_writer.h"
#include "output/vtk_results.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// `--checkpoint N`: PREFIX.chk every N steps or seconds, and at the end of the analysis.
class Checkpointer {
 public:
  Checkpointer(const CommandLine& line, std::string prefix, std::string model, MPI_Comm communicator);

  /// Collective; the same answer on all ranks.
  [[nodiscard]] bool due(const StepReport& report, StepObserver::Moment moment);
  /// Completes the snapshot with the state of the results and writes it. Collective. Throws Error(output_failed).
  void write(const StepReport& report, Snapshot& snapshot, ResultWriter& results, VtkResults* vtk);

 private:
  using Clock = std::chrono::steady_clock;
  const CommandLine& line_;
  std::string prefix_, model_;
  MPI_Comm communicator_;
  Clock::time_point last_ = Clock::now();
};

/// Reads the checkpoint that `--restart` names. `prefix`: that of the results of this run, which go on with those of
/// the run that was saved when it is the same one. Collective. Throws Error(input_error).
Snapshot load_checkpoint(const CommandLine& line, const std::string& prefix, const std::string& model,
                         MPI_Comm communicator);

}  // namespace flexura
