#include "elements/forces/readers.h"
#include "elements/forces/structural_couple.h"
#include "elements/forces/value_context.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

namespace {

Vec3 read_couple_arm(Reader& reader, const FrameContext& context) {
  return reader.keyword("position") ? reader.position(context) : Vec3(Vec3::Zero());
}

template <LoadFrame Frame>
ElementReference read_external_couple(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  const Vec3 arm = read_couple_arm(reader, node.context());
  Drive3 value = reader.drive3(value_context<Frame>(node));
  return reader.model().add_element(std::move(info), StructuralCouple<Frame>(node.index, arm, std::move(value)));
}

template <LoadFrame Frame>
ElementReference read_internal_couple(Reader& reader, ElementInfo info) {
  const NodeArgument first(reader);
  const Vec3 arm1 = read_couple_arm(reader, first.context());
  const NodeArgument second(reader);
  const Vec3 arm2 = read_couple_arm(reader, second.context().set_other(first.pose, arm1, Mat3::Identity()));
  Drive3 value = reader.drive3(value_context<Frame>(first));
  return reader.model().add_element(std::move(info),
                                    InternalCouple<Frame>(first.index, arm1, second.index, arm2, std::move(value)));
}

}  // namespace

ElementReference read_absolute_couple(Reader& reader, ElementInfo info) {
  return read_external_couple<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_follower_couple(Reader& reader, ElementInfo info) {
  return read_external_couple<LoadFrame::follower>(reader, std::move(info));
}
ElementReference read_internal_absolute_couple(Reader& reader, ElementInfo info) {
  return read_internal_couple<LoadFrame::absolute>(reader, std::move(info));
}
ElementReference read_internal_follower_couple(Reader& reader, ElementInfo info) {
  return read_internal_couple<LoadFrame::follower>(reader, std::move(info));
}

}  // namespace flexura
