// Readers of joints, each in the file of its name; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_joint(Reader& reader, ElementInfo info);  ///< the type and what follows

ElementReference read_axial_rotation(Reader& reader, ElementInfo info);
ElementReference read_clamp(Reader& reader, ElementInfo info);
ElementReference read_distance(Reader& reader, ElementInfo info);
ElementReference read_distance_with_offset(Reader& reader, ElementInfo info);
ElementReference read_in_line(Reader& reader, ElementInfo info);
ElementReference read_revolute_hinge(Reader& reader, ElementInfo info);
ElementReference read_revolute_pin(Reader& reader, ElementInfo info);
ElementReference read_revolute_rotation(Reader& reader, ElementInfo info);
ElementReference read_spherical_hinge(Reader& reader, ElementInfo info);
ElementReference read_spherical_pin(Reader& reader, ElementInfo info);

}  // namespace flexura
