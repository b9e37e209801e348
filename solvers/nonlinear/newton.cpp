#include "solvers/nonlinear/newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solvers/nonlinear/agree.h"
#include "solvers/nonlinear/singular_matrix.h"

namespace flexura {

namespace {

class ReadArray {
 public:
  explicit ReadArray(Vec v) : v_(v) { FLEXURA_PETSC(VecGetArrayRead(v_, &data_)); }
  ReadArray(const ReadArray&) = delete;
  ReadArray& operator=(const ReadArray&) = delete;
  ~ReadArray() { VecRestoreArrayRead(v_, &data_); }
  [[nodiscard]] const double* data() const { return data_; }

 private:
  Vec v_;
  const double* data_ = nullptr;
};

/// Iterations without a Jacobian of their own are made where they promise this part of the tolerance.
constexpr double spare_margin = 0.25;
/// Constraints may then be violated by as much as round-off leaves anyway, m or rad: at singular positions of a
/// mechanism violations decide where the motion goes on.
constexpr double tolerated_violation = 1e-14;
/// And there must be this many equations for each constraint: structures, not mechanisms.
constexpr double equations_by_constraint = 20;
// An error so many times the first one is no sign of a bad law when the next is not a number, but of divergence.
constexpr double hopeless_growth = 1e8;

/// F.F/2.
double half_square(Vec f) {
  double square = 0;
  FLEXURA_PETSC(VecDot(f, f, &square));
  return 0.5 * square;
}

}  // namespace

Newton::Newton(const Assembler& assembler, const Numbering& numbering, const Model& model, Trajectory& trajectory,
               DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, const NonlinearSettings& settings,
               IterationOutput& output)
    : assembler_(assembler),
      numbering_(numbering),
      model_(model),
      trajectory_(trajectory),
      drives_(drives),
      linear_(linear),
      redundancy_(redundancy),
      settings_(settings),
      output_(output),
      f_(assembler.create_vector()),
      f_abs_(assembler.create_vector()),
      increment_(assembler.create_vector()) {
  FLEXURA_PETSC(SNESCreate(assembler.communicator(), snes_.out()));
  FLEXURA_PETSC(SNESSetType(snes_, SNESSHELL));
  FLEXURA_PETSC(SNESShellSetContext(snes_, this));
  FLEXURA_PETSC(SNESShellSetSolve(snes_, shell_solve));
  FLEXURA_PETSC(SNESSetFunction(snes_, f_, nullptr, nullptr));
  FLEXURA_PETSC(SNESSetSolution(snes_, increment_));
  if (SnesIteration::wanted(settings_)) {
    by_petsc_ = std::make_unique<SnesIteration>(
        assembler_, numbering_, trajectory_, drives_, linear_, redundancy_, settings_, rest_, f_,
        SnesIteration::Frame{[this] { evaluate(needs_absolute(settings_.residual_test)); },
                             [this] { return measure(); },
                             [this](int iteration, double error) {
                               if (iteration == 0) history_.clear();
                               history_.push_back({error, 1});
                               output_.iteration(iteration, &error, f_);
                             },
                             [this] { output_.matrix(linear_, assembler_.matrix()); }});
  } else {
    FLEXURA_PETSC(SNESSetFromOptions(snes_));
  }
  std::array<double, 2> counts = {static_cast<double>(numbering.owned()), 0};
  for (const EquationInfo& equation : numbering.equations()) counts[1] += equation.row == Row::constraint ? 1 : 0;
  if (assembler.ranks() > 1)
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), 2, MPI_DOUBLE, MPI_SUM, assembler.communicator());
  structure_ = counts[0] > equations_by_constraint * counts[1];
  constraint_weight_ = settings.enforce_constraint_violations;
  if (constraint_weight_) weight_.assign(numbering.owned(), 1.0);
}

