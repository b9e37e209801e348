// Arguments of cards that name a structural node.
#pragma once

#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// Reads the label of a structural node to which something is attached. Unknown labels and dummy nodes, to which
/// nothing may be attached, are errors. So are nodes without orientation, unless `rotations_optional`: an element that
/// uses only positions and applies only forces accepts both kinds.
NodeIndex read_node(Reader& reader, bool rotations_optional = false);

/// Input position, orientation and velocities of a node.
Pose pose_of(const Model& model, NodeIndex node);

/// Reads the label of a node and gives its frame with it.
struct NodeArgument {
  NodeIndex index;
  Pose pose;
  explicit NodeArgument(Reader& reader, bool rotations_optional = false)
      : index(read_node(reader, rotations_optional)), pose(pose_of(reader.model(), index)) {}
  /// The same of a node that a dummy node follows, which may be a dummy node, too.
  static NodeArgument followed(Reader& reader);
  /// For offsets and orientations relative to the node.
  [[nodiscard]] FrameContext context() const { return FrameContext::relative_to(pose); }

 private:
  NodeArgument(const Model& model, NodeIndex node) : index(node), pose(pose_of(model, node)) {}
};

}  // namespace flexura
