// Reader of the `structural` card of the nodes block.
#pragma once

#include <optional>

#include "input/reader.h"
#include "input/registry.h"
#include "model/model.h"

namespace flexura {

/// What the control data say about all structural nodes.
struct StructuralDefaults {
  double position_stiffness = 1;  ///< `initial stiffness`
  double velocity_stiffness = 1;
  bool omega_rotates = false;
  double scale = 1;  ///< `default scale`
  bool output = true;
  bool accelerations = false;
};

/// Reads label and arguments of a `structural` card and adds the node to the model.
NodeIndex read_structural_node(Reader& reader, const StructuralDefaults& defaults);

/// Kinds of structural nodes; a reader fills in what comes between the kind and the options that all nodes share.
using StructuralKinds = Registry<void(Reader&, StructuralNode&)>;
const StructuralKinds& structural_kinds();

}  // namespace flexura
