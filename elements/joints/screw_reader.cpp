#include "elements/friction/friction_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/screw.h"

namespace flexura {

ElementReference read_screw(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  Attachment at1, at2;
  at1.position = read_optional_position(reader, first.context());
  // Old files leave the word `orientation` out; what starts with `reference` or `eye` is no label of a node.
  const std::string word = reader.peek_word();
  at1.orientation = word == "reference" || word == "eye" ? reader.orientation(first.context())
                                                         : read_optional_orientation(reader, first.context());
  const NodeArgument second = read_second_node(reader, first);
  if (reader.keyword("offset")) at2.position = reader.position(second_context(second, first, at1));
  reader.expect("pitch");
  const double pitch = reader.real();
  if (pitch == 0) reader.fail("the pitch of a screw is its advance in a turn; it cannot be zero");
  auto friction = read_optional_thread_friction(reader, pitch);
  const Mat3 frame1 = first.pose.R * at1.orientation;
  at2.orientation = second.pose.R.transpose() * frame1;
  const Vec3 d = absolute_position(second.pose, at2.position) - absolute_position(first.pose, at1.position);
  return reader.model().add_element(
      std::move(info), Screw(first.index, at1, second.index, at2, frame1.col(2).dot(d), pitch, std::move(friction)));
}

}  // namespace flexura
