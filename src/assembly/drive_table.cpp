#include "assembly/drive_table.h"

#include <cmath>

namespace flexura {

DriveTable::DriveTable(Model& model, Trajectory& trajectory) : model_(model), trajectory_(trajectory) {
  values_.resize(model.drive_count() + 1);
  context_.model = &model;
  context_.state = &trajectory.state();
  context_.previous = &trajectory.previous();
  trajectory.state().drives = values_.data();
  for (DriveId id = 0; id < model.drive_count(); ++id) {
    const Drive& drive = model.drive(id);
    if (drive.has_memory()) with_memory_.push_back(id);
    if (drive.constant()) {
      evaluate(id);
    } else if (drive.depends_on_state()) {
      of_state_.push_back(id);
    } else {
      of_time_.push_back(id);
    }
  }
}

void DriveTable::evaluate(DriveId id) {
  values_[id] = model_.drive(id).value(context_.time, context_);
  if (!std::isfinite(values_[id].f)) {
    throw Error(ExitCode::not_a_number,
                "a drive gives a value that is not a number at time " + std::to_string(context_.time.f));
  }
}

void DriveTable::begin_step(double time, double time_step, std::int64_t step) {
  context_.time = Taylor2(time, 1, 0);
  context_.time_step = time_step;
  context_.step = step;
}

void DriveTable::set_time(double time, double time_step, std::int64_t step) {
  begin_step(time, time_step, step);
  State& state = trajectory_.state();
  state.step = step;
  for (const DriveId id : of_time_) evaluate(id);
  set_state();
  if (model_.gravity() && model_.gravity()->uniform())
    state.uniform_gravity = model_.gravity()->acceleration(Vec3::Zero(), values_.data());
}

void DriveTable::set_state() {
  for (const DriveId id : of_state_) evaluate(id);
}

void DriveTable::accept() {
  for (const DriveId id : with_memory_) model_.drive(id).accept(context_.time, context_);
}

std::vector<double> DriveTable::events(double from, double to) const {
  std::vector<double> times;
  for (DriveId id = 0; id < model_.drive_count(); ++id) model_.drive(id).events(from, to, times);
  return times;
}

}  // namespace flexura
