// The registries that a model file is read with: everything the program knows.
#pragma once

#include "input/reader.h"

namespace flexura {

/// All drive callers.
const DriveRegistry& drive_registry();
/// The same, to add one.
DriveRegistry& open_drive_registry();

/// All cards that are allowed between blocks and inside them.
const CardRegistry& card_registry();

}  // namespace flexura
