// What happens when the solver accepts a step: results, progress, a look at the signals.
#pragma once

#include <mpi.h>

#include <string>

#include "app/checkpointer.h"
#include "app/progress.h"
#include "app/stream_exchange.h"
#include "output/live_pictures.h"
#include "output/result_writer.h"
#include "output/vtk_results.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// Joins the solver to the result files (absent in a check), the progress display and the stop signals.
class RunObserver final : public StepObserver {
 public:
  /// `talks`: messages of the solver go to the error stream.
  RunObserver(ResultWriter* writer, Progress& progress, MPI_Comm communicator, bool talks);
  /// Writes checkpoints and pictures; those may be null. All outlive the observer.
  void add(Checkpointer& checkpointer, VtkResults* vtk, LivePictures* live) {
    checkpointer_ = &checkpointer;
    vtk_ = vtk;
    live_ = live;
  }
  /// Talks to other programs; outlives the observer. `resumed`: the state of a run that goes on. What was sent of it is
  /// sent once more before the first step: who listens now is another process, or has lost its partner.
  void add(StreamExchange& streams, const State* resumed) {
    streams_ = &streams;
    resumed_ = resumed;
  }

  void begin_step(std::int64_t step, double time) override;
  void predicted(std::int64_t step, double time, const State& state) override;
  void accepted(const StepReport& report, const State& state, const double* momenta,
                const double* momentum_rates) override;
  void message(const std::string& text) override;
  void eigen(const EigenResult& result, const State& state) override;
  void state_space(const StateSpaceResult& result) override;
  bool stop_requested() override;
  bool snapshot_wanted(const StepReport& report, Moment moment) override;
  void snapshot(const StepReport& report, Snapshot& snapshot) override;
  /// The signal that stopped the run, the same on all ranks; 0 when there was none.
  [[nodiscard]] int signal() const { return signal_; }

 private:
  ResultWriter* writer_;
  Progress& progress_;
  Checkpointer* checkpointer_ = nullptr;
  VtkResults* vtk_ = nullptr;
  LivePictures* live_ = nullptr;
  StreamExchange* streams_ = nullptr;
  const State* resumed_ = nullptr;  // until the first step
  MPI_Comm communicator_;
  int ranks_ = 1;
  bool talks_;
  int signal_ = 0;
};

}  // namespace flexura
