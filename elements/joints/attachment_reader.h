// Offsets and orientations of joints, as the cards give them.
#pragma once

#include "elements/joints/attachment.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

/// `[position,] V3` where an offset must follow.
Vec3 read_position(Reader& reader, const FrameContext& context);
/// `[, position, V3]`: zero without the keyword, unless the vector starts with `reference` or `null`.
Vec3 read_optional_position(Reader& reader, const FrameContext& context);
/// `[, orientation, OM]` (or `hinge`): `standard` without the keyword.
Mat3 read_optional_orientation(Reader& reader, const FrameContext& context, const Mat3& standard = Mat3::Identity());

/// The nodes of a joint and where it is attached to them.
struct JointEnds {
  NodeIndex node1 = ground_node;
  Attachment at1;
  NodeIndex node2 = ground_node;
  Attachment at2;
};

/// Whether offsets must be given (keyword `position` optional), may be (keyword needed), or have no meaning.
enum class Offsets { required, optional, none };

/// Two nodes with offset and orientation each: `N6 n1, P@1 OH@1, N6 n2, P@2 OH@2`.
JointEnds read_two_nodes(Reader& reader, Offsets offsets);

/// A pin: `N6 node, P@ OH@, position, V3 abs [, orientation, OM abs]`. End 1 is the ground, end 2 the node. With
/// optional offsets a single position is that of the ground.
JointEnds read_pin(Reader& reader, Offsets offsets);

/// A direction, made a unit vector; a null vector is an error.
Vec3 read_direction(Reader& reader, const FrameContext& context);

/// The second node of a joint; the same as the first is an error. `rotations_optional`: it may have no orientation.
NodeArgument read_second_node(Reader& reader, const NodeArgument& first, bool rotations_optional = false);

/// Context of the second node of a joint whose first end was read.
FrameContext second_context(const NodeArgument& second, const NodeArgument& first, const Attachment& at1);

/// `[, orientation description, ORID]`: `standard` without the keyword.
OrientationFormat read_orientation_format(Reader& reader, OrientationFormat standard);

/// Angle about axis 3 of frame 2 seen from frame 1 at the input positions of the nodes, rad, within half a turn.
double initial_angle(const Model& model, const JointEnds& ends);

}  // namespace flexura
