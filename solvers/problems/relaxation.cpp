#include "solvers/problems/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solvers/problems/static_steps.h"

namespace flexura {

namespace {

constexpr int most_steps = 2000;
// The first step, in sizes of the model for the largest force; below the second figure there is no way on.
constexpr double first_size = 0.1;
constexpr double smallest_size = 1e-12;
// Of the forces that act: with less out of balance Newton's method is tried.
constexpr double near_rest = 1e-2;

}  // namespace

Relaxation::Relaxation(const Model& model, const Numbering& numbering, const Assembler& assembler, Trajectory& trajectory,
                       DriveTable& drives, Newton& newton)
    : model_(model),
      numbering_(numbering),
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
    if (!model.node(i).structural()) continue;
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

int Relaxation::run(const std::function<void()>& begin, double turn) {
  double before = measure(begin);
  weigh();
  double size = first_size;
  double next_try = near_rest * force_;
  for (int step = 1; step <= most_steps; ++step) {
    begin();
    const double c = trajectory_.state().c;
    for (std::size_t j = 0; j < weight_.size(); ++j) diagonal_[j] = c * c * weight_[j] / size;
    NewtonGuide guide;
    guide.diagonal = diagonal_.data();
    guide.single = true;
    guide.largest_turn = turn;
    newton_.refresh_jacobian();
    try {
      newton_.solve(guide);
    } catch (const Error& failure) {
      if (!can_be_divided(failure) || size < smallest_size) throw;
      trajectory_.restore();
      size *= 0.25;
      continue;
    }
    trajectory_.keep_memory();
    trajectory_.accept(2, trajectory_.state().time_step);
    const double now = measure(begin);
    trajectory_.restore();
    if (now < next_try) {
      if (land(begin, turn)) return step;
      next_try = 0.1 * now;
    }
    size *= std::clamp(now > 0 ? before / now : 3, 0.5, 3.0);
    before = now;
  }
  throw NotConverged(fmt::format("relaxation: forces of {:.3g} are out of balance after {} steps", before, most_steps));
}

}  // namespace flexura
