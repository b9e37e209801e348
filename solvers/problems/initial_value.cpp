#include "solvers/problems/initial_value.h"

#include <algorithm>
#include <cmath>
#include <new>

#include <fmt/format.h>

#include "assembly/assembler.h"
#include "assembly/drive_table.h"
#include "assembly/ranks.h"
#include "assembly/trajectory.h"
#include "solvers/linear/fields.h"
#include "solvers/nonlinear/newton.h"
#include "solvers/nonlinear/singular_matrix.h"
#include "solvers/problems/arc_length.h"
#include "solvers/problems/eigenanalysis.h"
#include "solvers/problems/error_estimate.h"
#include "solvers/problems/event_search.h"
#include "solvers/problems/initial_assembly.h"
#include "solvers/problems/run_summary.h"
#include "solvers/problems/singular_watch.h"
#include "solvers/problems/stage_loop.h"
#include "solvers/problems/state_space.h"
#include "solvers/problems/static_reactions.h"
#include "solvers/problems/static_steps.h"
#include "solvers/problems/step_control.h"

namespace flexura {

namespace {
/// Rows of unit length of which the others leave no more than this are dependent.
constexpr double rank_tolerance = 1e-7;

}  // namespace

class InitialValueProblem::Impl {
 public:
  Impl(Model& model, const Numbering& numbering, const InitialValueSettings& settings, const AssemblySettings& assembly,
       MPI_Comm communicator)
      : model_(model),
        settings_(settings),
        assembly_(assembly),
        numbering_(numbering),
        trajectory_(model, numbering_),
        assembler_(model, numbering_, communicator),
        drives_(model, numbering_, trajectory_, communicator),
        linear_(
            settings.linear, assembler_.matrix(),
            [this](PC pc) { return set_fields(pc, numbering_, model_, trajectory_.state()); },
            [this](const std::string& text) {
              if (listener_) listener_->message(text);
            }),
        redundancy_(assembler_, numbering_, model),
        output_(settings.chatter, assembler_, numbering_),
        newton_(assembler_, numbering_, model, trajectory_, drives_, linear_, redundancy_, settings.nonlinear, output_),
        stages_(settings, trajectory_, drives_, newton_),
        statics_(model, numbering_, assembler_, trajectory_, drives_, newton_, settings.load),
        watch_(assembler_, numbering_, model),
        eigen_(assembler_, numbering_, model, settings.eigenanalyses),
        state_spaces_(assembler_, numbering_, model, settings.state_spaces),
        control_(settings) {
    trajectory_.set_rotations(settings.rotations);
  }

  void prepare(StepObserver& observer) {
    listener_ = &observer;
    State& state = trajectory_.state();
    state.time = settings_.initial_time;
    state.time_step = settings_.time_step;
    state.statics = model_.statics;
    observer.begin_step(0, state.time);
    drives_.set_time(state.time, settings_.time_step, 0);
    if (settings_.abort_after == AbortAfter::input) return;
    double violation = 0;
    if (!assembly_.skip && numbering_.total() > 0) {
      const AssemblyReport report =
          assemble_initial_state(assembler_, numbering_, model_, trajectory_, drives_, linear_, redundancy_, assembly_);
      violation = report.violation;
      const std::string text = describe_adjustments(model_, report, assembler_.communicator());
      if (!text.empty()) note(observer, text);
    }
    if (numbering_.total() > 0) find_redundancy(observer, violation);
    if (settings_.abort_after == AbortAfter::assembly) return;
    drives_.set_time(state.time, settings_.time_step, 0);
    if (running_) eigenanalyses(observer, true);
    if (numbering_.total() > 0 && !model_.statics) {
      std::string deeper;
      derivatives_error_ = initial_accelerations(assembler_, numbering_, model_, trajectory_, drives_, linear_,
                                                 redundancy_, settings_.derivatives_max_iterations, &deeper,
                                                 settings_.rotations == RotationFormula::increment
                                                     ? std::optional(settings_.derivatives_tolerance)
                                                     : std::nullopt);
      if (!deeper.empty())
        observer.message(
            "warning: initial accelerations: what meets these equations acts on them only through other "
            "elements, and is found from the first step on: " +
            deeper);
      linear_.forget_pivots();
    }
    drives_.set_state();
    trajectory_.accept(1, 0);
    trajectory_.end_step();
    drives_.accept();
  }

