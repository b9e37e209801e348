// Parts of the cards of total joints.
#pragma once

#include "elements/nodes/node_argument.h"
#include "elements/total_joints/total_rows.h"

namespace flexura {

/// `[position, V3] [, position orientation, OM] [, rotation orientation, OM]`, in this order. `other` is the end read
/// before on the node `other_pose`, to which `reference, other ...` refers; null for the first one.
TotalEnd read_total_end(Reader& reader, const FrameContext& context, const TotalEnd* other = nullptr,
                        const Pose& other_pose = {});

/// Two nodes with what is attached to them.
struct TotalNodes {
  NodeIndex node1 = ground_node;
  NodeIndex node2 = ground_node;
  TotalFrames frames;
};
TotalNodes read_total_nodes(Reader& reader);
/// `N6 node, [end], [end on the ground]`; end 1 is the ground.
TotalNodes read_total_pin(Reader& reader);

/// The three states of a block; `first` is 0 for positions, 3 for rotations.
void read_total_levels(Reader& reader, int first, std::array<Level, 6>& levels);
/// `[position constraint, 3 states, T3] [, orientation constraint, 3 states, T3]`; a missing block leaves its
/// components free.
TotalComponents read_total_constraints(Reader& reader, TotalImposed& imposed);

}  // namespace flexura
