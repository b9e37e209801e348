#include "elements/joints/attachment_reader.h"
#include "elements/joints/in_plane.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_in_plane(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  Attachment plane;
  plane.position = read_position(reader, first.context());
  const Vec3 normal = read_direction(reader, first.context());
  const NodeArgument second = read_second_node(reader, first);
  Vec3 offset = Vec3::Zero();
  if (reader.more() && reader.keyword("offset")) offset = reader.position(second_context(second, first, plane));
  return reader.model().add_element(std::move(info),
                                    InPlane(first.index, plane.position, normal, second.index, offset));
}

}  // namespace flexura
