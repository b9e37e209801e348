#include "elements/joints/attachment_reader.h"

#include <array>

#include "elements/joints/relative_rotation.h"

namespace flexura {

Vec3 read_position(Reader& reader, const FrameContext& context) {
  reader.keyword("position");
  return reader.position(context);
}

namespace {
/// An offset follows: after the word `position`, or, in older files, without it. Numbers could as well be the label of
/// the next node, the words `reference` and `null` cannot.
bool at_position(Reader& reader) {
  if (!reader.more()) return false;
  if (reader.keyword("position")) return true;
  const std::string word = reader.peek_word();
  return word == "reference" || word == "null";
}
}  // namespace

Vec3 read_optional_position(Reader& reader, const FrameContext& context) {
  return at_position(reader) ? reader.position(context) : Vec3(Vec3::Zero());
}

Mat3 read_optional_orientation(Reader& reader, const FrameContext& context, const Mat3& standard) {
  if (!reader.more() || reader.one_of({"orientation", "hinge"}) < 0) return standard;
  return reader.orientation(context);
}

FrameContext second_context(const NodeArgument& second, const NodeArgument& first, const Attachment& at1) {
  return second.context().set_other(first.pose, at1.position, at1.orientation);
}

Vec3 read_direction(Reader& reader, const FrameContext& context) {
  const Vec3 direction = reader.direction(context);
  const double length = direction.norm();
  if (length == 0) reader.fail("the direction is a null vector");
  return direction / length;
}

NodeArgument read_second_node(Reader& reader, const NodeArgument& first, bool rotations_optional) {
  NodeArgument second(reader, rotations_optional);
  if (second.index == first.index) reader.fail("both nodes of the joint are the same");
  return second;
}

JointEnds read_two_nodes(Reader& reader, Offsets offsets) {
  // Old files leave the word `position` out of the optional offsets too, at both nodes. At node 1 that shows: a label,
  // an integer, would follow. Behind node 2 `reference` may also begin a constitutive law.
  bool bare = offsets == Offsets::required;
  const auto read_end = [&](const FrameContext& context) {
    Attachment at;
    if (bare) at.position = read_position(reader, context);
    if (!bare && offsets == Offsets::optional) at.position = read_optional_position(reader, context);
    at.orientation = read_optional_orientation(reader, context);
    return at;
  };
  JointEnds ends;
  const NodeArgument first(reader);
  ends.node1 = first.index;
  const std::string word = reader.more() ? reader.peek_word() : "";
  bare = bare || (offsets == Offsets::optional && (word == "reference" || word == "null" || reader.at_real()));
  ends.at1 = read_end(first.context());
  const NodeArgument second = read_second_node(reader, first);
  ends.node2 = second.index;
  ends.at2 = read_end(second_context(second, first, ends.at1));
  return ends;
}

JointEnds read_pin(Reader& reader, Offsets offsets) {
  JointEnds ends;
  const NodeArgument node(reader);
  const FrameContext ground = FrameContext::absolute_with(node.pose);
  ends.node2 = node.index;
  if (offsets == Offsets::required) {
    ends.at2.position = read_position(reader, node.context());
    ends.at2.orientation = read_optional_orientation(reader, node.context());
    ends.at1.position = read_position(reader, ground);
  } else {
    // The first `position` is that of the node when a second one follows. Numbers in a named frame mean the same point
    // either way; numbers in no frame are the node's in the first case and global in the second.
    const auto framed = [&] { return reader.peek_word() == "reference"; };
    bool position_framed = true, orientation_framed = true;
    Attachment first;
    const bool has_position = at_position(reader);
    if (has_position) {
      position_framed = framed();
      first.position = reader.position(node.context());
    }
    const bool has_orientation = reader.one_of({"orientation", "hinge"}) >= 0;
    if (has_orientation) {
      orientation_framed = framed();
      first.orientation = reader.orientation(node.context());
    }
    if (at_position(reader)) {
      ends.at2 = first;
      ends.at1.position = reader.position(ground);
    } else {
      if (!has_position) reader.expect("position");
      ends.at1.position = position_framed ? absolute_position(node.pose, first.position) : first.position;
      if (has_orientation) {
        ends.at1.orientation = orientation_framed ? Mat3(node.pose.R * first.orientation) : first.orientation;
        return ends;
      }
    }
  }
  ends.at1.orientation = read_optional_orientation(reader, ground);
  return ends;
}

OrientationFormat read_orientation_format(Reader& reader, OrientationFormat standard) {
  if (!reader.more() || !reader.keyword("orientation description")) return standard;
  constexpr std::array formats = {OrientationFormat::euler123, OrientationFormat::euler313, OrientationFormat::euler321,
                                  OrientationFormat::vector, OrientationFormat::matrix};
  return formats[reader.choice({"euler123", "euler313", "euler321", "orientation vector", "orientation matrix"},
                               "orientation description")];
}

double initial_angle(const Model& model, const JointEnds& ends) {
  return angle_about_axis_3(Mat3(model.node(ends.node1).initial.R * ends.at1.orientation),
                            Mat3(model.node(ends.node2).initial.R * ends.at2.orientation));
}

}  // namespace flexura
