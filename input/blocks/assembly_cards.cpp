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

void read_use(ReadContext& context) {
  Reader& reader = context.reader;
  AssemblySettings& assembly = context.analysis.assembly;
  bool closed = false;
  do {
    enum { in_assembly, rigid_bodies, forces, loadable_elements };
    const int item = reader.choice({"in assembly", "rigid bodies", "forces", "loadable elements", "beams", "gravity",
                                    "solids", "surface loads", "aerodynamic elements"},
                                   "kind of element");
    closed = item == in_assembly;
    if (item == rigid_bodies || item == forces || item == loadable_elements) {
      if (context.loads_in_assembly.line == 0) context.loads_in_assembly = reader.card_where();
    }
    assembly.weight = assembly.weight || item == rigid_bodies;
    assembly.forces = assembly.forces || item == forces;
    assembly.loadable = assembly.loadable || item == loadable_elements;
  } while (!closed && reader.more());
  if (!closed) reader.fail_next("expected `in assembly` at the end of the list");
}

}  // namespace

void register_assembly_cards(BlockCards& cards) {
  cards.add(
      "skip initial joint assembly", [](ReadContext& c) { c.analysis.assembly.skip = true; },
      "start from the input positions and velocities as they are");
  cards.add(
      "initial assembly of deformable and force elements",
      [](ReadContext& c) { c.analysis.assembly.deformable = true; },
      "positions balance the forces of deformable elements, and of the loads that `use` names");
  cards.add("use", read_use, "loads in the initial assembly of deformable and force elements");
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
