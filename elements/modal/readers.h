// Readers of flexible bodies and what acts on their modes.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_modal_joint(Reader& reader, ElementInfo info);
ElementReference read_modal_force(Reader& reader, ElementInfo info);

/// To be called when all elements are read: tells flexible bodies what field of gravity they are in, and adds what a
/// moving frame needs.
void finish_modal_bodies(Model& model);

}  // namespace flexura
