#include "solvers/problems/arc_length.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace flexura {

namespace {

constexpr int most_iterations_on_arc = 15;
/// Iterations a step should take; lengths change towards that.
constexpr double aim = 5;
/// Part of the time step over which loads are differentiated.
constexpr double difference = 1e-3;
/// Part of the extent of the model that a radian counts as when the file does not say.
constexpr double turn_part = 0.1;
/// Cosine of the angle between two secants, below which the curve bends too much for the length.
constexpr double straight = 0.8;

}  // namespace

ArcLength::ArcLength(const Model& model, const Numbering& numbering, const Assembler& assembler, Trajectory& trajectory,
                     DriveTable& drives, Newton& newton, LinearSolver& linear, Redundancy& redundancy,
                     StaticSteps& statics, const ArcSettings& settings, double time_step)
    : model_(model),
      numbering_(numbering),
      assembler_(assembler),
      trajectory_(trajectory),
      drives_(drives),
      newton_(newton),
      linear_(linear),
      redundancy_(redundancy),
      statics_(statics),
      settings_(settings),
      h_(time_step),
      length_(settings.length) {
  for (VecHandle* v : {&direction_, &motion_, &rate_, &other_, &solution_}) *v = assembler.create_vector();
}

void ArcLength::remember(Archive& archive) {
  archive(h_, length_, last_length_, last_change_, time_, steps_, started_, passed_limit_, limit_);
  archive.numbers(times_.data(), times_.size());
  archive.numbers(arcs_.data(), arcs_.size());
  if (!archive.saving() && started_) measure(h_);
}

/// Weights of displacements and rotations.
void ArcLength::measure(double time_step) {
  h_ = time_step;
  std::array<double, 3> low, high;
  low.fill(HUGE_VAL);
  high.fill(-HUGE_VAL);
  for (NodeIndex i = 0; i < model_.node_count(); ++i) {
    if (!model_.properties(i).structural()) continue;
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], model_.node(i).initial.x(k));
      high[k] = std::max(high[k], model_.node(i).initial.x(k));
    }
  }
  double extent = 0;
  for (int k = 0; k < 3; ++k) extent = std::max(extent, high[k] - low[k]);
  const double turn = settings_.turn_length > 0 ? settings_.turn_length : turn_part * extent;
  double count = 0;
  weight_.assign(numbering_.owned(), 0.0);
  for (const NodeIndex i : numbering_.local_nodes()) {
    const int first = numbering_.node(i);
    if (first >= numbering_.owned() || model_.properties(i).kind == NodeKind::scalar) continue;
    ++count;
    for (int k = 0; k < model_.properties(i).unknown_count(); ++k) weight_[first + k] = k < 3 ? 1 : turn * turn;
  }
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  for (double& w : weight_) w /= std::max(1.0, count);
}

double ArcLength::product(Vec a, Vec b) const {
  const double* left = nullptr;
  const double* right = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(a, &left));
  FLEXURA_PETSC(VecGetArrayRead(b, &right));
  double sum = 0;
  for (std::size_t j = 0; j < weight_.size(); ++j) sum += weight_[j] * left[j] * right[j];
  FLEXURA_PETSC(VecRestoreArrayRead(a, &left));
  FLEXURA_PETSC(VecRestoreArrayRead(b, &right));
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  return sum;
}

double ArcLength::size(Vec a) const { return std::sqrt(product(a, a)); }

/// The motion between the last two points of the history.
void ArcLength::motion_to(Vec direction) const {
  trajectory_.latest_motion(local_);
  double* entries = nullptr;
  FLEXURA_PETSC(VecGetArray(direction, &entries));
  std::copy_n(local_.begin(), numbering_.owned(), entries);
  FLEXURA_PETSC(VecRestoreArray(direction, &entries));
}

/// b of J b = dF/dt, with the factors of the present matrix.
void ArcLength::load_rate(Vec rate) {
  const std::int64_t step = drives_.context().step;
  const State& state = trajectory_.state();
  const double delta = difference * h_;
  drives_.set_time(time_ + delta, h_, step);
  assembler_.residual(state, rate, nullptr);
  drives_.set_time(time_ - delta, h_, step);
  assembler_.residual(state, other_, nullptr);
  drives_.set_time(time_, h_, step);
  FLEXURA_PETSC(VecAXPY(rate, -1, other_));
  FLEXURA_PETSC(VecScale(rate, 0.5 / delta));
  double* rows = nullptr;
  FLEXURA_PETSC(VecGetArray(rate, &rows));
  for (int j = 0; j < numbering_.owned_balance(); ++j) rows[j] *= state.c;
  FLEXURA_PETSC(VecRestoreArray(rate, &rows));
  if (!redundancy_.solve(linear_, rate, solution_, nullptr, state.c, state.c, Redundancy::Unmet::ignore))
    throw SingularMatrix(fmt::format("at time {:.9g}: the matrix is singular ({})", time_, linear_.name()));
}