PetscErrorCode Newton::shell_solve(SNES snes, Vec) {
  void* context = nullptr;
  PetscCall(SNESShellGetContext(snes, &context));
  auto& newton = *static_cast<Newton*>(context);
  try {
    newton.iterate();
    PetscCall(SNESSetConvergedReason(
        snes, newton.report_.by_solution ? SNES_CONVERGED_SNORM_RELATIVE : SNES_CONVERGED_FNORM_ABS));
  } catch (...) {  // C++ exceptions do not cross PETSc: solve() throws them on
    newton.error_ = std::current_exception();
    PetscCall(SNESSetConvergedReason(snes, SNES_DIVERGED_INNER));
  }
  return 0;
}

NewtonReport Newton::solve(const NewtonGuide& guide) {
  // Steps of static problems limit the turn of an iteration, and may have a border: that is ours alone.
  if (by_petsc_ && !guide.border && !guide.single && guide.largest_turn == 0) return solve_by_petsc(guide);
  guide_ = guide;
  error_ = nullptr;
  report_ = {};
  FLEXURA_PETSC(SNESSolve(snes_, nullptr, increment_));
  if (error_) std::rethrow_exception(error_);
  return report_;
}

NewtonReport Newton::solve_by_petsc(const NewtonGuide& guide) {
  guide_ = guide;
  report_ = {};
  redundancy_.reset_gap();
  if (settings_.residual_test == ConvergenceTest::none)
    throw Error(
        ExitCode::input_error,
        "methods of PETSc (-snes_type, `matrix free`) need a test of the residual: none is given in `tolerance`");
  const int most = guide_.max_iterations > 0 ? guide_.max_iterations : settings_.max_iterations;
  const SnesIteration::Outcome outcome = by_petsc_->solve(settings_.residual_tolerance, most);
  report_.iterations = outcome.iterations;
  report_.residual_error = outcome.error;
  report_.at_roundoff = outcome.at_roundoff;
  total_iterations_ += outcome.iterations;
  if (outcome.reason >= 0) return report_;
  const State& state = trajectory_.state();
  if (!std::isfinite(outcome.error))
    throw Error(ExitCode::not_a_number,
                fmt::format("at time {:.9g}: the residual is not a number{}", state.time, report(false)));
  throw NotConverged(
      fmt::format("at time {:.9g}, time step {:.3g}: {} did not converge ({}) in {} iterations: error {:.3e}, "
                  "tolerance {:.3e}{}",
                  state.time, state.time_step, by_petsc_->type(), SNESConvergedReasons[outcome.reason],
                  outcome.iterations, outcome.error, settings_.residual_tolerance, report(true)));
}

double Newton::measure() {
  const ConvergenceTest test =
      settings_.residual_test == ConvergenceTest::none ? ConvergenceTest::norm : settings_.residual_test;
  if (constraint_weight_) {
    const double scale = settings_.constraint_scale > 0 ? settings_.constraint_scale : trajectory_.state().c;
    for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
      if (numbering_.equation(j).row == Row::constraint) weight_[j] = scale;
  }
  const ReadArray f(f_);
  const ReadArray f_abs(f_abs_);
  const double error =
      residual_error(test, numbering_.equations(), f.data(), f_abs.data(), weight_.empty() ? nullptr : weight_.data(),
                     assembler_.communicator(), assembler_.ranks());
  return settings_.rates_in_test && !trajectory_.state().statics ? error / (1 + norm_of_rates()) : error;
}

/// Error that the next iteration leaves without a new Jacobian. Newton's step u0 left error = |J' u0 u0|/2, so that the
/// step u1 of the old Jacobian will leave |J' u0 u1| = 2 error |u1|/|u0|; later ones go on at the rate seen last.
double Newton::expected_error(double error, double previous_error) const {
  return (jacobian_age_ == 1 ? 2 : 1) * error * (error / previous_error);
}

/// Largest residual of a constraint.
double Newton::largest_constraint() const {
  const ReadArray f(f_);
  double most = 0;
  for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
    if (numbering_.equation(j).row == Row::constraint) most = std::max(most, std::abs(f.data()[j]));
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  return most;
}

