#include "assembly/trajectory.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace flexura {

Trajectory::Trajectory(Model& model, const Numbering& numbering) : model_(model), numbering_(numbering) {
  const NodeRuns& known = numbering.known_nodes();
  nodes_ = {known, NodeState()};
  known.each([&](NodeIndex i) { nodes_[i] = model.node(i).initial; });
  spin_ = {known, Mat3::Identity()};
  g_known_ = {known, Vec3::Zero()};
  g_rate_ = {known, Vec3::Zero()};
  predicted_ = {known, Mat3::Identity()};
  y_.assign(numbering.local() + 1, 0.0);
  y_rate_ = y_known_ = y_;
  int momenta = 0;
  for (int b = 0; b < model.batch_count(); ++b) momenta += model.batch(b).momentum_total();
  momentum_.assign(momenta + 1, 0.0);
  momentum_rate_ = momentum_known_ = momentum_;
  int memory = 0;
  for (int b = 0; b < model.batch_count(); ++b) memory += model.batch(b).memory_total();
  memory_accepted_.assign(memory + 1, 0.0);
  for (int b = 0; b < model.batch_count(); ++b)
    for (const int e : numbering.elements(b))
      if (model.batch(b).memory_count(e) > 0)
        model.batch(b).initial_memory(e, memory_accepted_.data() + model.batch(b).first_memory(e));
  memory_trial_ = memory_accepted_;
  find_methods();
  set_initial_unknowns();

  state_.nodes = nodes_.data();
  state_.memory_accepted = memory_accepted_.data();
  state_.memory_trial = memory_trial_.data();
  state_.spin = spin_.data();
  state_.y = y_.data();
  state_.y_rate = y_rate_.data();
  state_.momentum_known = momentum_known_.data();
  state_.gravity = model.gravity();
}

/// Unknowns and momenta that are integrated by methods of their own.
void Trajectory::find_methods() {
  std::vector<int> unknowns(y_.size(), 0), momenta(momentum_.size(), 0);
  for (const NodeIndex i : numbering_.local_nodes())
    std::fill_n(unknowns.begin() + numbering_.node(i), model_.properties(i).unknown_count(),
                model_.properties(i).method);
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    for (const int e : numbering_.elements(b)) {
      if (batch.unknown_count(e) > 0)
        std::fill_n(unknowns.begin() + batch.dofs(e)[6 * batch.node_count(e)], batch.unknown_count(e),
                    batch.info(e).method);
      if (batch.momentum_count(e) > 0 && batch.node_count(e) > 0)
        std::fill_n(momenta.begin() + batch.first_momentum(e), batch.momentum_count(e),
                    model_.properties(batch.nodes(e)[0]).method);
    }
  }
  const auto named = [](int method) { return method > 0; };
  if (std::none_of(unknowns.begin(), unknowns.end(), named)) return;
  method_of_unknown_ = std::move(unknowns);
  method_of_momentum_ = std::move(momenta);
  coefficients_.assign(method_of_unknown_.size(), 0.0);
}

void Trajectory::set_rotations(RotationFormula rotations) {
  rotations_ = rotations;
  if (rotations == RotationFormula::increment) w_predicted_ = {numbering_.known_nodes(), Vec3::Zero()};
}

bool Trajectory::has_rotation(NodeIndex i) const { return model_.properties(i).unknown_count() == 6; }

namespace {

Vec3 parameters_from(const Mat3& from, const Mat3& to, unsigned label) {
  const Mat3 relative = to * from.transpose();
  if (relative.trace() < -0.9) {
    throw Error(ExitCode::not_converged,
                "structural node " + std::to_string(label) +
                    " turns by nearly half a turn within the memory of the integration method; "
                    "a smaller time step is needed");
  }
  return gibbs::parameters(relative);
}

}  // namespace

