#include "solvers/problems/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solvers/problems/static_steps.h"

namespace flexura {

namespace {

constexpr int most_steps = 2000;
// The first step, in times in which the largest force alone moves a node through the model; below the second figure
// there is no way on.
constexpr double first_time = 0.1;
constexpr double smallest_time = 1e-12;
// Motion that a step aims at, in extents of the model or rad.
constexpr double far = 0.05;
// Of the forces that act: with less out of balance Newton's method is tried.
constexpr double near_rest = 1e-2;

}  // namespace

Relaxation::Relaxation(const Model& model, const Numbering& numbering, const Assembler& assembler,
                       Trajectory& trajectory, DriveTable& drives, Newton& newton)
    : numbering_(numbering),
      assembler_(assembler),
      trajectory_(trajectory),
      drives_(drives),
      newton_(newton),
      f_(assembler.create_vector()),
      f_abs_(assembler.create_vector()),
      weight_(static_cast<std::size_t>(numbering.owned()), 0.0),
      diagonal_(weight_) {
  double bounds[6];  // of x and -x
  std::fill(std::begin(bounds), std::end(bounds), std::numeric_limits<double>::infinity());
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    if (!model.properties(i).structural()) continue;
    for (int k = 0; k < 3; ++k) {
      bounds[k] = std::min(bounds[k], model.node(i).initial.x(k));
      bounds[3 + k] = std::min(bounds[3 + k], -model.node(i).initial.x(k));
    }
  }
  double extent = 0;
  for (int k = 0; k < 3; ++k) extent = std::max(extent, -bounds[3 + k] - bounds[k]);
  if (extent > 0 && std::isfinite(extent)) length_ = extent;
}

/// Norm of the forces and moments out of balance, moments over the size of the model.
double Relaxation::measure(const std::function<void()>& begin) {
  begin();
  drives_.set_state();
  assembler_.residual(trajectory_.state(), f_, f_abs_);
  const double *f = nullptr, *f_abs = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(f_, &f));
  FLEXURA_PETSC(VecGetArrayRead(f_abs_, &f_abs));
  double square = 0, most = 0;
  for (int j = 0; j < numbering_.owned_balance(); ++j) {
    const double unit = numbering_.equation(j).dimension == Dimension::moment ? 1 / length_ : 1;
    square += f[j] * f[j] * unit * unit;
    most = std::max(most, std::abs(f_abs[j]) * unit);
  }
  FLEXURA_PETSC(VecRestoreArrayRead(f_, &f));
  FLEXURA_PETSC(VecRestoreArrayRead(f_abs_, &f_abs));
  MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  force_ = most;
  return std::sqrt(square);
}

void Relaxation::weigh() {
  for (int j = 0; j < numbering_.owned_balance(); ++j) {
    const bool moment = numbering_.equation(j).dimension == Dimension::moment;
    weight_[j] = force_ * (moment ? length_ : 1 / length_);
  }
}

/// Newton's method from here; false, and back again, when it does not converge or goes far.
bool Relaxation::land(const std::function<void()>& begin, double turn) {
  begin();
  NewtonGuide guide;
  guide.largest_turn = 0.2 * turn;
  newton_.refresh_jacobian();
  try {
    newton_.solve(guide);
  } catch (const Error& failure) {
    if (!can_be_divided(failure)) throw;
    trajectory_.restore();
    newton_.refresh_jacobian();
    return false;
  }
  trajectory_.keep_memory();
  trajectory_.accept(2, trajectory_.state().time_step);
  return true;
}

/// Whether the latest motion went with the forces that were out of balance before it, and its size: part of the extent
/// of the model, or rad.
bool Relaxation::went_with_forces(double& size) {
  trajectory_.latest_motion(motion_);
  const double* f = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(f_, &f));
  double work = 0;
  size = 0;
  for (int j = 0; j < numbering_.owned_balance(); ++j) {
    const bool turns = numbering_.equation(j).dimension == Dimension::moment;
    work += f[j] * motion_[j];
    size = std::max(size, std::abs(motion_[j]) / (turns ? 1 : length_));
  }
  FLEXURA_PETSC(VecRestoreArrayRead(f_, &f));
  MPI_Allreduce(MPI_IN_PLACE, &work, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  return work > 0;
}

int Relaxation::run(const std::function<void()>& begin, double turn) {
  double unbalanced = measure(begin);
  weigh();
  double time = first_time;
  double next_try = near_rest * force_;
  const double wanted = std::min(far, 0.3 * turn);
  for (int step = 1; step <= most_steps; ++step) {
    begin();
    const double c = trajectory_.state().c;
    for (std::size_t j = 0; j < weight_.size(); ++j) diagonal_[j] = c * c * weight_[j] / time;
    NewtonGuide guide;
    guide.diagonal = diagonal_.data();
    guide.single = true;
    guide.largest_turn = turn;
    newton_.refresh_jacobian();
    try {
      newton_.solve(guide);
    } catch (const Error& failure) {
      if (!can_be_divided(failure) || time < smallest_time) throw;
      trajectory_.restore();
      time *= 0.25;
      continue;
    }
    trajectory_.accept(2, trajectory_.state().time_step);
    double motion = 0;
    if (!went_with_forces(motion) || motion > 2 * wanted) {
      if (time < smallest_time) break;
      trajectory_.forget_latest();
      trajectory_.restore();
      time *= motion > 2 * wanted ? std::clamp(wanted / motion, 0.1, 0.5) : 0.25;
      continue;
    }
    trajectory_.keep_memory();
    unbalanced = measure(begin);
    trajectory_.restore();
    if (unbalanced < next_try) {
      if (land(begin, turn)) return step;
      next_try = 0.1 * unbalanced;
    }
    time *= motion > 0 ? std::clamp(wanted / motion, 0.5, 3.0) : 3.0;
  }
  throw NotConverged(
      fmt::format("relaxation: forces of {:.3g} are out of balance after {} steps", unbalanced, most_steps));
}

}  // namespace flexura
