// Groups of cards of block `initial value`, registered together in initial_value.cpp.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// `output`, `output meter`, `abort after`.
void register_solver_output_cards(BlockCards& cards);

/// Cards about other programs' processes: `threads`, `real time`, `dummy steps ...`, `derivatives coefficient`.
void register_foreign_cards(BlockCards& cards);

/// `eigenanalysis`.
void read_eigenanalysis(ReadContext& context);

/// A count that fits an int and is not negative.
int read_count(Reader& reader, std::string_view what);

}  // namespace flexura
