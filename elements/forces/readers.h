// Readers of forces and couples; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_force(Reader& reader, ElementInfo info);   ///< the type and what follows
ElementReference read_couple(Reader& reader, ElementInfo info);  ///< likewise

ElementReference read_absolute_force(Reader& reader, ElementInfo info);
ElementReference read_follower_force(Reader& reader, ElementInfo info);
ElementReference read_internal_absolute_force(Reader& reader, ElementInfo info);
ElementReference read_internal_follower_force(Reader& reader, ElementInfo info);
ElementReference read_internal_total_force(Reader& reader, ElementInfo info);

ElementReference read_abstract_force(Reader& reader, ElementInfo info);               ///< dof, value
ElementReference read_internal_abstract_force(Reader& reader, ElementInfo info);      ///< dof 1, dof 2, value
ElementReference read_displacement_force(Reader& reader, ElementInfo info);           ///< node, value
ElementReference read_internal_displacement_force(Reader& reader, ElementInfo info);  ///< node 1, node 2, value

ElementReference read_absolute_couple(Reader& reader, ElementInfo info);
ElementReference read_follower_couple(Reader& reader, ElementInfo info);
ElementReference read_internal_absolute_couple(Reader& reader, ElementInfo info);
ElementReference read_internal_follower_couple(Reader& reader, ElementInfo info);

}  // namespace flexura
