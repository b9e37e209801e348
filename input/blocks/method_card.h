// Card `method` of the nodes and the elements block: integration methods of single nodes and elements, with `hybrid`.
#pragma once

#include <set>
#include <string_view>

#include "input/blocks/context.h"

namespace flexura {

/// `method: <node type>, { <label> | range, <first>, <last> }, <method>;`: a node, with the momenta of the bodies on
/// it.
void read_node_method_card(ReadContext& context);
/// `method: <element type>, { <label> | range, <first>, <last> }, <method>;`: unknowns of an element's own that have
/// rates. Labels of the families in `incomplete` may be missing because their cards were wrong.
void read_element_method_card(ReadContext& context, const std::set<std::string_view>& incomplete);

}  // namespace flexura