/// Takes note of how an iteration without a Jacobian of its own went, `ratio` times the error expected. Below the
/// tolerance a large ratio is one of round-off and says nothing.
void Newton::learn(double ratio, bool converged) {
  if (!converged) {
    spare_bias_ = std::max(spare_bias_, ratio);
  } else if (ratio < spare_bias_) {
    spare_bias_ = std::max({0.05, ratio, 0.5 * spare_bias_});
  }
}

/// |x'| over the unknowns of all ranks.
double Newton::norm_of_rates() const {
  double square = trajectory_.square_of_rates();
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  return std::sqrt(square);
}

void Newton::iterate() {
  const State& state = trajectory_.state();
  const bool absolute = needs_absolute(settings_.residual_test);
  const bool test_residual = settings_.residual_test != ConvergenceTest::none;
  const bool test_solution = settings_.solution_test != ConvergenceTest::none;
  if (jacobian_c_ != state.c || state.hybrid() || !settings_.keep_jacobian) jacobian_age_ = -1;
  redundancy_.reset_gap();
  const bool plain = settings_.residual_test == ConvergenceTest::norm && !constraint_weight_;
  redundancy_.set_enough(plain ? 0.01 * settings_.residual_tolerance : 0);
  double first_error = 0;
  double previous_error = 0;
  const int most = guide_.max_iterations > 0 ? guide_.max_iterations : settings_.max_iterations;
  step_ = 1;
  const bool searching = settings_.line_search.on && !guide_.border && !guide_.single;
  bool spared = false;  // the last iteration had no Jacobian of its own
  double expected = 0;  // error that it was to leave
  if (spare_bias_ > 1) spare_bias_ *= 0.99;
  const bool spares =
      structure_ && settings_.spare_last && test_residual && !searching && !guide_.border && !guide_.single;
  for (int iteration = 0;; ++iteration) {
    if (iteration == 0 || !searching) evaluate(absolute);
    const double error = measure();
    report_.residual_error = error;
    report_.iterations = iteration;
    output_.iteration(iteration, test_residual ? &error : nullptr, f_);
    FLEXURA_PETSC(SNESMonitor(snes_, iteration, error));
    if (!std::isfinite(error)) {
      if (iteration > 0 && previous_error > hopeless_growth * first_error) {
        throw NotConverged(fmt::format(
            "at time {:.9g}, time step {:.3g}: iteration {} diverges: the residual overflows after an error of {:.3e}, "
            "{:.3e} at first{}",
            state.time, state.time_step, iteration, previous_error, first_error, report(true)));
      }
      throw Error(ExitCode::not_a_number, fmt::format("at time {:.9g}, iteration {}: the residual is not a number{}",
                                                      state.time, iteration, report(false)));
    }
    if (spared) learn(error / expected, error <= settings_.residual_tolerance);
    if (test_residual && error <= settings_.residual_tolerance) return;
    if (guide_.single && iteration == 1) return;
    if (iteration == 0) {
      first_error = error;
      history_.clear();
    }
    history_.push_back({error, step_});
    if (rest_.at_rest(iteration, step_, error, previous_error)) {
      report_.at_roundoff = true;
      return;
    }
    if (iteration > 0 && settings_.divergence_factor > 0 && error > settings_.divergence_factor * previous_error) {
      throw NotConverged(fmt::format(
          "at time {:.9g}, time step {:.3g}: iteration {} diverges: error {:.3e} after {:.3e}, more than {:.3g} times "
          "that{}",
          state.time, state.time_step, iteration, error, previous_error, settings_.divergence_factor, report(true)));
    }
    if (iteration >= most) {
      if (settings_.accept_at_most && error < first_error) return;
      throw NotConverged(fmt::format(
          "at time {:.9g}, time step {:.3g}: no convergence in {} iterations: error {:.3e}, tolerance {:.3e}{}",
          state.time, state.time_step, iteration, error, settings_.residual_tolerance, report(true)));
    }
    const bool slow = settings_.adaptive_rate > 0 && iteration > 0 && error > settings_.adaptive_rate * previous_error;
    spared = false;
    if (spares && iteration > 0 && iteration + 1 < most && jacobian_age_ > 0) {
      expected = expected_error(error, previous_error);
      spared = spare_bias_ * expected <= spare_margin * settings_.residual_tolerance &&
               expected / error * state.c * largest_constraint() <= tolerated_violation;
    }
    if (jacobian_age_ < 0 || (jacobian_age_ >= settings_.modified && !spared) || slow) {
      assembler_.jacobian(state, guide_.diagonal);
      redundancy_.add_diagonal();
      linear_.matrix_changed();
      output_.matrix(linear_, assembler_.matrix());
      jacobian_age_ = 0;
      jacobian_c_ = state.c;
    }
    ++jacobian_age_;
    const double merit = searching ? half_square(f_) : 0;
    double* rows = nullptr;
    FLEXURA_PETSC(VecGetArray(f_, &rows));
    for (int j = 0; j < numbering_.owned_balance(); ++j) rows[j] *= state.c;
    FLEXURA_PETSC(VecRestoreArray(f_, &rows));
    // In the first iteration what cannot be met may be the error of the prediction.
    const auto unmet = iteration > 0 ? Redundancy::Unmet::note : Redundancy::Unmet::ignore;
    if (!solve_linear(unmet)) fail_singular();
    ++total_iterations_;
    output_.increment(iteration + 1, increment_);
    if (guide_.border) guide_.border->correct(increment_);
    if (searching) {
      search(merit, absolute);
    } else {
      move();
    }
    if (iteration >= 3 && error > 0.9 * previous_error) linear_.forget_pivots();
    previous_error = error;
    if (test_solution) {
      const ReadArray u(increment_);
      report_.solution_error =
          solution_error(settings_.solution_test, {u.data(), static_cast<std::size_t>(numbering_.owned())},
                         assembler_.communicator(), assembler_.ranks());
      output_.solution_error(iteration + 1, report_.solution_error);
      if (report_.solution_error <= settings_.solution_tolerance) {
        report_.iterations = iteration + 1;
        report_.by_solution = true;
        return;
      }
    }
  }
}

