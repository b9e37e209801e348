// A degree of freedom of a node as cards name it: `label, node type [, number] [, {algebraic | differential}]`.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// The value (algebraic) or the rate (differential) of one unknown of a node; also the equation that goes with it.
struct NodeDof {
  NodeIndex node = 0;
  int component = 0;               ///< 0-2 position, 3-5 rotation; 0 for scalar nodes
  Order order = Order::algebraic;  ///< algebraic: the value; differential: its rate
  bool scalar = false;             ///< of a scalar (or parameter) node

  /// Value of what the dof names.
  [[nodiscard]] double value(const NodeState& n) const;
  /// The same with its time derivatives.
  [[nodiscard]] Taylor2 motion(const NodeState& n) const;
};

/// Reads the word for a kind of node. Throws InputError.
NodeFamily read_node_family(Reader& reader);
/// Reads label and kind of a node of any family. Unknown labels are errors.
NodeIndex read_any_node(Reader& reader);

/// How a card uses a dof.
enum class DofUse {
  value,    ///< its value or rate: the order counts
  equation  ///< its equation: an order is read and has no effect
};
NodeDof read_node_dof(Reader& reader, DofUse use);

/// Reads the label of a scalar node with an unknown of one family, e.g. of an abstract node.
NodeIndex read_scalar_node(Reader& reader, NodeFamily family);

}  // namespace flexura
