// Which labelled drives write results.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// Adds an output record for every labelled drive that is to write one: by its own flag, or by default. Called when all
/// drives are known.
void add_drive_outputs(ReadContext& context);

}  // namespace flexura
