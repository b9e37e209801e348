#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/strapdown_sensor.h"

namespace flexura {

/// `node [, position, V3] [, orientation, OM], acceleration, T3, angular velocity, T3`.
ElementReference read_strapdown_sensor(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  Attachment at;
  at.position = read_optional_position(reader, node.context());
  at.orientation = read_optional_orientation(reader, node.context());
  reader.expect("acceleration");
  const Drive3 acceleration = reader.drive3();
  reader.expect("angular velocity");
  return reader.model().add_element(std::move(info), StrapdownSensor(node.index, at, acceleration, reader.drive3()));
}

}  // namespace flexura
