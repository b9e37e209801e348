// The small blocks: data, initial value, control data, drivers.
#include <fmt/format.h>

#include "elements/drives/file_driver.h"
#include "input/blocks/blocks.h"
#include "input/blocks/control_data.h"
#include "input/blocks/initial_value.h"
#include "input/blocks/streams/file_driver_types.h"

namespace flexura {

namespace {

BlockCards make_data_cards() {
  BlockCards cards("card of block `data`");
  cards.add(
      "problem",
      [](ReadContext& context) {
        Reader& reader = context.reader;
        if (reader.choice({"initial value", "inverse dynamics"}, "problem") == 1)
          reader.fail("problem `inverse dynamics` is not supported");
      },
      "what is to be solved");
  cards.alias("integrator", "problem");  // older spelling
  return cards;
}

BlockCards make_driver_cards() {
  BlockCards cards("card of block `drivers`");
  cards.add(
      "file",
      [](ReadContext& context) {
        context.counters.count(Counters::Block::drivers, "file");
        read_file_driver_card(context.reader, file_driver_types());
      },
      "channels of numbers over time");
  return cards;
}

}  // namespace

void check_counters(ReadContext& context, Counters::Block block) {
  for (const auto& difference : context.counters.differences(block)) {
    if (difference.where.line > 0) {
      context.report(difference.where, difference.message);
    } else {
      context.warn(context.begin, difference.message);
    }
  }
}

void read_data_block(ReadContext& context) {
  static const BlockCards cards = make_data_cards();
  read_block(context, "data", cards);
}

void read_initial_value_block(ReadContext& context) {
  read_block(context, "initial value", initial_value_cards());
  finish_initial_value(context);
}

void read_control_data_block(ReadContext& context) {
  context.analysis.symbols->declare_time();
  read_block(context, "control data", control_data_cards());
  finish_control_data(context);
}

void read_drivers_block(ReadContext& context) {
  static const BlockCards cards = make_driver_cards();
  read_block(context, "drivers", cards);
  check_counters(context, Counters::Block::drivers);
}

}  // namespace flexura
