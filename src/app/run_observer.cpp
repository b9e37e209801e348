#include "app/run_observer.h"

#include <fmt/format.h>

#include <utility>

#include "app/stop_signals.h"
#include "assembly/log_stage.h"

namespace flexura {

RunObserver::RunObserver(ResultWriter* writer, Progress& progress, MPI_Comm communicator, bool talks)
    : writer_(writer), progress_(progress), communicator_(communicator), talks_(talks) {
  MPI_Comm_size(communicator, &ranks_);
}

void RunObserver::begin_step(std::int64_t step, double time) {
  if (!streams_) return;
  if (const State* state = std::exchange(resumed_, nullptr)) streams_->accepted(step - 1, state->time, *state);
  streams_->begin_step(step, time);
}

void RunObserver::predicted(std::int64_t step, double time, const State& state) {
  if (streams_) streams_->predicted(step, time, state);
}

void RunObserver::accepted(const StepReport& report, const State& state, const double* momenta,
                           const double* momentum_rates) {
  const LogScope scope(LogStage::output);
  if (writer_) {
    if (report.step == 0) {
      writer_->comment(
          fmt::format("Derivatives solution step at time {:.15g} performed in {} iterations with {:g} error",
                      report.time, report.iterations, report.residual_error));
    }
    writer_->accepted(report, state, momenta, momentum_rates);
  }
  if (vtk_) vtk_->accepted(report, state);
  if (live_) live_->accepted(report, state);
  if (streams_) streams_->accepted(report.step, report.time, state);
  if (report.step > 0) progress_.step(report);
}

void RunObserver::message(const std::string& text) {
  if (writer_) writer_->comment(text);
  if (!talks_) return;
  progress_.clear();
  fmt::print(stderr, "{}\n", text);
}

void RunObserver::eigen(const EigenResult& result, const State& state) {
  if (writer_) writer_->eigen(result);
  if (vtk_) vtk_->modes(result, state);
}

void RunObserver::state_space(const StateSpaceResult& result) {
  if (writer_) writer_->state_space(result);
}

bool RunObserver::stop_requested() {
  signal_ = stop_signals::noted();
  // A signal reaches the ranks at different steps; they must stop at the same one.
  if (ranks_ > 1) MPI_Allreduce(MPI_IN_PLACE, &signal_, 1, MPI_INT, MPI_MAX, communicator_);
  return signal_ != 0;
}

bool RunObserver::snapshot_wanted(const StepReport& report, Moment moment) {
  return checkpointer_ && checkpointer_->due(report, moment);
}

void RunObserver::snapshot(const StepReport& report, Snapshot& snapshot) {
  const LogScope scope(LogStage::output);
  checkpointer_->write(report, snapshot, *writer_, vtk_);
}

}  // namespace flexura
