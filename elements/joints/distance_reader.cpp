#include <fmt/format.h>

#include "elements/current_value.h"
#include "elements/drives/constant.h"
#include "elements/drives/hint_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/distance.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

/// Offset of a node: after `position`, or, in old files, without it. A label or the distance that follows is one
/// number, an offset is three, so only `distance with offset` may leave the word out.
Vec3 read_offset(Reader& reader, const FrameContext& context, bool required) {
  return required ? read_position(reader, context) : read_optional_position(reader, context);
}

ElementReference read_joint(Reader& reader, ElementInfo info, bool offsets_required) {
  const auto refuse_offset = [&](const NodeArgument& node, const Vec3& offset) {
    if (!offset.isZero(0) && reader.model().properties(node.index).displacement_only())
      reader.fail(
          fmt::format("node {} has no orientation: it cannot carry an offset", reader.model().label(node.index)));
  };
  const NodeArgument first(reader, true);
  Attachment at1;
  at1.position = read_offset(reader, first.context(), offsets_required);
  refuse_offset(first, at1.position);
  const NodeArgument second = read_second_node(reader, first, true);
  const Vec3 f2 = read_offset(reader, second_context(second, first, at1), offsets_required);
  refuse_offset(second, f2);
  const double initial = (absolute_position(second.pose, f2) - absolute_position(first.pose, at1.position)).norm();

  DrivePointer drive;
  if (reader.keyword("from nodes")) {
    if (initial == 0) reader.fail("the distance `from nodes` is zero: the points coincide");
    drive = std::make_shared<ConstantDrive>(initial);
  } else {
    const CurrentValue current(reader.symbols(), "L", initial);
    drive = reader.drive();
    if (drive->constant() && drive->value(Taylor2(0), {}).f <= 0)
      reader.fail(fmt::format("distance {:g}: it must be positive", drive->value(Taylor2(0), {}).f));
  }
  const DriveId distance = reader.register_drive(with_hint(reader, "drive", drive));
  if (at1.position.isZero(0) && f2.isZero(0))
    return reader.model().add_element(std::move(info), Distance(first.index, at1.position, second.index, f2, distance));
  return reader.model().add_element(std::move(info),
                                    DistanceWithOffset(first.index, at1.position, second.index, f2, distance));
}

}  // namespace

ElementReference read_distance(Reader& reader, ElementInfo info) { return read_joint(reader, std::move(info), false); }
ElementReference read_distance_with_offset(Reader& reader, ElementInfo info) {
  return read_joint(reader, std::move(info), true);
}

}  // namespace flexura
