#include "solvers/problems/static_steps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace flexura {

namespace {

/// Iterations a part of a step may take: with more it is cheaper to make it smaller.
constexpr int most_iterations = 15;

double norm(Vec v) {
  double value = 0;
  FLEXURA_PETSC(VecNorm(v, NORM_2, &value));
  return value;
}

void add(NewtonReport& total, const NewtonReport& part) {
  const bool at_roundoff = total.at_roundoff || part.at_roundoff;
  total = part;
  total.at_roundoff = at_roundoff;
}

}  // namespace

bool can_be_divided(const Error& failure) {
  if (dynamic_cast<const DriveNotFinite*>(&failure)) return false;
  const ExitCode code = failure.exit_code();
  return code == ExitCode::not_converged || code == ExitCode::singular_matrix || code == ExitCode::not_a_number;
}

StaticSteps::StaticSteps(const Model& model, const Numbering& numbering, const Assembler& assembler,
                         Trajectory& trajectory, DriveTable& drives, Newton& newton, const LoadSettings& settings)
    : model_(model),
      numbering_(numbering),
      assembler_(assembler),
      trajectory_(trajectory),
      drives_(drives),
      newton_(newton),
      settings_(settings) {
  formula_.a = {1};
  if (!model.statics) return;
  for (VecHandle* v : {&rest_, &initial_rest_, &jump_from_, &jump_to_, &absolute_}) *v = assembler.create_vector();
}

void StaticSteps::begin(double ratio, double time, double h) {
  formula_.c = h;
  if (ratio > 0 && trajectory_.points() > 1) {
    formula_.p = {ratio / h, -ratio / h};
    formula_.r = {1 + ratio, -ratio};
  } else {
    formula_.p = {};
    formula_.r = {1};
  }
  trajectory_.begin_stage(formula_, time, h);
  drives_.set_time(time, h, drives_.context().step);
}

double StaticSteps::latest_turn() const {
  trajectory_.latest_motion(motion_);
  // Gibbs-Rodrigues parameters of length 2 tan(angle/2).
  double most = 2 * std::atan(0.5 * trajectory_.largest_turn(motion_.data()) / trajectory_.state().c);
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  return most;
}

bool StaticSteps::residual_at(double time, double h, Vec rest) {
  begin(0, time, h);
  drives_.set_state();
  assembler_.residual(trajectory_.state(), rest, absolute_);
  constexpr double unimportant = 1e-6;  // of the forces that act
  return norm(rest) > unimportant * norm(absolute_);
}

void StaticSteps::set_rest(const Path& path, double s) {
  FLEXURA_PETSC(VecZeroEntries(rest_));
  if (path.rest_from) FLEXURA_PETSC(VecAXPY(rest_, 1 - s, path.rest_from));
  if (path.rest_to) FLEXURA_PETSC(VecAXPY(rest_, s, path.rest_to));
}

double StaticSteps::size_after_failure(const Error& failure, double ds) const {
  const auto* not_converged = dynamic_cast<const NotConverged*>(&failure);
  if (not_converged && not_converged->turn() > 0)
    return ds * std::clamp(0.8 * settings_.turn / not_converged->turn(), 0.02, 0.5);
  return 0.25 * ds;
}

/// Follows the path from progress.s to its end; false where parts would become smaller than allowed.
bool StaticSteps::follow(const Path& path, Progress& progress, NewtonReport& total,
                         const std::function<bool()>& rank_has_fallen) {
  while (progress.s < 1) {
    double& ds = progress.ds;
    if (progress.s + ds > 1 - 1e-9) ds = 1 - progress.s;
    double ratio = last_ > 0 ? ds * path.h / last_ : 0;
    if (ratio > 0 && settings_.divide) {
      const double turn = latest_turn();
      if (ratio * turn > settings_.turn) {
        ds *= settings_.turn / (ratio * turn);
        ratio = ds * path.h / last_;
      }
    }
    const double s = std::min(1.0, progress.s + ds);
    progress.whole = progress.s == 0 && s == 1;
    try {
      begin(ratio, s == 1 ? path.to : path.from + s * (path.to - path.from), path.h);
      set_rest(path, s);
      NewtonGuide guide;
      guide.rest = rest_;
      guide.largest_turn = settings_.divide ? settings_.turn : 0;
      guide.max_iterations = progress.whole ? 0 : most_iterations;
      const NewtonReport part = newton_.solve(guide);
      trajectory_.keep_memory();
      trajectory_.accept(2, ds * path.h);
      add(total, part);
      ++progress.parts;
      last_ = ds * path.h;
      progress.s = s;
      if (part.iterations <= 3) {
        ds *= 2;
      } else if (part.iterations <= 5) {
        ds *= 1.5;
      } else if (part.iterations >= 9) {
        ds *= 0.6;
      }
    } catch (const Error& failure) {
      if (!can_be_divided(failure)) throw;
      const bool singular = failure.exit_code() == ExitCode::singular_matrix;
      failure_ = failure.what();
      failure_code_ = failure.exit_code();
      trajectory_.restore();
      newton_.refresh_jacobian();
      if (singular && progress.s == 0 && rank_has_fallen()) {
        // There may be reactions now that were none.
        if (initial_ && path.rest_from) residual_at(path.from, path.h, initial_rest_);
        continue;
      }
      if (!settings_.divide) throw;
      ds = size_after_failure(failure, ds);
      if (ds < settings_.smallest) return false;
    }
  }
  return true;
}

