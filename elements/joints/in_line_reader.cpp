#include "elements/joints/attachment_reader.h"
#include "elements/joints/in_line.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_in_line(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  Attachment line;
  line.position = read_position(reader, first.context());
  reader.one_of({"orientation", "hinge"});
  line.orientation = reader.orientation(first.context());
  const NodeArgument second = read_second_node(reader, first);
  Vec3 offset = Vec3::Zero();
  if (reader.more() && reader.keyword("offset")) offset = reader.position(second_context(second, first, line));
  refuse_friction(reader);
  return reader.model().add_element(std::move(info), InLine(first.index, line, second.index, offset));
}

}  // namespace flexura
