// Cards of block `control data` about initial assembly.
#include "input/blocks/control_data_cards.h"
#include "input/blocks/initial_value_cards.h"

namespace flexura {

namespace {

void read_initial_stiffness(ReadContext& context) {
  auto& assembly = context.analysis.assembly;
  assembly.position_stiffness = context.reader.non_negative_real("initial stiffness");
  if (context.reader.more()) assembly.velocity_stiffness = context.reader.non_negative_real("initial stiffness");
}

// Assembly moves nodes to satisfy joints and nothing else, so loads named here change the start of another program and
// not of this one: worth a warning, not a refusal, since a consistent start is not moved by either.
void read_use(ReadContext& context) {
  Reader& reader = context.reader;
  bool loads = false;
  bool closed = false;
  do {
    enum { in_assembly, beams };
    const int item = reader.choice({"in assembly", "beams", "rigid bodies", "gravity", "forces", "solids",
                                    "surface loads", "aerodynamic elements", "loadable elements"},
                                   "kind of element");
    closed = item == in_assembly;
    loads = loads || item > beams;
  } while (!closed && reader.more());
  if (!closed) reader.fail_next("expected `in assembly` at the end of the list");
  if (loads) {
    context.warn(reader.card_where(),
                 "`use` in assembly has no effect: initial assembly satisfies the joints and "
                 "moves nodes as little as possible, loads take no part in it");
  }
}

void read_deformable_in_assembly(ReadContext& context) {
  context.warn(context.reader.card_where(),
               "`initial assembly of deformable and force elements` has no effect: initial assembly satisfies the "
               "joints and moves nodes as little as possible, loads take no part in it");
}

}  // namespace

void register_assembly_cards(BlockCards& cards) {
  cards.add(
      "skip initial joint assembly", [](ReadContext& c) { c.analysis.assembly.skip = true; },
      "start from the input positions and velocities as they are");
  cards.add("initial assembly of deformable and force elements", read_deformable_in_assembly, "read, with a warning");
  cards.add("use", read_use, "read, with a warning when loads are named");
  cards.add("initial stiffness", read_initial_stiffness, "weights of the input positions and velocities in assembly");
  cards.alias("stiffness", "initial stiffness");
  cards.add(
      "omega rotates", [](ReadContext& c) { c.analysis.assembly.omega_rotates = c.reader.yes_no(); },
      "whether an imposed angular velocity follows the node");
  cards.add(
      "tolerance", [](ReadContext& c) { c.analysis.assembly.tolerance = c.reader.positive_real("tolerance"); },
      "of the residual of initial assembly");
  cards.alias("initial tolerance", "tolerance");
  cards.add(
      "max iterations",
      [](ReadContext& c) { c.analysis.assembly.max_iterations = read_count(c.reader, "max iterations"); },
      "of initial assembly");
  cards.alias("max initial iterations", "max iterations");
}

}  // namespace flexura
