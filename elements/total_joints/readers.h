// Readers of total joints; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_rigid_body_displacement(Reader& reader, ElementInfo info);
ElementReference read_total_equation(Reader& reader, ElementInfo info);
ElementReference read_total_internal_reaction(Reader& reader, ElementInfo info);
ElementReference read_total_joint(Reader& reader, ElementInfo info);
ElementReference read_total_pin_joint(Reader& reader, ElementInfo info);

/// To be called when all elements are read: an equation that no reaction keeps is an InputError.
void check_total_equations(const Model& model);

}  // namespace flexura