/// The increment; false when the matrix is singular. A Krylov method that does not converge may do so with a smaller
/// step.
bool Newton::solve_linear(Redundancy::Unmet unmet) {
  const State& state = trajectory_.state();
  try {
    return redundancy_.solve(linear_, f_, increment_, trajectory_.values().data(), state.c, state.c, unmet);
  } catch (const KrylovFailure& failure) {
    throw NotConverged(fmt::format("at time {:.9g}, time step {:.3g}, iteration {}: {}", state.time, state.time_step,
                                   report_.iterations + 1, failure.what()));
  }
}

/// The residual of the present state.
void Newton::evaluate(bool absolute) {
  drives_.set_state();
  assembler_.residual(trajectory_.state(), f_, absolute ? static_cast<Vec>(f_abs_) : nullptr);
  if (guide_.rest) FLEXURA_PETSC(VecAXPY(f_, -1, guide_.rest));
  redundancy_.remove_gap(f_, trajectory_.state().c);
}

/// F.F/2 of the present state; infinite where an element has no value. On several ranks that remains an error: the
/// others would wait for the rank that has none.
double Newton::evaluate_for_search(bool absolute) {
  try {
    evaluate(absolute);
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::not_a_number || assembler_.ranks() > 1) throw;
    return std::numeric_limits<double>::infinity();
  }
  return half_square(f_);
}

