// Which nodes the momenta of an element belong to.
#pragma once

#include "model/element_batch.h"

namespace flexura {

/// Number of nodes, the first of element e, whose momentum and momenta moment are its first momenta, six a node.
///
/// Inertia that is spread over several nodes has twelve momenta a node, those of all nodes before the rest; other
/// elements with six or more have those of their first node.
inline int nodes_with_momenta(const ElementBatch& batch, int e) {
  const int momenta = batch.momentum_count(e), nodes = batch.node_count(e);
  if (momenta < 6 || nodes == 0) return 0;
  return nodes > 1 && momenta == 12 * nodes ? nodes : 1;
}

}  // namespace flexura