  [[nodiscard]] const State& state() const { return trajectory_.state(); }
  [[nodiscard]] const Numbering& numbering() const { return numbering_; }
  [[nodiscard]] Linearisation linearise_present() const {
    return linearise(assembler_, numbering_, model_, trajectory_.state(), drives_.context(), redundancy_.sets());
  }

  AnalysisReport run(StepObserver& observer, const Snapshot* from) {
    running_ = true;
    listener_ = &observer;
    try {
      if (!from && !start(observer)) return report_;
      if (from) resume(*from);
      return integrate(observer);
    } catch (const DriveNotFinite& failure) {
      throw Error(failure.exit_code(),
                  failure.what() + describe_users_of_drive(numbering_, model_, trajectory_.state(), failure.drive()));
    }
  }

 private:
  /// Step 0; false when the model file asks for no steps.
  bool start(StepObserver& observer) {
    prepare(observer);
    report_.final_time = settings_.initial_time;
    step_ = {0, settings_.initial_time, settings_.time_step, 0, derivatives_error_, 0, false};
    tell_accepted(observer);
    const bool unprepared = settings_.abort_after == AbortAfter::input || settings_.abort_after == AbortAfter::assembly;
    if (!unprepared) linearisations(observer);
    prepare_steps();
    if (estimate_) estimate_->restart(trajectory_.state());
    return settings_.abort_after == AbortAfter::never || settings_.abort_after == AbortAfter::regular_step;
  }

  /// What steps are made and judged with.
  void prepare_steps() {
    if (settings_.strategy == InitialValueSettings::Strategy::arc_length)
      arc_ = std::make_unique<ArcLength>(model_, numbering_, assembler_, trajectory_, drives_, newton_, linear_,
                                         redundancy_, statics_, settings_.arc, settings_.time_step);
    estimate_ = make_estimate();
  }

  AnalysisReport integrate(StepObserver& observer) {
    const double last = settings_.final_time;
    double time = step_.time;
    while (time < last && !control_.finished(time) && !(arc_ && arc_->exhausted())) {
      const bool stop = observer.stop_requested();
      if (step_.step > saved_ && observer.snapshot_wanted(step_, StepObserver::Moment::step)) save(observer, control_);
      if (stop) {
        report_.stopped = true;
        break;
      }
      if (settings_.abort_after == AbortAfter::regular_step && step_.step >= settings_.abort_step) break;
      StepControl before = control_;
      try {
        if (take_step(observer, time)) time = step_.time;
      } catch (const Error& failure) {
        if (computing_ && known_to_all(failure)) save_before_failure(observer, before);
        throw;
      } catch (const std::bad_alloc&) {
        if (computing_ && assembler_.ranks() == 1) save_before_failure(observer, before);
        throw;
      }
    }
    save_at_end(observer, control_);
    return finish(observer);
  }

