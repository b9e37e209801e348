#include "input/blocks/registries.h"

#include "elements/drives/register.h"
#include "elements/fluids/hydraulic_fluid.h"
#include "elements/functions/library.h"
#include "elements/functions/scalar_function_drive.h"
#include "elements/functions/symbolic_drive.h"
#include "elements/laws/library.h"
#include "input/airfoil_table.h"
#include "input/blocks/module_card.h"

namespace flexura {

const DriveRegistry& drive_registry() { return open_drive_registry(); }

DriveRegistry& open_drive_registry() {
  static DriveRegistry registry = [] {
    DriveRegistry drives("drive");
    register_drives(drives);
    drives.add("ginac", read_symbolic_drive, "an expression in the notation of computer algebra");
    drives.add("scalar function", read_scalar_function_drive, "a scalar function of the argument");
    return drives;
  }();
  return registry;
}

const CardRegistry& card_registry() {
  static const CardRegistry registry = [] {
    CardRegistry cards("card");
    register_general_cards(cards);
    register_scalar_function_card(cards);
    register_law_card(cards);
    register_module_card(cards);
    register_fluid_card(cards);
    register_airfoil_card(cards);
    return cards;
  }();
  return registry;
}

}  // namespace flexura
