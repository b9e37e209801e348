// When checkpoints are written, and what belongs to them.
#pragma once

#include <mpi.h>

#include <chrono>
#include <string>

#include "app/command_line.h"
#include "input/blocks/restart_cards.h"
#include "output/checkpoint_file.h"
#include "output/result_writer.h"
#include "output/vtk_results.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// `--checkpoint N`: PREFIX.chk every N steps or seconds, and at the end of the analysis. `make restart file`:
/// PREFIX.0.rst, PREFIX.1.rst, ..., checkpoints as well.
class Checkpointer {
 public:
  Checkpointer(const CommandLine& line, RestartFiles files, std::string prefix, std::string model,
               MPI_Comm communicator);

  /// Collective; the same answer on all ranks.
  [[nodiscard]] bool due(const StepReport& report, StepObserver::Moment moment);
  /// Completes the snapshot with the state of the results and writes it. Collective. Throws Error(output_failed).
  void write(const StepReport& report, Snapshot& snapshot, ResultWriter& results, VtkResults* vtk);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] bool checkpoint_due(const StepReport& report, StepObserver::Moment moment) const;

  const CommandLine& line_;
  RestartFiles files_;
  std::string prefix_, model_;
  MPI_Comm communicator_;
  Clock::time_point last_ = Clock::now();
  int written_ = 0;                         // restart files
  bool checkpoint_ = false, file_ = false;  // due
};

/// Reads the checkpoint `path`. `prefix`: that of the results of this run, which go on with those of the run that was
/// saved when the checkpoint is one of theirs. Collective. Throws Error(input_error).
Snapshot load_checkpoint(const std::string& path, bool repartition, const std::string& prefix, const std::string& model,
                         MPI_Comm communicator);

}  // namespace flexura
