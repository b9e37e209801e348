#include "solvers/problems/stage_loop.h"

#include <algorithm>

namespace flexura {

StageLoop::StageLoop(const InitialValueSettings& settings, Trajectory& trajectory, DriveTable& drives, Newton& newton)
    : settings_(settings),
      trajectory_(trajectory),
      drives_(drives),
      newton_(newton),
      method_(make_method(settings.method)),
      own_methods_(settings.own_methods) {}

NewtonReport StageLoop::advance(double time, double h, StepObserver& observer) {
  const DriveContext& context = drives_.context();
  const std::int64_t step = context.step;
  const NextStep next{h, trajectory_.past_steps(), radius_of(settings_.method, context), step};
  method_->fill(next, stages_);
  own_methods_.fill(next, context);
  NewtonReport total;
  int done = 0;
  try {
    double reached = 0;  // fraction of the step
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      const bool last = s + 1 == stages_.size();
      const double stage_time = last ? time + h : time + stages_[s].time_fraction * h;
      trajectory_.begin_stage(stages_[s], stage_time, h, own_methods_.formulas());
      drives_.set_time(stage_time, h, step);
      if (s == 0) observer.predicted(step, stage_time, trajectory_.state());
      const NewtonReport stage = newton_.solve();
      total.iterations += stage.iterations;
      total.residual_error = stage.residual_error;
      total.solution_error = stage.solution_error;
      total.by_solution = stage.by_solution;
      total.at_roundoff = total.at_roundoff || stage.at_roundoff;
      trajectory_.complete_stage();
      const double fraction = last ? 1 : stages_[s].time_fraction;
      // Enough to go on from, and to go back to when the step is not accepted.
      const int history = std::max(method_->history(), own_methods_.history());
      trajectory_.accept(history + 2 * static_cast<int>(stages_.size()) - 1, (fraction - reached) * h);
      reached = fraction;
      ++done;
    }
  } catch (const Error&) {
    for (; done > 0; --done) trajectory_.forget_latest();
    throw;
  }
  return total;
}

void StageLoop::forget() {
  for (std::size_t k = 0; k < stages_.size(); ++k) trajectory_.forget_latest();
}

LocalError StageLoop::error(const DriveContext& context) const {
  return own_methods_.worst(local_error(*method_, radius_of(settings_.method, context)), context);
}

}  // namespace flexura