void ArcLength::correct(Vec increment) {
  load_rate(rate_);
  const double change = -product(direction_, increment) / product(direction_, solution_);
  if (!std::isfinite(change))
    throw NotConverged(fmt::format("at time {:.9g}: no motion of the nodes belongs to a change of the load", time_));
  FLEXURA_PETSC(VecAXPY(increment, change, solution_));
  time_ += change;
  trajectory_.state().time = time_;
  drives_.set_time(time_, h_, drives_.context().step);
}

/// The first step, along the tangent at an equilibrium.
void ArcLength::start(double time) {
  statics_.begin(0, time, h_);
  time_ = time;
  drives_.set_state();
  assembler_.jacobian(trajectory_.state());
  redundancy_.add_diagonal();
  linear_.matrix_changed();
  newton_.refresh_jacobian();
  load_rate(rate_);
  const double speed = h_ * size(solution_);
  if (!(speed > 0) || !std::isfinite(speed))
    throw NotConverged(
        fmt::format("at time {:.9g}: the nodes do not move with the loads, the path has no length", time));
  last_change_ = length_ / speed;
  FLEXURA_PETSC(VecCopy(solution_, direction_));
  FLEXURA_PETSC(VecScale(solution_, last_change_));
  assembler_.with_ghosts(solution_, [this](const double* u) { trajectory_.update(u); });
  time_ = time + last_change_;
}

/// A step along the last secant.
void ArcLength::predict(double time) {
  const double turn = statics_.latest_turn() / last_length_;
  if (length_ * turn > settings_.turn) length_ = settings_.turn / turn;
  const double ratio = length_ / last_length_;
  time_ = time + ratio * last_change_;
  statics_.begin(ratio, time_, h_);
  motion_to(direction_);
}

/// Whether the step has led on along the curve, and not around a bend or back.
bool ArcLength::take(double time, double reached) {
  motion_to(motion_);
  const double moved = size(motion_);
  const bool first = steps_ == 0;
  if (!first && length_ > settings_.shortest && product(motion_, direction_) < straight * moved * size(direction_))
    return false;
  last_length_ = moved;
  last_change_ = reached - time;
  return moved > 0;
}

void ArcLength::note(double reached, double length) {
  std::rotate(times_.begin(), times_.begin() + 2, times_.end());
  std::rotate(arcs_.begin(), arcs_.begin() + 2, arcs_.end());
  times_[0] = reached;
  arcs_[0] = arcs_[1] + length;
  const double later = (times_[0] - times_[1]) / length;
  const double earlier = (times_[1] - times_[2]) / (arcs_[1] - arcs_[2]);
  passed_limit_ = steps_ > 1 && later * earlier < 0;
  if (!passed_limit_) return;
  // Newton's form of the parabola through three points.
  const double curvature = (later - earlier) / (arcs_[0] - arcs_[2]);
  const double from_middle = -0.5 * (later - curvature * length) / curvature - 0.5 * length;
  const double at = 0.5 * length + from_middle;
  limit_ = times_[1] + at * later + at * (at - length) * curvature;
}

NewtonReport ArcLength::advance(double& time, double last) {
  const long before = newton_.total_iterations();
  const auto with_all_iterations = [&](NewtonReport report) {
    report.iterations = static_cast<int>(newton_.total_iterations() - before);
    return report;
  };
  if (!started_) {
    measure(h_);
    statics_.settle(time, h_);
    started_ = true;
    times_.fill(time);
  }
  std::string failure;
  while (true) {
    if (length_ < settings_.shortest && !failure.empty())
      throw Error(ExitCode::not_converged,
                  fmt::format("the equilibria cannot be followed beyond time {:.9g}, after {} steps: steps would be "
                              "shorter than {:.3g}. The last try: {}",
                              time, steps_, settings_.shortest, failure));
    try {
      if (steps_ == 0) {
        start(time);
      } else {
        predict(time);
      }
      trajectory_.state().time = time_;
      drives_.set_time(time_, h_, drives_.context().step);
      NewtonGuide guide;
      guide.largest_turn = settings_.turn;
      guide.max_iterations = most_iterations_on_arc;
      guide.border = this;
      const NewtonReport report = newton_.solve(guide);
      if (time_ >= last) {
        trajectory_.restore();
        newton_.refresh_jacobian();
        statics_.forget_motion();
        const NewtonReport end = statics_.advance(time, last - time, [] { return false; });
        time = last;
        passed_limit_ = false;
        return with_all_iterations(end);
      }
      trajectory_.accept(3, h_);
      if (!take(time, time_)) {
        trajectory_.forget_latest();
        throw NotConverged("the path bends too much for the length of the step");
      }
      trajectory_.keep_memory();
      ++steps_;
      note(time_, last_length_);
      time = time_;
      const double factor = report.iterations > 0 ? std::sqrt(aim / report.iterations) : 1.5;
      length_ = std::clamp(last_length_ * std::clamp(factor, 0.5, 1.5), settings_.shortest, settings_.longest);
      return with_all_iterations(report);
    } catch (const Error& error) {
      if (!can_be_divided(error)) throw;
      failure = error.what();
      trajectory_.restore();
      newton_.refresh_jacobian();
      length_ *= 0.5;
    }
  }
}

}  // namespace flexura