void Trajectory::begin_rotation(const StageFormula& formula, NodeIndex i) {
  const unsigned label = model_.label(i);
  const auto known = [&](const Mat3& centre, bool with_prediction, Vec3& rate) {
    Vec3 sum = Vec3::Zero();
    rate.setZero();
    for (std::size_t k = 0; k < history_.size(); ++k) {
      const NodeState& past = history_[k].nodes[i];
      const bool used = k < formula.a.size() || k < formula.b.size() ||
                        (with_prediction && (k < formula.p.size() || k < formula.q.size()));
      if (!used) break;
      const Vec3 g = parameters_from(centre, past.R, label);
      const Vec3 g_rate = gibbs::inverse_tangent(g) * past.w;
      if (k < formula.a.size()) sum += formula.a[k] * g;
      if (k < formula.b.size()) sum += formula.b[k] * g_rate;
      if (k < formula.p.size()) rate += formula.p[k] * g;
      if (k < formula.q.size()) rate += formula.q[k] * g_rate;
    }
    return sum;
  };
  // Predict in the chart at the most recent orientation, then move the chart to the prediction.
  const Mat3& latest = history_.front().nodes[i].R;
  Vec3 rate;
  const Vec3 of_past = known(latest, true, rate);
  const bool increments = rotations_ == RotationFormula::increment;
  // Formulas without memory of earlier steps go on from the last rate, as is usual with increments.
  if (increments && formula.a.size() <= 1 && formula.b.size() <= 1) rate = history_.front().nodes[i].w;
  const Vec3 g = of_past + formula.c * rate;
  predicted_[i] = gibbs::rotation(g) * latest;
  if (increments) {
    g_known_[i].setZero();
    g_rate_[i].setZero();
    nodes_[i].R = predicted_[i];
    nodes_[i].w = w_predicted_[i] = gibbs::tangent(g) * rate;
    spin_[i] = Mat3::Identity() - formula.c * skew(nodes_[i].w);
    return;
  }
  Vec3 unused;
  g_known_[i] = known(predicted_[i], false, unused);
  g_rate_[i] = -g_known_[i] / formula.c;
  nodes_[i].R = predicted_[i];
  nodes_[i].w = g_rate_[i];
  spin_[i] = Mat3::Identity() - (0.5 * formula.c) * skew(g_rate_[i]);
}

/// Coefficients of all unknowns, and known parts of the momenta whose method is not that of the others.
void Trajectory::begin_hybrid(const StageFormula& formula, std::span<const StageFormula> others) {
  for (std::size_t j = 0; j < coefficients_.size(); ++j) {
    const int method = method_of_unknown_[j];
    coefficients_[j] = method > 0 ? others[method - 1].c : formula.c;
  }
  state_.coefficients = coefficients_.data();
  state_.coefficients_c = formula.c;
  for (std::size_t j = 0; j < method_of_momentum_.size(); ++j) {
    const int method = method_of_momentum_[j];
    if (method == 0) continue;
    const StageFormula& own = others[method - 1];
    double known = 0;
    for (std::size_t k = 0; k < own.a.size(); ++k) known += own.a[k] * history_[k].momentum[j];
    for (std::size_t k = 0; k < own.b.size(); ++k) known += own.b[k] * history_[k].momentum_rate[j];
    momentum_known_[j] = known;
  }
}

void Trajectory::begin_stage(const StageFormula& common, double time, double step_size,
                             std::span<const StageFormula> others) {
  state_.time = time;
  state_.time_step = step_size;
  state_.c = common.c;
  state_.coefficients = nullptr;
  const bool hybrid = !others.empty() && !method_of_unknown_.empty();
  const auto of = [&](int dof) -> const StageFormula& {
    return hybrid && method_of_unknown_[dof] > 0 ? others[method_of_unknown_[dof] - 1] : common;
  };
  for (const NodeIndex i : numbering_.local_nodes()) {
    const StageFormula& formula = of(numbering_.node(i));
    if (model_.properties(i).kind == NodeKind::scalar && model_.properties(i).order == Order::algebraic) {
      double sum = 0;
      for (std::size_t k = 0; k < formula.r.size(); ++k) sum += formula.r[k] * history_[k].nodes[i].x(0);
      nodes_[i].x(0) = sum;
      continue;
    }
    Vec3 known = Vec3::Zero();
    Vec3 rate = Vec3::Zero();
    for (std::size_t k = 0; k < formula.a.size(); ++k) known += formula.a[k] * history_[k].nodes[i].x;
    for (std::size_t k = 0; k < formula.b.size(); ++k) known += formula.b[k] * history_[k].nodes[i].v;
    for (std::size_t k = 0; k < formula.p.size(); ++k) rate += formula.p[k] * history_[k].nodes[i].x;
    for (std::size_t k = 0; k < formula.q.size(); ++k) rate += formula.q[k] * history_[k].nodes[i].v;
    nodes_[i].v = rate;
    nodes_[i].x = known + formula.c * rate;
    if (has_rotation(i)) begin_rotation(formula, i);
  }
  for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j) {
    const StageFormula& formula = of(j);
    if (numbering_.equation(j).order == Order::algebraic) {
      double sum = 0;
      for (std::size_t k = 0; k < formula.r.size(); ++k) sum += formula.r[k] * history_[k].y[j];
      y_[j] = sum;
    } else {
      double known = 0;
      double rate = 0;
      for (std::size_t k = 0; k < formula.a.size(); ++k) known += formula.a[k] * history_[k].y[j];
      for (std::size_t k = 0; k < formula.b.size(); ++k) known += formula.b[k] * history_[k].y_rate[j];
      for (std::size_t k = 0; k < formula.p.size(); ++k) rate += formula.p[k] * history_[k].y[j];
      for (std::size_t k = 0; k < formula.q.size(); ++k) rate += formula.q[k] * history_[k].y_rate[j];
      y_rate_[j] = rate;
      y_[j] = known + formula.c * rate;
    }
  }
  const std::size_t momenta = momentum_known_.size();
  std::fill(momentum_known_.begin(), momentum_known_.end(), 0.0);
  for (std::size_t k = 0; k < common.a.size(); ++k) {
    const double a = common.a[k];
    const double* p = history_[k].momentum.data();
    for (std::size_t j = 0; j < momenta; ++j) momentum_known_[j] += a * p[j];
  }
  for (std::size_t k = 0; k < common.b.size(); ++k) {
    const double b = common.b[k];
    const double* p = history_[k].momentum_rate.data();
    for (std::size_t j = 0; j < momenta; ++j) momentum_known_[j] += b * p[j];
  }
  if (hybrid) begin_hybrid(common, others);
}

