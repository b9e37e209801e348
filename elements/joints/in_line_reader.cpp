#include "elements/friction/friction_reader.h"
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
  auto friction = read_optional_friction(reader, false);
  if (friction && !offset.isZero(0)) reader.fail("friction goes with a line whose node 2 has no offset");
  return reader.model().add_element(std::move(info),
                                    InLine(first.index, line, second.index, offset, std::move(friction)));
}

}  // namespace flexura
