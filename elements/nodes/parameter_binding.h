// Parameter nodes that take their value from an element: declared by the node, connected by a `bind` card.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

struct ParameterBinding {
  enum class Kind { element, strain_gage } kind = Kind::element;
  double y = 0, z = 0;  ///< place of a strain gage in the section of a beam, m
};

/// Notes that a parameter node needs a `bind` card.
void wait_for_bind(Reader& reader, unsigned parameter, const ParameterBinding& binding);

/// Card `bind`: element label, class, parameter node, datum. Throws InputError.
void read_bind_card(Reader& reader);

/// Labels of parameter nodes that still wait for a `bind` card.
std::vector<unsigned> unbound_parameters(const std::shared_ptr<SymbolTable>& symbols);

}  // namespace flexura