  /// Tries a step; false when it is to be tried again, in another way.
  bool take_step(StepObserver& observer, double time) {
    if (estimate_) events_.look(drives_, time, control_);
    double h = arc_ ? settings_.time_step : control_.next(drives_.context());
    observer.begin_step(step_.step + 1, time + h);
    drives_.begin_step(time, h, step_.step + 1);
    output_.begin_step(drives_.context());
    const auto try_again = [&] {
      trajectory_.restore();
      drives_.begin_step(time, h, step_.step + 1);
    };
    NewtonReport newton;
    computing_ = true;
    try {
      newton = model_.statics ? advance_statics(time, h, observer) : stages_.advance(time, h, observer);
    } catch (const SingularMatrix&) {
      try_again();
      if (!rank_has_fallen(observer)) throw;
      return false;
    } catch (const NotConverged& failure) {
      try_again();
      if (control_.retry(drives_.context())) return false;
      if (const std::string text = watch_.look(trajectory_.state()); !text.empty())
        throw NotConverged(std::string(failure.what()) + "\n  " + text);
      throw;
    }
    computing_ = false;
    if (estimate_ && !control_.judge(time, h, estimate_->error(trajectory_.state(), h), estimate_->order())) {
      stages_.forget();
      try_again();
      return false;
    }
    time = arc_ ? time + h : control_.arrived(time, h, newton.iterations);
    trajectory_.state().time = time;
    step_ = {step_.step + 1,    time, h, newton.iterations, newton.residual_error, newton.solution_error,
             newton.by_solution};
    report_.iterations += newton.iterations;
    report_.roundoff += newton.at_roundoff ? 1 : 0;
    trajectory_.end_step();
    drives_.accept();
    output_.end_step(step_.step, step_.time, h, newton.iterations, newton.residual_error);
    tell_accepted(observer);
    watch(observer, newton.iterations);
    linearisations(observer);
    if (estimate_) {
      estimate_->accept(trajectory_.state(), h);
      if (events_.reached(time)) pass_event(*estimate_, control_, step_.step);
    }
    return true;
  }

  /// A message that is no warning: `output: none` does without.
  void note(StepObserver& observer, const std::string& text) const {
    if (settings_.chatter.messages) observer.message(text);
  }

  /// The state between two steps, for the observer.
  void save(StepObserver& observer, StepControl& control) {
    saved_ = step_.step;
    Snapshot snapshot(rank_in(assembler_.communicator()), assembler_.ranks());
    trajectory_.save(snapshot);
    drives_.save(snapshot);
    redundancy_.save(snapshot);
    assembler_.save(snapshot);
    Archive run = snapshot.save("run");
    exchange(run, control);
    if (estimate_) estimate_->save(snapshot);
    Archive linear = snapshot.save_part("linear solver");
    if (numbering_.total() > 0) linear_.remember(linear, newton_.keeps_jacobian());
    observer.snapshot(step_, snapshot);
  }
  void save_at_end(StepObserver& observer, StepControl& control) {
    if (step_.step > saved_ && observer.snapshot_wanted(step_, StepObserver::Moment::end)) save(observer, control);
  }
  void save_before_failure(StepObserver& observer, StepControl& control) {
    trajectory_.restore();
    // A static step that was made in parts has left its beginning.
    if (std::abs(trajectory_.state().time - step_.time) > 1e-9 * step_.time_step) return;
    drives_.begin_step(step_.time, step_.time_step, step_.step);
    save_at_end(observer, control);
  }
  /// Errors that all ranks have at the same moment.
  [[nodiscard]] bool known_to_all(const Error& failure) const {
    return assembler_.ranks() == 1 || can_be_divided(failure);
  }

  void exchange(Archive& archive, StepControl& control) {
    archive(step_.step, step_.time, step_.time_step, step_.iterations, step_.residual_error, step_.solution_error,
            step_.solution_converged, report_.iterations, report_.roundoff);
    events_.remember(archive);
    archive(singular_, limits_);
    control.remember(archive);
    statics_.remember(archive);
    if (arc_) arc_->remember(archive);
    newton_.remember(archive);
    watch_.remember(archive);
    eigen_.remember(archive);
    state_spaces_.remember(archive);
  }

  /// Goes back to a saved state, in place of start().
  void resume(const Snapshot& from) {
    State& state = trajectory_.state();
    state.statics = model_.statics;
    if (from.same_parts && !ModelPart::same(model_, numbering_, from))
      throw Error(ExitCode::input_error, "the saved state belongs to a model that was divided otherwise");
    trajectory_.restore(from);
    drives_.restore(from);
    redundancy_.restore(from);
    prepare_steps();
    Archive run = from.restore("run");
    exchange(run, control_);
    run.finish();
    if (!arc_) step_.time = state.time = control_.go_on_from(step_.time);
    saved_ = step_.step;
    trajectory_.end_step();
    if (estimate_) estimate_->restore(from);
    if (numbering_.total() == 0) return;
    if (from.same_parts) {
      assembler_.jacobian(state);  // any values will do: those that count are in the saved state
      Archive linear = from.restore_part("linear solver", static_cast<std::size_t>(from.rank));
      linear_.remember(linear, false);
      linear.finish();
    } else {
      newton_.refresh_jacobian();
      linear_.matrix_changed();
    }
  }

