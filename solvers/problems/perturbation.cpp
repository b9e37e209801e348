#include "solvers/problems/perturbation.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace flexura {

Perturbation::Perturbation(const Assembler& assembler, const Numbering& numbering, const Model& model,
                           const State& state, const DriveContext& context)
    : assembler_(assembler),
      numbering_(numbering),
      model_(model),
      original_(state),
      context_(context),
      state_(state),
      ranks_(assembler.ranks()),
      residual_(assembler.create_vector()) {
  const auto own = static_cast<std::size_t>(numbering.local());
  nodes_.resize(static_cast<std::size_t>(model.node_count()));
  y_.resize(own);
  y_rate_.resize(own);
  std::size_t memory = 0;
  for (int b = 0; b < model.batch_count(); ++b) memory += static_cast<std::size_t>(model.batch(b).memory_total());
  memory_.resize(memory + 1);
  if (state.memory_trial) std::copy_n(state.memory_trial, memory, memory_.begin());
  observed_.resize(model.observations().size() + 1);
  if (context.observed) std::copy_n(context.observed, model.observations().size(), observed_.begin());
  drives_.resize(static_cast<std::size_t>(model.drive_count()) + 1);
  for (const Observation& o : model.observations()) {
    const auto& here = numbering.elements(o.element.batch);
    has_observed_.push_back(std::binary_search(here.begin(), here.end(), o.element.number));
  }
  state_.nodes = nodes_.data();
  state_.y = y_.data();
  state_.y_rate = y_rate_.data();
  state_.memory_trial = memory_.data();
  state_.drives = drives_.data();
  state_.c = 1;
  state_.coefficients = nullptr;
  if (model.frame) state_.frame = &frame_;
  context_.state = &state_;
  context_.observed = observed_.data();

  place_.resize(static_cast<std::size_t>(numbering.total()));
  std::vector<double> kind(own, 0.0), value(own, 0.0);
  for (int j = 0; j < numbering.local(); ++j) {
    place_[numbering.global(j)].local = j;
    value[j] = state.y[j];
  }
  double low[3] = {1e300, 1e300, 1e300}, high[3] = {1e300, 1e300, 1e300};  // of -x in `high`
  for (const NodeIndex i : numbering.local_nodes()) {
    const NodeProperties& node = model.properties(i);
    for (int k = 0; k < node.unknown_count(); ++k) {
      const int j = numbering.node(i) + k;
      place_[numbering.global(j)] = {i, k, j};
      kind[j] = !node.structural() ? 0 : k < 3 ? 1 : 2;
      value[j] = node.structural() ? 0 : state.nodes[i].x(k);
    }
    for (int k = 0; node.structural() && k < 3; ++k) {
      low[k] = std::min(low[k], state.nodes[i].x(k));
      high[k] = std::min(high[k], -state.nodes[i].x(k));
    }
  }
  if (ranks_ > 1) {
    MPI_Allreduce(MPI_IN_PLACE, low, 3, MPI_DOUBLE, MPI_MIN, assembler.communicator());
    MPI_Allreduce(MPI_IN_PLACE, high, 3, MPI_DOUBLE, MPI_MIN, assembler.communicator());
  }
  double extent = 0;
  for (int k = 0; k < 3; ++k)
    if (low[k] < 1e300) extent = std::max({extent, -high[k] - low[k], std::abs(low[k]), std::abs(high[k])});
  if (extent > 0) length_ = extent;
  value_ = gather(value.data());
  for (const double k : gather(kind.data())) kind_.push_back(static_cast<char>(k));
  reset();
}

std::vector<double> Perturbation::gather(const double* owned) const {
  std::vector<double> all(static_cast<std::size_t>(numbering_.total()));
  if (ranks_ == 1) {
    std::copy_n(owned, all.size(), all.begin());
    return all;
  }
  const int count = numbering_.owned();
  std::vector<int> counts(ranks_), starts(ranks_, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, assembler_.communicator());
  for (int r = 1; r < ranks_; ++r) starts[r] = starts[r - 1] + counts[r - 1];
  MPI_Allgatherv(owned, count, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE,
                 assembler_.communicator());
  return all;
}

