#include "input/blocks/control_data.h"

#include <fmt/format.h>

#include "input/blocks/control_data_cards.h"
#include "input/blocks/initial_value_cards.h"
#include "input/blocks/module_card.h"
#include "input/blocks/restart_cards.h"

namespace flexura {

namespace {

void read_default_orientation(ReadContext& context) {
  context.analysis.model.default_orientation = read_orientation_format(context.reader);
}

void read_model(ReadContext& context) {
  context.reader.choice({"static"}, "kind of model");
  context.analysis.model.statics = true;
}

void read_default_scale(ReadContext& context) {
  Reader& reader = context.reader;
  do {
    enum { all, none, structural };
    const int item = reader.choice(
        {"all", "none", "structural nodes", "abstract nodes", "electric nodes", "hydraulic nodes", "thermal nodes"},
        "kind of node");
    const double factor = reader.positive_real("default scale");
    if (item == all || item == structural) context.structural_scale = factor;
    if (item == none) context.structural_scale = 1;
    // Scales of scalar nodes are read and have nothing to act on: their equations are not scaled.
  } while (reader.more());
}

void register_counters(BlockCards& cards) {
  for (const Counters::Kind& kind : Counters::kinds()) {
    cards.add(
        kind.name,
        [&kind](ReadContext& context) {
          Reader& reader = context.reader;
          int number = 1;
          // Some files leave the number out where there are none.
          if (!kind.unique && !reader.more()) number = 0;
          if (reader.more()) number = read_count(reader, "the number of `" + kind.name + "`");
          if (kind.unique && number > 1)
            reader.fail(fmt::format("there can be only one `{}`, found {}", kind.name, number));
          context.counters.announce(kind, number, reader.card_where());
        },
        "how many there are");
  }
  cards.alias("rotors", "induced velocity elements");  // older spelling
}

BlockCards cards_of_control_data() {
  BlockCards cards("card of block `control data`");
  cards.add(
      "title", [](ReadContext& c) { c.analysis.model.title = c.reader.string(); }, "title of the model");
  cards.add("model", read_model, "`static`: inertia does not count");
  cards.add("default orientation", read_default_orientation, "how orientations are written");
  cards.add("default scale", read_default_scale, "scale of the residual of nodes");
  cards.add("rigid body kinematics", read_rigid_body_kinematics, "motion of the frame that nodes are described in");
  register_counters(cards);
  register_assembly_cards(cards);
  register_result_cards(cards);
  register_unneeded_control_cards(cards);
  register_restart_cards(cards);
  register_loadable_path(cards);
  return cards;
}

}  // namespace

const BlockCards& control_data_cards() {
  static const BlockCards cards = cards_of_control_data();
  return cards;
}

OrientationFormat read_orientation_format(Reader& reader) {
  constexpr OrientationFormat formats[] = {OrientationFormat::euler123, OrientationFormat::euler123,
                                           OrientationFormat::euler313, OrientationFormat::euler321,
                                           OrientationFormat::vector,   OrientationFormat::matrix};
  return formats[reader.choice(
      {"euler123", "euler", "euler313", "euler321", "orientation vector", "orientation matrix"},
      "description of orientations")];
}

void finish_control_data(ReadContext& context) {
  // The language allows no iteration unless the file says so; a start that is slightly off would then be refused.
  constexpr int default_iterations = 20;
  if (context.seen.count("maxiterations") == 0) context.analysis.assembly.max_iterations = default_iterations;
  const AssemblySettings& assembly = context.analysis.assembly;
  if ((assembly.weight || assembly.forces || assembly.loadable) && !assembly.deformable)
    context.warn(context.loads_in_assembly,
                 "`use` has no effect: loads take part in assembly only with the card `initial assembly of deformable "
                 "and force elements`");
}

}  // namespace flexura
