#include "elements/joints/attachment_reader.h"
#include "elements/joints/offset_displacement.h"
#include "elements/joints/readers.h"

namespace flexura {

/// `node 1, node 2 [, position, V3]`: the position, by default that of node 2, is where node 2 is attached to node 1;
/// in no frame it is global.
ElementReference read_offset_displacement(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  const NodeArgument second = read_second_node(reader, first, true);
  Vec3 position = second.pose.x;
  if (reader.more() && reader.keyword("position")) position = reader.position(FrameContext::absolute_with(second.pose));
  const Vec3 offset = first.pose.R.transpose() * (position - first.pose.x);
  return reader.model().add_element(std::move(info), OffsetDisplacement(first.index, offset, second.index));
}

}  // namespace flexura