void Perturbation::reset() {
  std::copy_n(original_.nodes, nodes_.size(), nodes_.begin());
  if (original_.statics) {
    // Static states are at rest, whatever rates the integration formula gives their unknowns.
    for (NodeState& node : nodes_) {
      node.v.setZero();
      node.w.setZero();
      node.a.setZero();
      node.alpha.setZero();
    }
    state_.statics = false;
  }
  std::copy_n(original_.y, y_.size(), y_.begin());
  if (original_.y_rate) std::copy_n(original_.y_rate, y_rate_.size(), y_rate_.begin());
}

void Perturbation::add(PetscInt unknown, Part part, double amount) {
  const Place& at = place_[unknown];
  if (at.local < 0) return;
  if (at.node < 0) {
    (part == Part::value ? y_ : y_rate_)[at.local] += part == Part::acceleration ? 0 : amount;
    return;
  }
  NodeState& node = nodes_[at.node];
  if (at.component < 3) {
    (part == Part::value ? node.x : part == Part::rate ? node.v : node.a)(at.component) += amount;
    return;
  }
  Vec3 turn = Vec3::Zero();
  turn(at.component - 3) = amount;
  switch (part) {
    case Part::value: {
      const Mat3 r = rotation_exp<double>(turn);
      node.R = r * node.R;
      node.w = r * node.w;
      node.alpha = r * node.alpha;
      break;
    }
    case Part::rate:
      // w' = theta' - w x theta, once more differentiated at theta = 0.
      node.alpha += turn.cross(node.w);
      node.w += turn;
      break;
    case Part::acceleration:
      node.alpha += turn;
  }
}

void Perturbation::evaluate_drives() {
  evaluate_drives_into_state();
  const auto& list = model_.observations();
  if (list.empty()) return;
  // Data of elements may depend on drives, and drives on data of elements.
  for (std::size_t k = 0; k < list.size(); ++k) {
    const ElementReference& element = list[k].element;
    observed_[k] =
        has_observed_[k] ? model_.batch(element.batch).private_value(state_, element.number, list[k].datum) : 0;
  }
  if (ranks_ > 1)
    MPI_Allreduce(MPI_IN_PLACE, observed_.data(), static_cast<int>(list.size()), MPI_DOUBLE, MPI_SUM,
                  assembler_.communicator());
  evaluate_drives_into_state();
}

void Perturbation::evaluate_drives_into_state() {
  for (NodeIndex i = 0; i < model_.node_count(); ++i) {
    const DriveId id = model_.properties(i).value_drive;
    if (id >= 0) nodes_[i].x(0) = model_.drive(id).value(context_.time, context_).f;
  }
  for (DriveId id = 0; id < model_.drive_count(); ++id) drives_[id] = model_.drive(id).value(context_.time, context_);
  set_environment();
}

void Perturbation::set_environment() {
  if (model_.frame) frame_ = model_.frame->at(drives_.data());
  if (model_.gravity() && model_.gravity()->uniform()) {
    state_.uniform_gravity = model_.gravity()->acceleration(Vec3::Zero(), drives_.data());
    if (model_.frame) state_.uniform_gravity = frame_.R.transpose() * state_.uniform_gravity;
  }
}

void Perturbation::set_drive(DriveId id, const Taylor2& value) {
  drives_[id] = value;
  for (NodeIndex i = 0; i < model_.node_count(); ++i)
    if (model_.properties(i).value_drive == id) nodes_[i].x(0) = value.f;
  set_environment();
}

std::vector<double> Perturbation::residual() {
  assembler_.residual(state_, residual_, nullptr);
  const double* values = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(residual_, &values));
  std::vector<double> all = gather(values);
  FLEXURA_PETSC(VecRestoreArrayRead(residual_, &values));
  return all;
}

}  // namespace flexura
