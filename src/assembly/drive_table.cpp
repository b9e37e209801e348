#include "assembly/drive_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assembly/driven_elements.h"
#include "model/remembers.h"

namespace flexura {

DriveNotFinite::DriveNotFinite(DriveId drive, double value, double time)
    : Error(ExitCode::not_a_number, fmt::format("at time {:.9g}: the value of a drive is {}", time, value)),
      drive_(drive) {}

DriveNotFinite::DriveNotFinite(DriveId drive, const std::string& why, double time)
    : Error(ExitCode::not_a_number, fmt::format("at time {:.9g}: a drive has no value: {}", time, why)),
      drive_(drive) {}

DriveTable::DriveTable(Model& model, const Numbering& numbering, Trajectory& trajectory, MPI_Comm communicator)
    : model_(model), numbering_(numbering), trajectory_(trajectory), communicator_(communicator) {
  MPI_Comm_size(communicator, &ranks_);
  values_.resize(model.drive_count() + 1);
  observed_.resize(model.observations().size() + 1, 0.0);
  accepted_observed_ = observed_;
  for (const Observation& o : model.observations()) {
    const auto& here = numbering.elements(o.element.batch);
    has_observed_.push_back(std::binary_search(here.begin(), here.end(), o.element.number));
  }
  context_.model = &model;
  context_.state = &trajectory.state();
  context_.previous = &trajectory.previous();
  context_.observed = observed_.data();
  trajectory.state().drives = values_.data();
  if (model.frame) trajectory.state().frame = &frame_;
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
  // A parameter node shows its value to the drives that are evaluated after its own.
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (model.properties(i).value_drive >= 0) parameters_.push_back(i);
  const auto others = std::stable_partition(of_state_.begin(), of_state_.end(), [&](DriveId id) {
    return std::any_of(parameters_.begin(), parameters_.end(),
                       [&](NodeIndex i) { return model.properties(i).value_drive == id; });
  });
  of_parameters_ = static_cast<std::size_t>(others - of_state_.begin());
  DrivenElements(model, numbering, communicator).begin();
}

void DriveTable::evaluate(DriveId id) {
  try {
    values_[id] = model_.drive(id).value(context_.time, context_);
  } catch (const InputError& error) {
    if (context_.step == 0) throw;  // the model file is wrong from the start
    throw DriveNotFinite(id, error.what(), context_.time.f);
  }
  if (!std::isfinite(values_[id].f)) throw DriveNotFinite(id, values_[id].f, context_.time.f);
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
  if (!model_.driven().empty() && step > 0) {
    // Reactions of the prediction are an extrapolation: what is switched by them goes by those that were accepted.
    std::copy(accepted_observed_.begin(), accepted_observed_.end(), observed_.begin());
    evaluate_of_state();
    switch_elements();
  }
  set_state();
  set_environment();
  if (step == 0) switch_elements();
}

void DriveTable::set_environment() {
  State& state = trajectory_.state();
  if (model_.frame) frame_ = model_.frame->at(values_.data());
  if (model_.gravity() && model_.gravity()->uniform()) {
    state.uniform_gravity = model_.gravity()->acceleration(Vec3::Zero(), values_.data());
    if (model_.frame) state.uniform_gravity = frame_.R.transpose() * state.uniform_gravity;
  }
}

/// Elements are switched when a step (or a stage of it) begins, not while Newton's method works on it.
void DriveTable::switch_elements() { DrivenElements(model_, numbering_, communicator_).update(context_, values_); }

void DriveTable::observe() {
  if (model_.accelerations_needed() && trajectory_.points() > 0 && trajectory_.state().c > 0)
    trajectory_.complete_stage();
  const auto& list = model_.observations();
  if (list.empty()) return;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Observation& o = list[k];
    observed_[k] = has_observed_[k]
                       ? model_.batch(o.element.batch).private_value(trajectory_.state(), o.element.number, o.datum)
                       : 0;
  }
  if (ranks_ > 1)
    MPI_Allreduce(MPI_IN_PLACE, observed_.data(), static_cast<int>(list.size()), MPI_DOUBLE, MPI_SUM, communicator_);
}

void DriveTable::set_state() {
  if (of_state_.empty() && parameters_.empty()) return;
  observe();
  evaluate_of_state();
}

void DriveTable::evaluate_of_state() {
  for (std::size_t k = 0; k < of_parameters_; ++k) evaluate(of_state_[k]);
  for (const NodeIndex i : parameters_) trajectory_.nodes()[i].x(0) = values_[model_.properties(i).value_drive].f;
  for (std::size_t k = of_parameters_; k < of_state_.size(); ++k) evaluate(of_state_[k]);
}

void DriveTable::accept() {
  std::copy(observed_.begin(), observed_.end(), accepted_observed_.begin());
  for (const DriveId id : with_memory_) model_.drive(id).accept(context_.time, context_);
  DrivenElements(model_, numbering_, communicator_).accept();
}

void DriveTable::exchange(Archive& archive) {
  archive(context_.time, context_.time_step, context_.step, accepted_observed_);
  for (DriveId id = 0; id < model_.drive_count(); ++id) archive(values_[id]);
  for (DriveId id = 0; id < model_.drive_count(); ++id) remember(model_.drive(id), archive);
  DrivenElements(model_, numbering_, communicator_).exchange(archive);
}

void DriveTable::save(Snapshot& snapshot) {
  Archive archive = snapshot.save("drives");
  exchange(archive);
}

void DriveTable::restore(const Snapshot& snapshot) {
  Archive archive = snapshot.restore("drives");
  const std::size_t observed = observed_.size();
  exchange(archive);
  archive.finish();
  if (observed_.size() != observed) throw Error(ExitCode::input_error, "the saved state has other observed data");
  context_.observed = observed_.data();
  for (const NodeIndex i : parameters_) trajectory_.nodes()[i].x(0) = values_[model_.properties(i).value_drive].f;
  set_environment();
}

std::vector<double> DriveTable::events(double from, double to) const {
  std::vector<double> times;
  for (DriveId id = 0; id < model_.drive_count(); ++id) model_.drive(id).events(from, to, times);
  return times;
}

}  // namespace flexura
