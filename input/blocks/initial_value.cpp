#include "input/blocks/initial_value.h"

#include <limits>

#include <fmt/format.h>

#include "input/blocks/initial_value_cards.h"
#include "solvers/integrators/method_reader.h"
#include "solvers/linear/linear_reader.h"
#include "solvers/nonlinear/nonlinear_reader.h"

namespace flexura {

namespace {

// The language allows no iteration unless the file says so, which no model can live with.
constexpr int default_max_iterations = 20;

void read_initial_time(ReadContext& context) { context.analysis.problem.initial_time = context.reader.real(); }

void read_final_time(ReadContext& context) {
  auto& problem = context.analysis.problem;
  if (context.reader.keyword("forever")) {
    problem.final_time = std::numeric_limits<double>::infinity();
  } else {
    problem.final_time = context.reader.real();
  }
}

void read_time_step(ReadContext& context) {
  context.analysis.problem.time_step = context.reader.positive_real("time step");
}

void read_min_time_step(ReadContext& context) {
  context.analysis.problem.min_time_step = context.reader.non_negative_real("min time step");
}

void read_max_time_step(ReadContext& context) {
  auto& problem = context.analysis.problem;
  problem.max_time_step = nullptr;
  if (context.reader.keyword("unlimited")) return;
  const SourceLocation start = context.reader.where_next();
  problem.max_time_step = context.reader.drive();
  if (problem.max_time_step->constant() && !(problem.max_time_step->value(Taylor2(0), DriveContext{}).f > 0))
    context.reader.fail_at(start, "max time step must be positive");
}

void read_factor_strategy(Reader& reader, InitialValueSettings& problem) {
  FactorStrategy factor;
  factor.reduction = reader.positive_real("reduction of the time step");
  if (factor.reduction >= 1)
    reader.fail(fmt::format("the reduction factor must be less than 1, found {}", factor.reduction));
  factor.steps_before_reduction = read_count(reader, "steps before reduction");
  factor.raise = reader.positive_real("raise of the time step");
  if (factor.raise < 1) reader.fail(fmt::format("the raise factor must be at least 1, found {}", factor.raise));
  factor.steps_before_raise = read_count(reader, "steps before raise");
  factor.min_iterations = read_count(reader, "minimum of iterations");
  if (reader.more()) factor.max_iterations = read_count(reader, "maximum of iterations");
  problem.factor = factor;
}

/// `error, <tolerance> [, <dimension>, <absolute tolerance>]...`
void read_error_strategy(Reader& reader, InitialValueSettings& problem) {
  static constexpr Dimension dimensions[] = {Dimension::length, Dimension::angle};
  ErrorStrategy error;
  error.tolerance = reader.positive_real("tolerance of the error");
  if (error.tolerance >= 1)
    reader.fail(fmt::format("the tolerance of the error is relative and less than 1, found {}", error.tolerance));
  while (reader.more()) {
    const int which = reader.choice({"length", "angle"}, "physical dimension");
    error.absolute[static_cast<std::size_t>(dimensions[which])] = reader.positive_real("absolute tolerance");
  }
  problem.error = error;
}

/// `arc length, <length> [, shortest, <length>] [, longest, <length>] [, turn length, <m>] [, steps, <n>]`
void read_arc_length_strategy(ReadContext& context) {
  Reader& reader = context.reader;
  ArcSettings arc;
  arc.length = reader.positive_real("length of the first step");
  arc.longest = arc.length;
  arc.shortest = 1e-4 * arc.length;
  while (reader.more()) {
    switch (reader.choice({"shortest", "longest", "turn length", "steps"}, "option of arc length")) {
      case 0:
        arc.shortest = reader.positive_real("shortest step");
        if (arc.shortest > arc.length) reader.fail("the shortest step is longer than the first");
        break;
      case 1:
        arc.longest = reader.positive_real("longest step");
        if (arc.longest < arc.length) reader.fail("the longest step is shorter than the first");
        break;
      case 2:
        arc.turn_length = reader.positive_real("length that a radian counts as");
        break;
      default:
        arc.steps = read_count(reader, "number of steps");
    }
  }
  context.analysis.problem.arc = arc;
  context.arc_length_where = reader.card_where();
}

void read_strategy(ReadContext& context) {
  using Strategy = InitialValueSettings::Strategy;
  auto& problem = context.analysis.problem;
  Reader& reader = context.reader;
  switch (reader.choice({"no change", "factor", "change", "error", "arc length"}, "strategy of the time step")) {
    case 0:
      problem.strategy = Strategy::constant;
      break;
    case 1:
      read_factor_strategy(reader, problem);
      problem.strategy = Strategy::factor;
      break;
    case 4:
      read_arc_length_strategy(context);
      problem.strategy = Strategy::arc_length;
      break;
    case 3:
      read_error_strategy(reader, problem);
      problem.strategy = Strategy::error;
      break;
    default:
      problem.change = reader.drive();
      problem.strategy = Strategy::change;
  }
}

/// `no | [yes] [, turn, <rad>] [, smallest, <part of a step>] [, relaxation]`
void read_load_continuation(ReadContext& context) {
  Reader& reader = context.reader;
  LoadSettings load;
  const SourceLocation start = reader.where_next();
  load.divide = !reader.keyword("no");
  if (load.divide && !reader.keyword("yes") && !reader.more())
    reader.fail_at(start, "expected `yes`, `no`, `turn`, `smallest` or `relaxation`");
  while (load.divide && reader.more()) {
    switch (reader.choice({"turn", "smallest", "relaxation"}, "limit of load continuation")) {
      case 0:
        load.turn = reader.positive_real("largest turn of an iteration");
        break;
      case 1:
        load.smallest = reader.positive_real("smallest part of a step");
        if (load.smallest >= 1) reader.fail(fmt::format("a part of a step is less than 1, found {}", load.smallest));
        break;
      default:
        load.relax = true;
    }
  }
  context.analysis.problem.load = load;
}

void read_method_card(ReadContext& context) {
  context.method_where = context.reader.card_where();
  MethodSettings method = read_method(context.reader);
  if (method.rho_algebraic != method.rho) context.skip("method: spectral radius of algebraic unknowns");
  context.analysis.problem.method = std::move(method);
}

void read_linear_solver_card(ReadContext& context) {
  LinearSettings settings = read_linear_solver(context.reader);
  for (const auto& option : settings.read_not_needed) context.skip("linear solver: " + option);
  context.analysis.problem.linear = std::move(settings);
}

void read_nonlinear_solver_card(ReadContext& context) {
  std::vector<std::string> not_needed;
  read_nonlinear_solver(context.reader, context.analysis.problem.nonlinear, not_needed);
  for (const auto& option : not_needed) context.skip(option);
}

void read_newton_raphson_card(ReadContext& context) {
  std::vector<std::string> not_needed;
  read_newton_raphson(context.reader, context.analysis.problem.nonlinear, not_needed);
  for (const auto& option : not_needed) context.skip(option);
}

void register_step_cards(BlockCards& cards) {
  cards.add("initial time", read_initial_time, "time of the initial state");
  cards.add("final time", read_final_time, "end of the simulation, or `forever`");
  cards.add("time step", read_time_step, "first time step, and all of them unless a strategy changes it");
  cards.add("min time step", read_min_time_step, "the run ends when a strategy wants less");
  cards.add("max time step", read_max_time_step, "limit of a strategy, or `unlimited`");
  cards.add("strategy", read_strategy, "how the time step changes");
  cards.add("load continuation", read_load_continuation, "static steps that do not converge are made in parts");
  cards.add("method", read_method_card, "integration method and its spectral radii");
}

void register_convergence_cards(BlockCards& cards) {
  cards.add(
      "tolerance", [](ReadContext& c) { read_tolerance(c.reader, c.analysis.problem.nonlinear); },
      "tolerance and test of the residual and of the solution");
  cards.add(
      "max iterations", [](ReadContext& c) { read_max_iterations(c.reader, c.analysis.problem.nonlinear); },
      "iterations a step may take");
  cards.add(
      "method form",
      [](ReadContext& c) {
        const bool chart = c.reader.choice({"chart", "increments"}, "form of the method") == 0;
        c.analysis.problem.rotations = chart ? RotationFormula::chart : RotationFormula::increment;
      },
      "an extension: how the method is applied to rotations and started");
  cards.add(
      "modify residual test", [](ReadContext& c) { c.analysis.problem.nonlinear.rates_in_test = true; },
      "judge the residual over one plus the norm of the rates");
  cards.add(
      "enforce constraint equations",
      [](ReadContext& c) { read_constraint_enforcement(c.reader, c.analysis.problem.nonlinear); },
      "weight of constraint equations in the residual test");
  cards.add("nonlinear solver", read_nonlinear_solver_card, "full or modified Newton-Raphson");
  cards.add("newton raphson", read_newton_raphson_card, "older spelling of `nonlinear solver: newton raphson`");
  cards.add("linear solver", read_linear_solver_card, "factorisation and its options");
  cards.alias("solver", "linear solver");
  cards.add(
      "derivatives tolerance",
      [](ReadContext& c) {
        c.analysis.problem.derivatives_tolerance = c.reader.non_negative_real("derivatives tolerance");
        // Older files have a tolerance of the solution behind that of the residual.
        if (c.reader.more()) c.reader.non_negative_real("derivatives tolerance of the solution");
      },
      "tolerance of the initial accelerations");
  cards.add(
      "derivatives max iterations",
      [](ReadContext& c) {
        c.analysis.problem.derivatives_max_iterations = read_count(c.reader, "derivatives max iterations");
      },
      "iterations the initial accelerations may take");
  cards.add("eigenanalysis", read_eigenanalysis, "natural modes at given times");
}

BlockCards cards_of_initial_value() {
  BlockCards cards("card of block `initial value`");
  register_step_cards(cards);
  register_convergence_cards(cards);
  register_solver_output_cards(cards);
  register_foreign_cards(cards);
  return cards;
}

}  // namespace

int read_count(Reader& reader, std::string_view what) {
  const std::int64_t n = reader.integer();
  if (n < 0 || n > std::numeric_limits<int>::max())
    reader.fail(fmt::format("{} must not be negative, found {}", what, n));
  return static_cast<int>(n);
}

const BlockCards& initial_value_cards() {
  static const BlockCards cards = cards_of_initial_value();
  return cards;
}

void finish_initial_value(ReadContext& context) {
  auto& problem = context.analysis.problem;
  const auto seen = [&](const char* card) { return context.seen.count(normal_form(card)) > 0; };
  // A run that ends before its first step needs neither.
  const bool steps = problem.abort_after == AbortAfter::never || problem.abort_after == AbortAfter::regular_step;
  if (steps && !seen("final time") && !seen("time step")) {
    // Linearisations at the initial time need no steps; whether there are any is known when the model has been read.
    context.stepless = context.begin;
    problem.final_time = problem.initial_time;
    problem.time_step = 1;
  }
  for (const char* card : {"final time", "time step"}) {
    if (!seen(card) && steps && context.stepless.line == 0)
      context.report(context.begin, fmt::format("block `initial value` has no card `{}`", card));
  }
  if (seen("final time") && problem.final_time < problem.initial_time) {
    context.report(context.begin,
                   fmt::format("final time {} comes before initial time {}", problem.final_time, problem.initial_time));
  }
  if (seen("time step") && problem.time_step > 0 && problem.min_time_step > problem.time_step) {
    context.report(context.begin,
                   fmt::format("time step {} is below min time step {}", problem.time_step, problem.min_time_step));
  }
  auto& notes = context.analysis.notes;
  if (!seen("initial time")) notes.emplace_back("no `initial time`: the simulation starts at 0");
  if (!seen("method")) {
    // The language names no default. Public models without the card agree to all digits with these.
    problem.method.keyword = "bdf";
    problem.method.order = 2;
    notes.emplace_back("no `method`: backward differences of second order are used (`bdf`, the same as `ms, 0.`)");
  }
  if (!seen("tolerance")) {
    notes.push_back(fmt::format("no `tolerance`: the norm of the residual has to fall below {}",
                                problem.nonlinear.residual_tolerance));
  }
  if (!seen("max iterations")) {
    problem.nonlinear.max_iterations = default_max_iterations;
    notes.push_back(
        fmt::format("no `max iterations` in block `initial value`, which by the letter of the language "
                    "allows no iteration at all: {} iterations a step are allowed",
                    default_max_iterations));
  } else if (problem.nonlinear.max_iterations == 0) {
    notes.emplace_back("`max iterations` is 0: only steps that need no iteration can be taken");
  }
}

}  // namespace flexura
