#include "elements/joints/attachment_reader.h"
#include "elements/joints/imposed_acceleration.h"
#include "elements/joints/imposed_velocity.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

/// `node, direction, drive`: the direction in node axes or, for the linear joints, in global axes; those need no
/// orientation of the node.
template <class Joint>
ElementReference read(Reader& reader, ElementInfo info, bool node_axes) {
  const NodeArgument node(reader, !node_axes);
  const Vec3 direction = reader.direction(node_axes ? node.context() : FrameContext::absolute_with(node.pose));
  if (direction.isZero(0)) reader.fail("the direction is a null vector");
  return reader.model().add_element(std::move(info), Joint(node.index, direction, reader.drive_id()));
}

}  // namespace

ElementReference read_linear_velocity(Reader& reader, ElementInfo info) {
  return read<LinearVelocity>(reader, std::move(info), false);
}
ElementReference read_angular_velocity(Reader& reader, ElementInfo info) {
  return read<AngularVelocity>(reader, std::move(info), true);
}
ElementReference read_linear_acceleration(Reader& reader, ElementInfo info) {
  return read<LinearAcceleration>(reader, std::move(info), false);
}
ElementReference read_angular_acceleration(Reader& reader, ElementInfo info) {
  return read<AngularAcceleration>(reader, std::move(info), true);
}

}  // namespace flexura
