// Readers of deformable joints; arguments behind the type are read.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_rod(Reader& reader, ElementInfo info);
ElementReference read_rod_with_offset(Reader& reader, ElementInfo info);
ElementReference read_deformable_hinge(Reader& reader, ElementInfo info);
ElementReference read_invariant_deformable_hinge(Reader& reader, ElementInfo info);
ElementReference read_deformable_displacement_joint(Reader& reader, ElementInfo info);
ElementReference read_invariant_deformable_displacement_joint(Reader& reader, ElementInfo info);
ElementReference read_deformable_joint(Reader& reader, ElementInfo info);
ElementReference read_invariant_deformable_joint(Reader& reader, ElementInfo info);
ElementReference read_deformable_axial_joint(Reader& reader, ElementInfo info);
ElementReference read_viscous_body(Reader& reader, ElementInfo info);

}  // namespace flexura
