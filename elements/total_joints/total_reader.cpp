#include "elements/total_joints/total_reader.h"

#include "elements/drives/hint_reader.h"

namespace flexura {

TotalEnd read_total_end(Reader& reader, const FrameContext& context, const TotalEnd* other, const Pose& other_pose) {
  // `other orientation` is that of the same kind.
  const auto seen_with = [&](const Mat3& axes) {
    FrameContext c = context;
    if (other) c.set_other(other_pose, other->position, axes);
    return c;
  };
  const Mat3 position_axes = other ? other->position_axes : Mat3::Identity();
  const Mat3 orientation_axes = other ? other->orientation_axes : Mat3::Identity();
  TotalEnd end;
  if (reader.more() && reader.keyword("position")) end.position = reader.position(seen_with(position_axes));
  if (reader.more() && reader.keyword("position orientation"))
    end.position_axes = reader.orientation(seen_with(position_axes));
  if (reader.more() && reader.keyword("rotation orientation"))
    end.orientation_axes = reader.orientation(seen_with(orientation_axes));
  return end;
}

TotalNodes read_total_nodes(Reader& reader) {
  TotalNodes nodes;
  const NodeArgument first(reader);
  nodes.node1 = first.index;
  nodes.frames.at1 = read_total_end(reader, first.context());
  const NodeArgument second(reader);
  if (second.index == first.index) reader.fail("both nodes of the joint are the same");
  nodes.node2 = second.index;
  nodes.frames.at2 = read_total_end(reader, second.context(), &nodes.frames.at1, first.pose);
  return nodes;
}

TotalNodes read_total_pin(Reader& reader) {
  TotalNodes nodes;
  const NodeArgument node(reader);
  nodes.node2 = node.index;
  nodes.frames.at2 = read_total_end(reader, node.context());
  nodes.frames.at1 = read_total_end(reader, FrameContext::absolute_with(node.pose));
  return nodes;
}

namespace {

/// State of one component; `value` and `rate` are the words of the block for what is imposed.
Level read_level(Reader& reader, std::string_view value, std::string_view rate) {
  switch (reader.one_of({"inactive", "active", value, rate})) {
    case 0:
      return Level::free;
    case 1:
    case 2:
      return Level::value;
    case 3:
      return Level::rate;
    default:
      break;
  }
  if (!reader.at_number()) reader.choice({"inactive", "active", value, rate}, "state of a component");
  return reader.boolean() ? Level::value : Level::free;
}

}  // namespace

void read_total_levels(Reader& reader, int first, std::array<Level, 6>& levels) {
  for (int i = first; i < first + 3; ++i)
    levels[i] =
        first == 0 ? read_level(reader, "position", "velocity") : read_level(reader, "rotation", "angular velocity");
}

TotalComponents read_total_constraints(Reader& reader, TotalImposed& imposed) {
  std::array<Level, 6> levels{};
  if (reader.more() && reader.keyword("position constraint")) {
    read_total_levels(reader, 0, levels);
    imposed.position = with_hint(reader, "position-drive3", reader.drive3());
  }
  if (reader.more() && reader.keyword("orientation constraint")) {
    read_total_levels(reader, 3, levels);
    imposed.rotation = with_hint(reader, "orientation-drive3", reader.drive3());
  }
  return TotalComponents(levels);
}

}  // namespace flexura
