// Arguments of cards that name a structural node.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// Reads the label of a structural node to which something is attached. Unknown labels and dummy nodes, to which
/// nothing may be attached, are errors.
NodeIndex read_node(Reader& reader);

/// Input position, orientation and velocities of a node.
Pose pose_of(const Model& model, NodeIndex node);

/// Reads the label of a node and gives its frame with it.
struct NodeArgument {
  NodeIndex index;
  Pose pose;
  explicit NodeArgument(Reader& reader) : index(read_node(reader)), pose(pose_of(reader.model(), index)) {}
  /// For offsets and orientations relative to the node.
  [[nodiscard]] FrameContext context() const { return FrameContext::relative_to(pose); }
};

}  // namespace flexura
