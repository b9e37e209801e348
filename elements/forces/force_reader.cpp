#include <cmath>

#include <fmt/format.h>

#include "elements/forces/readers.h"
#include "elements/forces/structural_force.h"
#include "elements/forces/total_force.h"
#include "elements/forces/value_context.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

namespace {

Vec3 read_arm(Reader& reader, const FrameContext& context) {
  reader.keyword("position");
  return reader.position(context);
}

/// The offset of a load on a node; one without orientation has no offset, and need not say so.
Vec3 read_optional_arm(Reader& reader, const NodeArgument& node, const FrameContext& context) {
  if (!reader.model().properties(node.index).displacement_only()) return read_arm(reader, context);
  if (!reader.keyword("position")) return Vec3::Zero();
  const Vec3 arm = reader.position(context);
  if (!arm.isZero()) reader.fail("a node without orientation can carry a force only in its own point: no offset");
  return arm;
}

/// Older files (direction, offset, value) give the direction as a vector of any length.
template <LoadFrame Frame>
Vec3 read_older_direction(Reader& reader, const NodeArgument& node) {
  const Vec3 direction = reader.direction(value_context<Frame>(node));
  const double length = direction.norm();
  if (!(length > 0))
    reader.fail(
        "the direction of the force is a null vector; an offset is written `position, ...`, with the value behind it");
  if (std::abs(length - 1) > 1e-9)
    reader.warn(
        fmt::format("without `position` these three numbers are a direction; their length {:g} has no meaning "
                    "and is taken to be 1",
                    length));
  return direction / length;
}

template <LoadFrame Frame>
ElementReference read(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader, Frame == LoadFrame::absolute);
  if (!reader.model().properties(node.index).displacement_only() && reader.peek_word() != "position") {
    // Older files: direction, offset, value.
    const Vec3 direction = read_older_direction<Frame>(reader, node);
    const Vec3 offset = reader.position(node.context());
    Drive3 value;
    value.add(direction, reader.drive_id());
    return reader.model().add_element(std::move(info), StructuralForce<Frame>(node.index, offset, std::move(value)));
  }
  const Vec3 arm = read_optional_arm(reader, node, node.context());
  Drive3 value = reader.drive3(value_context<Frame>(node));
  return reader.model().add_element(std::move(info), StructuralForce<Frame>(node.index, arm, std::move(value)));
}

template <LoadFrame Frame>
ElementReference read_internal(Reader& reader, ElementInfo info) {
  constexpr bool absolute = Frame == LoadFrame::absolute;
  const NodeArgument first(reader, absolute);
  if (!reader.model().properties(first.index).displacement_only() && reader.peek_word() != "position") {
    // Older files: direction, offset, node 2, offset, value.
    const Vec3 direction = read_older_direction<Frame>(reader, first);
    const Vec3 offset1 = reader.position(first.context());
    const NodeArgument other(reader);
    const Vec3 offset2 = reader.position(other.context().set_other(first.pose, offset1, Mat3::Identity()));
    Drive3 value;
    value.add(direction, reader.drive_id());
    return reader.model().add_element(
        std::move(info), InternalForce<Frame>(first.index, offset1, other.index, offset2, std::move(value)));
  }
  const Vec3 arm1 = read_optional_arm(reader, first, first.context());
  const NodeArgument second(reader, absolute);
  const Vec3 arm2 = read_optional_arm(reader, second, second.context().set_other(first.pose, arm1, Mat3::Identity()));
  Drive3 value = reader.drive3(value_context<Frame>(first));
  return reader.model().add_element(std::move(info),
                                    InternalForce<Frame>(first.index, arm1, second.index, arm2, std::move(value)));
}

TotalForceFrames read_frames(Reader& reader, const FrameContext& context) {
  TotalForceFrames frames;
  if (reader.more() && reader.keyword("position")) frames.arm = reader.position(context);
  if (reader.more() && reader.keyword("force orientation")) frames.force = reader.orientation(context);
  if (reader.more() && reader.keyword("moment orientation")) frames.moment = reader.orientation(context);
  return frames;
}

struct TotalValues {
  Drive3 force, moment;
  explicit TotalValues(Reader& reader) {
    if (reader.more() && reader.keyword("force")) force = reader.drive3();
    if (reader.more() && reader.keyword("moment")) moment = reader.drive3();
  }
};

}  // namespace

ElementReference read_absolute_force(Reader& reader, ElementInfo info) {
  return read<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_follower_force(Reader& reader, ElementInfo info) {
  return read<LoadFrame::follower>(reader, std::move(info));
}
ElementReference read_internal_absolute_force(Reader& reader, ElementInfo info) {
  return read_internal<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_internal_follower_force(Reader& reader, ElementInfo info) {
  return read_internal<LoadFrame::follower>(reader, std::move(info));
}

ElementReference read_displacement_force(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader, true);
  Drive3 value = reader.drive3(value_context<LoadFrame::absolute>(node));
  return reader.model().add_element(std::move(info),
                                    StructuralForce<LoadFrame::absolute>(node.index, Vec3::Zero(), std::move(value)));
}
ElementReference read_internal_displacement_force(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader, true);
  const NodeArgument second(reader, true);
  Drive3 value = reader.drive3(value_context<LoadFrame::absolute>(first));
  return reader.model().add_element(
      std::move(info),
      InternalForce<LoadFrame::absolute>(first.index, Vec3::Zero(), second.index, Vec3::Zero(), std::move(value)));
}

ElementReference read_internal_total_force(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  const TotalForceFrames frames = read_frames(reader, first.context());
  const NodeArgument second(reader);
  // Axes on node 2 have no effect: the load is that of node 1, reversed.
  const FrameContext context = second.context().set_other(first.pose, frames.arm, frames.force);
  const TotalForceFrames frames2 = read_frames(reader, context);
  TotalValues values(reader);
  return reader.model().add_element(std::move(info), InternalTotalForce(InternalTotalForcePhysics(
                                                         first.index, frames, second.index, frames2.arm,
                                                         std::move(values.force), std::move(values.moment))));
}

}  // namespace flexura