void Trajectory::update(const double* increment) {
  for (const NodeIndex i : numbering_.local_nodes()) {
    const double c = coefficient(i);
    const double* u = increment + numbering_.node(i);
    NodeState& node = nodes_[i];
    const NodeProperties& about = model_.properties(i);
    if (about.kind == NodeKind::scalar) {
      node.x(0) += c * u[0];
      if (about.order == Order::differential) node.v(0) += u[0];
      continue;
    }
    const int linear = std::min(3, about.unknown_count());
    for (int k = 0; k < linear; ++k) {
      node.v(k) += u[k];
      node.x(k) += c * u[k];
    }
    if (about.displacement_only()) continue;
    const Vec3 turn(u[3], u[4], u[5]);
    const Vec3 g_old = g_known_[i] + c * g_rate_[i];
    g_rate_[i] += gibbs::inverse_tangent(g_old) * turn;
    const Vec3 g = g_known_[i] + c * g_rate_[i];
    node.R = gibbs::rotation(g) * predicted_[i];
    const Mat3 tangent = gibbs::tangent(g);
    node.w = tangent * g_rate_[i];
    spin_[i] = Mat3::Identity() + c * gibbs::tangent_derivative(g, g_rate_[i]) * gibbs::inverse_tangent(g);
    if (rotations_ == RotationFormula::increment) {
      const Vec3 carried = gibbs::rotation(g) * w_predicted_[i];
      node.w += carried;
      spin_[i] -= c * skew(carried);
    }
  }
  const auto& equations = numbering_.equations();
  for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j) {
    if (equations[j].order == Order::algebraic) {
      y_[j] += increment[j] / state_.c;
    } else {
      y_rate_[j] += increment[j];
      y_[j] += state_.coefficient(j) * increment[j];
    }
  }
}

void Trajectory::change_rotations(double* increment, bool to_turns) const {
  for (const NodeIndex i : numbering_.local_nodes()) {
    if (!has_rotation(i) || numbering_.node(i) >= numbering_.owned_balance()) continue;
    Eigen::Map<Vec3> turn(increment + numbering_.node(i) + 3);
    const Vec3 g = g_known_[i] + coefficient(i) * g_rate_[i];
    turn = (to_turns ? gibbs::tangent(g) : gibbs::inverse_tangent(g)) * Vec3(turn);
  }
}

void Trajectory::get(Iterate& iterate) const {
  iterate.nodes = nodes_;
  iterate.spin = spin_;
  iterate.y = y_;
  iterate.y_rate = y_rate_;
  iterate.g_rate = g_rate_;
}

