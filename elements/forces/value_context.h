// Frame in which the value of a force or couple is written: the global one, or the node's for those that follow it.
#pragma once

#include "elements/forces/load_frame.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

template <LoadFrame Frame>
FrameContext value_context(const NodeArgument& node) {
  return Frame == LoadFrame::absolute ? FrameContext::absolute_with(node.pose) : node.context();
}

}  // namespace flexura
