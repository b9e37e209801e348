// Cards of block `initial value` that steer another program's processes: read, checked, and not needed.
#include "input/blocks/initial_value_cards.h"
#include "solvers/integrators/method_reader.h"

namespace flexura {

namespace {

void read_threads(ReadContext& context) {
  Reader& reader = context.reader;
  if (reader.one_of({"auto", "disable"}) < 0) {
    reader.one_of({"assembly", "solver"});
    reader.positive_integer("the number of threads");
  }
  context.skip("threads");
}

void read_real_time_mode(Reader& reader) {
  if (reader.keyword("mode")) {
    const int mode = reader.choice({"period", "semaphore", "IO"}, "real time mode");
    if (mode == 2) return;
    if (mode == 1) {
      while (reader.at_number()) reader.value();
      return;
    }
  }
  reader.expect("time step");
  reader.positive_integer("the time step in nanoseconds");
}

void read_real_time(ReadContext& context) {
  Reader& reader = context.reader;
  reader.one_of({"RTAI", "POSIX"});
  read_real_time_mode(reader);
  if (reader.keyword("reserve stack")) reader.positive_integer("the size of the stack");
  reader.keyword("allow nonroot");
  if (reader.keyword("cpu map")) reader.integer();
  if (reader.keyword("output")) reader.yes_no();
  reader.keyword("hard real time");
  if (reader.keyword("real time log") && reader.keyword("file name")) reader.string();
  context.skip("real time");
}

void read_derivatives_coefficient(ReadContext& context) {
  Reader& reader = context.reader;
  context.skip("derivatives coefficient");
  if (!reader.keyword("auto")) {
    context.analysis.problem.derivatives_coefficient = reader.positive_real("derivatives coefficient");
    if (!reader.more()) return;
    reader.expect("auto");
  }
  if (reader.keyword("max iterations")) read_count(reader, "max iterations");
  if (reader.keyword("factor")) reader.positive_real("factor");
}

}  // namespace

void register_foreign_cards(BlockCards& cards) {
  cards.add("threads", read_threads, "read, not needed: processes are started with mpirun");
  cards.add("real time", read_real_time, "read, not needed");
  cards.add("derivatives coefficient", read_derivatives_coefficient,
            "read, not needed: initial accelerations come from their own equations");
  cards.add(
      "dummy steps tolerance",
      [](ReadContext& c) {
        c.reader.non_negative_real("dummy steps tolerance");
        c.skip("dummy steps tolerance");
      },
      "read, not needed: the first step starts from consistent accelerations");
  cards.add(
      "dummy steps max iterations",
      [](ReadContext& c) {
        read_count(c.reader, "dummy steps max iterations");
        c.skip("dummy steps max iterations");
      },
      "read, not needed");
  cards.add(
      "dummy steps number",
      [](ReadContext& c) {
        read_count(c.reader, "dummy steps number");
        c.skip("dummy steps number");
      },
      "read, not needed");
  cards.add(
      "dummy steps ratio",
      [](ReadContext& c) {
        c.reader.positive_real("dummy steps ratio");
        c.skip("dummy steps ratio");
      },
      "read, not needed");
  cards.add(
      "dummy steps method",
      [](ReadContext& c) {
        read_method(c.reader);
        c.skip("dummy steps method");
      },
      "read, not needed");
  for (const char* word : {"tolerance", "max iterations", "number", "ratio", "method"})  // older spelling
    cards.alias(std::string("fictitious steps ") + word, std::string("dummy steps ") + word);
}

}  // namespace flexura
