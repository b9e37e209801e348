// Readers of beams; arguments behind the label are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_beam2(Reader& reader, ElementInfo info);
ElementReference read_beam3(Reader& reader, ElementInfo info);

}  // namespace flexura