void Trajectory::set(const Iterate& iterate) {
  // Into the same storage: elements hold its addresses.
  nodes_.copy(iterate.nodes.data());
  spin_.copy(iterate.spin.data());
  std::copy(iterate.y.begin(), iterate.y.end(), y_.begin());
  std::copy(iterate.y_rate.begin(), iterate.y_rate.end(), y_rate_.begin());
  g_rate_.copy(iterate.g_rate.data());
}

double Trajectory::relative_size(const double* increment) const {
  double size = 0;
  for (const NodeIndex i : numbering_.local_nodes()) {
    const double* u = increment + numbering_.node(i);
    const double scale = std::max(1.0, nodes_[i].x.lpNorm<Eigen::Infinity>());
    const int count = model_.properties(i).unknown_count();
    const double c = coefficient(i);
    for (int k = 0; k < count; ++k) size = std::max(size, c * std::abs(u[k]) / (k < 3 ? scale : 1.0));
  }
  return size;
}

double Trajectory::largest_turn(const double* increment) const {
  double turn = 0;
  for (const NodeIndex i : numbering_.local_nodes())
    if (has_rotation(i))
      turn = std::max(turn, coefficient(i) * Eigen::Map<const Vec3>(increment + numbering_.node(i) + 3).norm());
  return turn;
}

double Trajectory::square_of_rates() const {
  double square = 0;
  for (const NodeIndex i : numbering_.local_nodes()) {
    if (numbering_.node(i) >= numbering_.owned_nodes()) continue;
    const NodeProperties& about = model_.properties(i);
    const NodeState& node = nodes_[i];
    if (about.kind == NodeKind::scalar) {
      if (about.order == Order::differential) square += node.v(0) * node.v(0);
    } else {
      square += node.v.squaredNorm();
      if (!about.displacement_only()) square += node.w.squaredNorm();
    }
  }
  const auto& equations = numbering_.equations();
  for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j)
    if (equations[j].order != Order::algebraic) square += y_rate_[j] * y_rate_[j];
  return square;
}

void Trajectory::latest_motion(std::vector<double>& motion) const {
  motion.assign(numbering_.local(), 0.0);
  if (history_.size() < 2) return;
  for (const NodeIndex i : numbering_.local_nodes()) {
    if (model_.properties(i).kind == NodeKind::scalar) continue;
    const NodeState& now = history_[0].nodes[i];
    const NodeState& before = history_[1].nodes[i];
    double* u = motion.data() + numbering_.node(i);
    const int linear = std::min(3, model_.properties(i).unknown_count());
    for (int k = 0; k < linear; ++k) u[k] = now.x(k) - before.x(k);
    if (!has_rotation(i)) continue;
    Eigen::Map<Vec3> turn(u + 3);
    turn = gibbs::parameters(now.R * before.R.transpose());
  }
}

void Trajectory::keep_memory() { std::copy(memory_trial_.begin(), memory_trial_.end(), memory_accepted_.begin()); }

void Trajectory::complete_stage() {
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    if (batch.momentum_total() == 0) continue;
    for (const int e : numbering_.elements(b)) {
      const int first = batch.first_momentum(e);
      const double c = batch.momenta_coefficient(state_, e);
      const double inverse_c = c > 0 ? 1 / c : 0;
      batch.momenta(state_, e, momentum_.data() + first);
      for (int j = first; j < first + batch.momentum_count(e); ++j)
        momentum_rate_[j] = (momentum_[j] - momentum_known_[j]) * inverse_c;
      batch.accelerations(state_, momentum_rate_.data() + first, e, nodes_.data());
    }
  }
}

void Trajectory::set_initial_unknowns() {
  std::fill(y_.begin(), y_.end(), 0.0);
  std::fill(y_rate_.begin(), y_rate_.end(), 0.0);
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    for (const int e : numbering_.elements(b)) {
      if (batch.unknown_count(e) == 0) continue;
      const int first = batch.dofs(e)[6 * batch.node_count(e)];
      batch.initial_unknowns(e, y_.data() + first, y_rate_.data() + first);
    }
  }
}

void Trajectory::set_initial_momenta() {
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    if (batch.momentum_total() == 0) continue;
    for (const int e : numbering_.elements(b)) {
      batch.momenta(state_, e, momentum_.data() + batch.first_momentum(e));
      batch.momentum_rates(state_, e, momentum_rate_.data() + batch.first_momentum(e));
    }
  }
}