/// Passes a time at which a load jumps, just behind progress.s.
bool StaticSteps::jump(const Path& path, Progress& progress, NewtonReport& total) {
  if (path.from == path.to) return false;
  const double s = std::min(1.0, progress.s + settings_.smallest);
  const double time = path.from + s * (path.to - path.from);
  residual_at(time, path.h, jump_from_);
  set_rest(path, s);
  FLEXURA_PETSC(VecCopy(rest_, jump_to_));
  last_ = 0;
  Progress across;
  if (!follow({time, time, path.h, jump_from_, jump_to_}, across, total, [] { return false; })) return false;
  progress.parts += across.parts;
  progress.s = s;
  progress.ds = 0.25 * (1 - s);
  last_ = 0;
  return true;
}

/// The rest of the path at once, to an equilibrium that need not be near; false when it is not asked for or finds none.
bool StaticSteps::relax(const Path& path, Progress& progress) {
  if (!settings_.relax || path.rest_to) return false;
  try {
    Relaxation relaxation(model_, numbering_, assembler_, trajectory_, drives_, newton_);
    progress.parts += relaxation.run([&] { begin(0, path.to, path.h); }, settings_.turn);
  } catch (const Error& failure) {
    if (!can_be_divided(failure)) throw;
    failure_ = failure.what();
    failure_code_ = failure.exit_code();
    trajectory_.restore();
    newton_.refresh_jacobian();
    return false;
  }
  progress.s = 1;
  ++relaxed_;
  return true;
}

NewtonReport StaticSteps::advance(double time, double h, const std::function<bool()>& rank_has_fallen) {
  return go({time, time + h, h, nullptr, nullptr}, rank_has_fallen);
}

NewtonReport StaticSteps::settle(double time, double h) {
  return go({time, time, h, nullptr, nullptr}, [] { return false; });
}

NewtonReport StaticSteps::go(Path path, const std::function<bool()>& rank_has_fallen) {
  const double h = path.h;
  bool smooth = true;
  if (initial_) {
    smooth = !residual_at(path.from, h, initial_rest_);
    path.rest_from = initial_rest_;
    last_ = 0;
  }
  Progress progress;
  NewtonReport total;
  const long before = newton_.total_iterations();
  while (!follow(path, progress, total, rank_has_fallen)) {
    if (jump(path, progress, total)) {
      smooth = false;
      continue;
    }
    if (relax(path, progress)) {
      smooth = false;
      break;
    }
    throw Error(
        failure_code_,
        fmt::format(
            "the static step from time {:.9g} to {:.9g} cannot be continued beyond time {:.9g}: {:.6g} of "
            "the change of load is on, after {} parts of the step, the last ones smaller than {:.2g} of "
            "it. If the load has a limit here (snap-through, buckling), `strategy: arc length` follows "
            "the equilibria beyond it, and `load continuation: yes, relaxation` finds where it snaps to. The last "
            "try: {}",
            path.from, path.to, path.from + progress.s * (path.to - path.from), progress.s, progress.parts,
            settings_.smallest, failure_));
  }
  initial_ = false;
  if (progress.parts > 1) {
    ++divided_;
    parts_ += progress.parts;
    finish(h, smooth);
  }
  if (!smooth) last_ = 0;
  total.iterations = static_cast<int>(newton_.total_iterations() - before);  // those of tries that failed, too
  return total;
}

/// Rates at the end of a step made in parts: those of the last part, none after loads that came on at an instant.
void StaticSteps::finish(double h, bool smooth) {
  const double factor = smooth && last_ > 0 ? h / last_ : 0;
  trajectory_.nodes().each([&](NodeState& node) {
    node.v *= factor;
    node.w *= factor;
  });
}

}  // namespace flexura
