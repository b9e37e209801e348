// Cards of block `initial value` about what the solver says, and when it stops.
#include <fmt/format.h>

#include "input/blocks/initial_value_cards.h"

namespace flexura {

namespace {

void read_solver_output(ReadContext& context) {
  SolverChatter& says = context.analysis.problem.chatter;
  Reader& reader = context.reader;
  do {
    switch (reader.choice(
        {"iterations", "residual", "solution", "jacobian matrix", "jacobian", "messages", "counter", "bailout",
         "matrix condition number", "solver condition number", "cpu time", "none", "residuals"},
        "output of the solver")) {
      case 0:
        says.iterations = true;
        break;
      case 1:
      case 12:  // an older spelling
        says.residual = true;
        break;
      case 2:
        says.solution = true;
        break;
      case 3:
      case 4:
        says.jacobian = true;
        break;
      case 5:
        says.messages = true;
        break;
      case 6:
        says.counter = true;
        break;
      case 7:
        says.bailout = true;
        break;
      case 8:
        says.matrix_condition = true;
        break;
      case 9:
        says.solver_condition = true;
        if (reader.keyword("stat")) says.condition_range = reader.yes_no();
        break;
      case 10:
        says.cpu_time = true;
        break;
      case 11: {
        DrivePointer meter = says.meter;
        says = SolverChatter{};
        says.messages = false;
        says.meter = std::move(meter);
        break;
      }
      default:
        break;
    }
  } while (reader.more());
}

void read_abort_after(ReadContext& context) {
  constexpr AbortAfter phases[] = {AbortAfter::input, AbortAfter::assembly, AbortAfter::derivatives,
                                   AbortAfter::dummy_steps, AbortAfter::regular_step};
  auto& problem = context.analysis.problem;
  Reader& reader = context.reader;
  problem.abort_after =
      phases[reader.choice({"input", "assembly", "derivatives", "dummy steps", "regular step"}, "phase to stop after")];
  if (problem.abort_after == AbortAfter::regular_step)
    problem.abort_step = reader.positive_integer("the number of the step to stop after");
}

}  // namespace

void register_solver_output_cards(BlockCards& cards) {
  cards.add("output", read_solver_output, "what the solver prints while it works");
  cards.add(
      "output meter", [](ReadContext& c) { c.analysis.problem.chatter.meter = c.reader.drive(); },
      "when the solver prints it");
  cards.add("abort after", read_abort_after, "stop after a phase of the solution");
}

}  // namespace flexura
