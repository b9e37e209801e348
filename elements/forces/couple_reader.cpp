#include "elements/forces/readers.h"
#include "elements/forces/structural_couple.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

namespace {

template <LoadFrame Frame>
FrameContext value_context(const NodeArgument& node) {
  return Frame == LoadFrame::absolute ? FrameContext::absolute_with(node.pose) : node.context();
}

Vec3 read_arm(Reader& reader, const FrameContext& context) {
  return reader.keyword("position") ? reader.position(context) : Vec3(Vec3::Zero());
}

template <LoadFrame Frame>
ElementReference read(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const Vec3 arm = read_arm(reader, node.context());
  Drive3 value = reader.drive3(value_context<Frame>(node));
  return reader.model().add_element(std::move(info), StructuralCouple<Frame>(node.index, arm, std::move(value)));
}

template <LoadFrame Frame>
ElementReference read_internal(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  const Vec3 arm1 = read_arm(reader, first.context());
  const NodeArgument second(reader);
  const Vec3 arm2 = read_arm(reader, second.context().set_other(first.pose, arm1, Mat3::Identity()));
  Drive3 value = reader.drive3(value_context<Frame>(first));
  return reader.model().add_element(std::move(info),
                                    InternalCouple<Frame>(first.index, arm1, second.index, arm2, std::move(value)));
}

}  // namespace

ElementReference read_absolute_couple(Reader& reader, ElementInfo info) {
  return read<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_follower_couple(Reader& reader, ElementInfo info) {
  return read<LoadFrame::follower>(reader, std::move(info));
}
ElementReference read_internal_absolute_couple(Reader& reader, ElementInfo info) {
  return read_internal<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_internal_follower_couple(Reader& reader, ElementInfo info) {
  return read_internal<LoadFrame::follower>(reader, std::move(info));
}

}  // namespace flexura
