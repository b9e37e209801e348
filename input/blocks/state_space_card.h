// Card `state space` of block `elements`, an extension of the language.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// `{t | list, n, t, ...}, {input, <label of a drive caller> [, name, "name"] | output, <drive caller> [, name, "name"]
/// | descriptor [, only]}, ...`: see docs/state-space.md.
void read_state_space_card(ReadContext& context);

}  // namespace flexura
