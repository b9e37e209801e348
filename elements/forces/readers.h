// Readers of forces and couples; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_force(Reader& reader, ElementInfo info);   ///< the type and what follows
ElementReference read_couple(Reader& reader, ElementInfo info);  ///< likewise

ElementReference read_absolute_force(Reader& reader, ElementInfo info);
ElementReference read_follower_force(Reader& reader, ElementInfo info);
ElementReference read_total_force(Reader& reader, ElementInfo info);
ElementReference read_internal_absolute_force(Reader& reader, ElementInfo info);
ElementReference read_internal_follower_force(Reader& reader, ElementInfo info);
ElementReference read_internal_total_force(Reader& reader, ElementInfo info);

ElementReference read_absolute_couple(Reader& reader, ElementInfo info);
ElementReference read_follower_couple(Reader& reader, ElementInfo info);
ElementReference read_internal_absolute_couple(Reader& reader, ElementInfo info);
ElementReference read_internal_follower_couple(Reader& reader, ElementInfo info);

}  // namespace flexura
