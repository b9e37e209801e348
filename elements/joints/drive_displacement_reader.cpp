#include "elements/drives/hint_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/drive_displacement.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_drive_displacement(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  Attachment at1;
  at1.position = read_position(reader, first.context());
  const NodeArgument second = read_second_node(reader, first);
  const Vec3 f2 = read_position(reader, second_context(second, first, at1));
  return reader.model().add_element(std::move(info),
                                    DriveDisplacement(first.index, at1.position, second.index, f2,
                                                      with_hint(reader, "drive3", reader.drive3(first.context()))));
}

ElementReference read_drive_displacement_pin(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const Vec3 f2 = read_position(reader, node.context());
  const Vec3 point = read_position(reader, FrameContext::absolute_with(node.pose));
  return reader.model().add_element(
      std::move(info),
      DriveDisplacementPin(ground_node, point, node.index, f2, with_hint(reader, "drive3", reader.drive3())));
}

}  // namespace flexura
