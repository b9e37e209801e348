// Readers of bodies and gravity; arguments behind the label are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_body(Reader& reader, ElementInfo info);
ElementReference read_inertia(Reader& reader, ElementInfo info);
/// Adds no element: the model has one field of gravity.
ElementReference read_gravity(Reader& reader, ElementInfo info);
/// Adds no element: the values are guesses of what is computed from the node's motion.
ElementReference read_automatic_structural(Reader& reader, ElementInfo info);

}  // namespace flexura
