// Readers of `genel` and `bulk` cards.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

ElementReference read_genel(Reader& reader, ElementInfo info);  ///< the type and what follows

ElementReference read_genel_clamp(Reader& reader, ElementInfo info);           ///< dof, {from node | value}
ElementReference read_genel_distance(Reader& reader, ElementInfo info);        ///< dof a, dof b, {from nodes | value}
ElementReference read_genel_spring(Reader& reader, ElementInfo info);          ///< dof a, dof b, law
ElementReference read_spring_support(Reader& reader, ElementInfo info);        ///< dof, law
ElementReference read_cross_spring_support(Reader& reader, ElementInfo info);  ///< dof of the row, dof, law
ElementReference read_genel_mass(Reader& reader, ElementInfo info);            ///< dof, mass
ElementReference read_scalar_filter(Reader& reader, ElementInfo info);
ElementReference read_state_space_siso(Reader& reader, ElementInfo info);
ElementReference read_state_space_mimo(Reader& reader, ElementInfo info);
ElementReference read_swash_plate(Reader& reader, ElementInfo info);     ///< controls with limits, strokes, factors
ElementReference read_stiffness_bulk(Reader& reader, ElementInfo info);  ///< dof, stiffness

}  // namespace flexura
