// Readers of scalar nodes: `abstract`, `electric`, `hydraulic`, `thermal`, `parameter`.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// What the control data say about scalar nodes of a family.
struct ScalarDefaults {
  double scale = 1;
  bool output = true;
};

/// Reads label and arguments of the card of a scalar node and adds the node to the model.
NodeIndex read_scalar_node_card(Reader& reader, NodeFamily family, const ScalarDefaults& defaults);

}  // namespace flexura
