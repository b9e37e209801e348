// The drive callers of the language.
#pragma once

#include "input/reader.h"

namespace flexura {

/// Adds all drive types, one line a type.
void register_drives(DriveRegistry& registry);

}  // namespace flexura