/// Adds the fraction of the increment that makes the residual fall enough, and evaluates the residual there; f is half
/// the square of the residual before. (J. E. Dennis, R. B. Schnabel, Numerical Methods for Unconstrained Optimization
/// and Nonlinear Equations, 1983, sec. 6.3.)
void Newton::search(double f, bool absolute) {
  const LineSearchSettings& settings = settings_.line_search;
  if (settings.scale_step) {
    double length = 0;
    FLEXURA_PETSC(VecNorm(increment_, NORM_2, &length));
    PetscInt unknowns = 0;
    FLEXURA_PETSC(VecGetSize(increment_, &unknowns));
    const double longest = settings.max_step * static_cast<double>(unknowns);
    if (length > longest) FLEXURA_PETSC(VecScale(increment_, std::max(settings.min_scale, longest / length)));
  }
  trajectory_.get(iterate_);
  double smallest = settings.smallest;
  double lambda = 1;
  double previous_lambda = 0;
  double previous_f = 0;
  for (int trial = 1;; ++trial) {
    move();
    if (trial == 1 && settings.relative && step_ > 0)
      smallest = std::max(std::min(settings.tolerance_x / step_, 1.0), settings.smallest);
    const double now = evaluate_for_search(absolute);
    if (now < f * (1 - 2 * settings.alpha * lambda)) return;
    output_.fraction(lambda, std::sqrt(2 * now));
    // At the level of round-off nothing falls any more; the tests of the iteration see to that.
    if (step_ < 1e-11) return;
    if (lambda <= smallest || trial >= settings.max_iterations) {
      if (!settings.abort_at_smallest && std::isfinite(now)) return;
      output_.failure(f_);
      throw NotConverged(fmt::format(
          "at time {:.9g}, time step {:.3g}: line search: no fraction of the step down to {:.3g} reduces the residual",
          trajectory_.state().time, trajectory_.state().time_step, lambda));
    }
    double next = settings.smallest_factor * lambda;
    if (settings.cubic && std::isfinite(now)) {
      // Models of f along the step: f(0) = f, f'(0) = -2 f, and its values at one or two fractions.
      const double slope = -2 * f;
      if (previous_lambda == 0) {
        next = -slope * lambda * lambda / (2 * (now - f - slope * lambda));
      } else {
        const double r1 = (now - f - slope * lambda) / (lambda * lambda);
        const double r2 = (previous_f - f - slope * previous_lambda) / (previous_lambda * previous_lambda);
        const double a = (r1 - r2) / (lambda - previous_lambda);
        const double b = (lambda * r2 - previous_lambda * r1) / (lambda - previous_lambda);
        const double root = b * b - 3 * a * slope;
        if (std::abs(a) < 1e-300) {
          next = -slope / (2 * b);
        } else {
          next = root < 0 ? 0.5 * lambda : (-b + std::sqrt(root)) / (3 * a);
        }
      }
      if (!(next <= 0.5 * lambda)) next = 0.5 * lambda;
      next = std::max(next, settings.smallest_factor * lambda);
    }
    next = std::max(next, smallest);
    previous_lambda = lambda;
    previous_f = now;
    FLEXURA_PETSC(VecScale(increment_, next / lambda));
    lambda = next;
    trajectory_.set(iterate_);
  }
}

/// Adds the increment to the state.
void Newton::move() {
  std::array<double, 2> sizes{};
  assembler_.with_ghosts(increment_, [this, &sizes](const double* u) {
    trajectory_.update(u);
    sizes = {trajectory_.relative_size(u), trajectory_.largest_turn(u)};
  });
  if (assembler_.ranks() > 1)
    MPI_Allreduce(MPI_IN_PLACE, sizes.data(), 2, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  step_ = sizes[0];
  if (guide_.largest_turn > 0 && sizes[1] > guide_.largest_turn) {
    throw NotConverged(fmt::format("at time {:.9g}: iteration {} turns a node by {:.3g} rad, more than {:.3g} rad",
                                   trajectory_.state().time, report_.iterations + 1, sizes[1], guide_.largest_turn),
                       sizes[1]);
  }
}

std::string Newton::report(bool with_course) {
  output_.failure(f_);
  std::string text = describe_worst_equations(assembler_, numbering_, model_, trajectory_.state(), f_);
  if (with_course) text += describe_course(history_) + hint_from(history_, settings_.residual_tolerance);
  return text;
}

void Newton::fail_singular() {
  const std::string where = describe_null_space(assembler_, numbering_);
  evaluate(false);
  output_.failure(f_);
  throw SingularMatrix(fmt::format("at time {:.9g}, iteration {}: the matrix is singular ({}){}",
                                   trajectory_.state().time, report_.iterations, linear_.name(),
                                   where.empty() ? where : "; " + where));
}

}  // namespace flexura