  void tell_accepted(StepObserver& observer) {
    observer.accepted(step_, trajectory_.state(), trajectory_.momenta().data(), trajectory_.momentum_rates().data());
  }

  AnalysisReport finish(StepObserver& observer) {
    report_.steps = step_.step;
    report_.final_time = step_.time;
    report_.factorisations = linear_.factorisations();
    report_.linear_solver = linear_.name();
    RunTotals run;
    run.steps = step_.step;
    run.time = step_.time;
    run.final_time = settings_.final_time;
    run.rejected = control_.rejected();
    run.eigenanalyses_left = eigen_.left();
    run.state_spaces_left = state_spaces_.left();
    run.divided = statics_.divided();
    run.parts = statics_.parts();
    run.relaxed = statics_.relaxed();
    run.path_exhausted = arc_ && arc_->exhausted();
    run.singular = singular_;
    run.roundoff = report_.roundoff;
    for (const std::string& sentence : describe(run)) observer.message(sentence);
    if (const std::string range = output_.summary(); !range.empty()) observer.message(range);
    return report_;
  }

  /// With `strategy: error`: the judge of steps.
  std::unique_ptr<ErrorEstimate> make_estimate() {
    if (settings_.strategy != InitialValueSettings::Strategy::error || model_.statics) return nullptr;
    return std::make_unique<ErrorEstimate>(model_, numbering_, settings_.error, stages_.error(drives_.context()),
                                           settings_.final_time - settings_.initial_time, assembler_.communicator());
  }

  /// Begins anew behind the instant at which the last step ended: accelerations and reactions as they are there.
  void pass_event(ErrorEstimate& estimate, const StepControl& control, std::int64_t step) {
    State& state = trajectory_.state();
    const double time = state.time;
    const double c = state.c;
    drives_.set_time(events_.pass(control), state.time_step, step);
    initial_accelerations(assembler_, numbering_, model_, trajectory_, drives_, linear_, redundancy_,
                          settings_.derivatives_max_iterations);
    newton_.refresh_jacobian();
    state.time = time;
    state.c = c;
    trajectory_.restart();
    trajectory_.end_step();
    estimate.restart(state);
  }

  /// One step of a static problem; along the path of equilibria it chooses the size h.
  NewtonReport advance_statics(double time, double& h, StepObserver& observer) {
    observer.predicted(step_.step + 1, time + h, trajectory_.state());
    if (!arc_) return statics_.advance(time, h, [&] { return find_reactions() || rank_has_fallen(observer); });
    double reached = time;
    const NewtonReport report = arc_->advance(reached, settings_.final_time);
    h = reached - time;
    constexpr int most_messages = 10;
    if (arc_->limit() && ++limits_ <= most_messages)
      note(observer, fmt::format("limit of the load: time {:.9g}, between the last two steps", *arc_->limit()));
    return report;
  }

  /// Reactions that a static model can begin with, once and before its first step; false afterwards.
  bool find_reactions() {
    if (reactions_sought_ || trajectory_.points() != 1) return false;
    reactions_sought_ = true;
    reactions_from_rest(assembler_, numbering_, model_, trajectory_, drives_, linear_, redundancy_,
                        settings_.derivatives_max_iterations);
    newton_.refresh_jacobian();
    return true;
  }

