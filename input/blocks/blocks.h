// The blocks of a model file, in the order of the language. Each function reads the cards of one block, whose `begin`
// card has been read, up to its `end` card.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

void read_data_block(ReadContext& context);
void read_initial_value_block(ReadContext& context);
void read_control_data_block(ReadContext& context);
void read_nodes_block(ReadContext& context);
void read_drivers_block(ReadContext& context);
void read_elements_block(ReadContext& context);

/// Reports where the numbers of a block differ from the counters of the control data.
void check_counters(ReadContext& context, Counters::Block block);

}  // namespace flexura
