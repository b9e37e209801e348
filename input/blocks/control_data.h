// Block `control data`: counters, initial assembly, what the model is, what is written.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// Readers of the cards of the block.
const BlockCards& control_data_cards();

/// To be called at the end of the block: defaults of what was not said.
void finish_control_data(ReadContext& context);

/// The orientation format named by the next argument (language manual, "default orientation").
OrientationFormat read_orientation_format(Reader& reader);

}  // namespace flexura
