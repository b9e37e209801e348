#include "elements/drives/hint_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/imposed_displacement.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_imposed_displacement(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  Attachment at1;
  at1.position = read_position(reader, first.context());
  const NodeArgument second = read_second_node(reader, first);
  const Vec3 f2 = read_position(reader, second_context(second, first, at1));
  const Vec3 direction = read_direction(reader, first.context());
  return reader.model().add_element(
      std::move(info), ImposedDisplacement(first.index, at1.position, second.index, f2, direction,
                                           reader.register_drive(with_hint(reader, "drive", reader.drive()))));
}

ElementReference read_imposed_displacement_pin(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const FrameContext ground = FrameContext::absolute_with(node.pose);
  const Vec3 f2 = read_position(reader, node.context());
  const Vec3 point = read_position(reader, ground);
  const Vec3 direction = read_direction(reader, ground);
  return reader.model().add_element(
      std::move(info), ImposedDisplacementPin(ground_node, point, node.index, f2, direction,
                                              reader.register_drive(with_hint(reader, "drive", reader.drive()))));
}

}  // namespace flexura