  /// The rank of the constraints at the assembled position, and a warning about redundant ones.
  void find_redundancy(StepObserver& observer, double violation) {
    MPI_Allreduce(MPI_IN_PLACE, &violation, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
    redundancy_.detect(trajectory_.state(), std::clamp(10 * violation, rank_tolerance, 1e-4));
    for (const std::string& text : describe_dependent_sets(model_, redundancy_.sets()))
      observer.message("warning: " + text);
    watch_.start(trajectory_.state());
    newton_.refresh_jacobian();
  }

  /// Those whose time has come, or lies before the present one.
  void eigenanalyses(StepObserver& observer, bool before) {
    if (!eigen_.due(trajectory_.state().time, before)) return;
    eigen_.run(trajectory_.state(), drives_.context(), before, redundancy_.sets(), observer);
    newton_.refresh_jacobian();
    linear_.matrix_changed();
  }

  void linearisations(StepObserver& observer) {
    eigenanalyses(observer, false);
    if (!state_spaces_.due(trajectory_.state().time)) return;
    state_spaces_.run(trajectory_.state(), drives_.context(), redundancy_.sets(), observer);
    newton_.refresh_jacobian();
    linear_.matrix_changed();
  }

  /// Says when the step that has been accepted ended near a singular configuration.
  void watch(StepObserver& observer, int iterations) {
    constexpr int most_messages = 3;
    if (!watch_.suspicious(trajectory_.state(), iterations)) return;
    const std::string text = watch_.look(trajectory_.state());
    newton_.refresh_jacobian();
    if (text.empty()) return;
    ++singular_;
    if (singular_ <= most_messages) observer.message("warning: " + text);
  }

  /// Whether constraints have become dependent that were not at the start; they are known from then on.
  bool rank_has_fallen(StepObserver& observer) {
    const std::size_t before = redundancy_.sets().size();
    const bool more = redundancy_.detect_more(trajectory_.state(), 1e-6);
    newton_.refresh_jacobian();
    if (!more) return false;
    const std::vector<DependentSet> found(redundancy_.sets().begin() + static_cast<std::ptrdiff_t>(before),
                                          redundancy_.sets().end());
    for (const std::string& text : describe_dependent_sets(model_, found))
      observer.message(fmt::format("warning: at time {:.6g}: {}", trajectory_.state().time, text));
    return true;
  }

  Model& model_;
  StepObserver* listener_ = nullptr;  // of what the linear solver tells
  const InitialValueSettings& settings_;
  const AssemblySettings& assembly_;
  const Numbering& numbering_;
  Trajectory trajectory_;
  Assembler assembler_;
  DriveTable drives_;
  LinearSolver linear_;
  Redundancy redundancy_;
  IterationOutput output_;
  Newton newton_;
  StageLoop stages_;
  StaticSteps statics_;
  std::unique_ptr<ArcLength> arc_;  // `strategy: arc length`
  SingularWatch watch_;
  Eigenanalyses eigen_;
  StateSpaces state_spaces_;
  EventSearch events_;
  int singular_ = 0, limits_ = 0;
  bool running_ = false;
  bool computing_ = false;  // a step, whose end has not been reached
  StepControl control_;
  std::unique_ptr<ErrorEstimate> estimate_;
  StepReport step_;         // the last one
  std::int64_t saved_ = 0;  // number of the step whose state was saved last
  AnalysisReport report_;
  double derivatives_error_ = 0;
  bool reactions_sought_ = false;
};

InitialValueProblem::InitialValueProblem(Model& model, const Numbering& numbering, const InitialValueSettings& settings,
                                         const AssemblySettings& assembly, MPI_Comm communicator)
    : impl_(std::make_unique<Impl>(model, numbering, settings, assembly, communicator)) {}
InitialValueProblem::InitialValueProblem(Model& model, const InitialValueSettings& settings,
                                         const AssemblySettings& assembly, MPI_Comm communicator)
    : own_(std::make_unique<Numbering>(model, partition(model, communicator), communicator)),
      impl_(std::make_unique<Impl>(model, *own_, settings, assembly, communicator)) {}
InitialValueProblem::~InitialValueProblem() = default;
void InitialValueProblem::prepare(StepObserver& observer) { impl_->prepare(observer); }
AnalysisReport InitialValueProblem::run(StepObserver& observer, const Snapshot* from) {
  return impl_->run(observer, from);
}
const State& InitialValueProblem::state() const { return impl_->state(); }
const Numbering& InitialValueProblem::numbering() const { return impl_->numbering(); }
Linearisation InitialValueProblem::linearise_present() const { return impl_->linearise_present(); }

}  // namespace flexura
