// Card `output` of the nodes and the elements block: turns on the output of single entities.
#pragma once

#include <functional>

#include "input/reader.h"

namespace flexura {

/// Reads `<label>, ...` or `range, <first>, <last>`: calls `one(label)` for each label, whose place is reader.where(),
/// or `range(first, last)`, both ends included.
void read_labels_or_range(Reader& reader, const std::function<void(unsigned)>& one,
                          const std::function<void(unsigned, unsigned)>& range);

}  // namespace flexura
