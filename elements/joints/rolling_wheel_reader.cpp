#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/rolling_wheel.h"

namespace flexura {

/// `node [, position, V3], axis, V3, radius, r [, plane, V3 [, orientation, OM]]`
ElementReference read_rolling_wheel(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const Vec3 centre = reader.keyword("position") ? reader.position(node.context()) : Vec3::Zero();
  reader.expect("axis");
  const Vec3 axis = read_direction(reader, node.context());
  reader.expect("radius");
  const double radius = reader.positive_real("radius of the wheel");
  Attachment plane;
  if (reader.more() && reader.keyword("plane")) {
    const FrameContext ground = FrameContext::absolute_with(node.pose);
    plane.position = reader.position(ground);
    plane.orientation = read_optional_orientation(reader, ground);
  }
  return reader.model().add_element(std::move(info),
                                    RollingWheel(RollingWheelPhysics(node.index, centre, axis, radius, plane)));
}

}  // namespace flexura
