// Block `initial value`: time, step, method, convergence, solver.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// Readers of the cards of the block.
const BlockCards& initial_value_cards();

/// To be called at the end of the block: reports what is missing or contradicts itself, notes defaults taken.
void finish_initial_value(ReadContext& context);

}  // namespace flexura
