#include "elements/joints/attachment_reader.h"
#include "elements/joints/clamp.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_clamp(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const FrameContext absolute = FrameContext::absolute_with(node.pose);
  Vec3 position = node.pose.x;
  Mat3 orientation = node.pose.R;
  // The place of the node itself is the default, so a card may end early.
  const auto at_end = [&] { return !reader.more() || reader.peek_word() == "output"; };
  if (!at_end()) {
    reader.keyword("position");
    if (!reader.keyword("node")) position = reader.position(absolute);
  }
  if (!at_end()) {
    reader.keyword("orientation");
    if (!reader.keyword("node")) orientation = reader.orientation(absolute);
  }
  return reader.model().add_element(std::move(info), Clamp(node.index, position, orientation));
}

}  // namespace flexura