void Trajectory::accept(int keep, double interval) {
  Point point;
  if (!spare_.empty()) {
    point = std::move(spare_.back());
    spare_.pop_back();
  }
  point.time = state_.time;
  point.nodes = nodes_;
  point.y = y_;
  point.y_rate = y_rate_;
  point.momentum = momentum_;
  point.momentum_rate = momentum_rate_;
  if (!history_.empty()) past_steps_.insert(past_steps_.begin(), interval);
  history_.insert(history_.begin(), std::move(point));
  while (static_cast<int>(history_.size()) > std::max(1, keep)) {
    spare_.push_back(std::move(history_.back()));
    history_.pop_back();
  }
  past_steps_.resize(history_.size() - 1);
}

void Trajectory::restart() {
  while (!history_.empty()) forget_latest();
  accept(1, 0);
}

void Trajectory::end_step() {
  keep_memory();
  previous_nodes_ = nodes_;
  previous_y_ = y_;
  previous_y_rate_ = y_rate_;
  previous_ = state_;
  previous_.nodes = previous_nodes_.data();
  previous_.y = previous_y_.data();
  previous_.y_rate = previous_y_rate_.data();
}

void Trajectory::forget_latest() {
  spare_.push_back(std::move(history_.front()));
  history_.erase(history_.begin());
  if (!past_steps_.empty()) past_steps_.erase(past_steps_.begin());
}

void Trajectory::restore() {
  const Point& latest = history_.front();
  state_.time = latest.time;
  nodes_.copy(latest.nodes.data());
  std::copy(latest.y.begin(), latest.y.end(), y_.begin());
  std::copy(latest.y_rate.begin(), latest.y_rate.end(), y_rate_.begin());
  std::copy(latest.momentum.begin(), latest.momentum.end(), momentum_.begin());
  std::copy(latest.momentum_rate.begin(), latest.momentum_rate.end(), momentum_rate_.begin());
}

void Trajectory::scalars(Archive& archive) {
  archive(state_.time, state_.time_step, state_.step, state_.c, past_steps_);
}

void Trajectory::exchange(const ModelPart& part, Archive& archive, Point& point) {
  part.nodes(archive, point.nodes.data());
  part.unknowns(archive, point.y.data());
  part.unknowns(archive, point.y_rate.data());
  part.momenta(archive, point.momentum.data());
  part.momenta(archive, point.momentum_rate.data());
}

void Trajectory::save(Snapshot& snapshot) {
  Archive archive = snapshot.save("trajectory");
  scalars(archive);
  std::size_t count = history_.size();
  archive(count);
  for (Point& point : history_) archive(point.time);
  ModelPart::save(model_, numbering_, snapshot, "memory",
                  [this](const ModelPart& part, Archive& list) { part.memory(list, memory_accepted_.data()); });
  // Static steps made in parts have other rates than their last part.
  if (state_.statics)
    ModelPart::save(model_, numbering_, snapshot, "present state",
                    [this](const ModelPart& part, Archive& list) { part.nodes(list, nodes_.data()); });
  for (std::size_t k = 0; k < count; ++k) {
    ModelPart::save(model_, numbering_, snapshot, "state " + std::to_string(k),
                    [&](const ModelPart& part, Archive& list) { exchange(part, list, history_[k]); });
  }
}

void Trajectory::restore(const Snapshot& snapshot) {
  while (!history_.empty()) forget_latest();
  Archive archive = snapshot.restore("trajectory");
  scalars(archive);
  std::size_t count = 0;
  archive(count);
  if (count == 0 || count != past_steps_.size() + 1)
    throw Error(ExitCode::input_error, "the saved history does not have the points it should have");
  ModelPart::restore(model_, numbering_, snapshot, "memory",
                     [this](const ModelPart& part, Archive& list) { part.memory(list, memory_trial_.data()); });
  for (std::size_t k = 0; k < count; ++k) {
    Point point{0, nodes_, y_, y_rate_, momentum_, momentum_rate_};
    archive(point.time);
    ModelPart::restore(model_, numbering_, snapshot, "state " + std::to_string(k),
                       [&](const ModelPart& part, Archive& list) { exchange(part, list, point); });
    history_.push_back(std::move(point));
  }
  archive.finish();
  const double time = state_.time;
  restore();
  state_.time = time;
  if (state_.statics)
    ModelPart::restore(model_, numbering_, snapshot, "present state",
                       [this](const ModelPart& part, Archive& list) { part.nodes(list, nodes_.data()); });
}

}  // namespace flexura
