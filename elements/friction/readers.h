// Readers of elements that are friction and nothing else; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_brake(Reader& reader, ElementInfo info);

}  // namespace flexura
