#include <fmt/format.h>

#include "elements/deformable_joints/readers.h"
#include "elements/deformable_joints/rod.h"
#include "elements/deformable_joints/rod_law.h"
#include "elements/joints/attachment_reader.h"

namespace flexura {

namespace {

/// `{ length | from nodes }`
double read_free_length(Reader& reader, double initial) {
  if (!reader.keyword("from nodes")) return reader.positive_real("the length of a rod");
  if (initial == 0) reader.fail("the length `from nodes` is zero: the points coincide");
  return initial;
}

ElementReference read(Reader& reader, ElementInfo info, bool offsets_required) {
  const auto offset = [&](const NodeArgument& node, const FrameContext& context) {
    const Vec3 f = offsets_required ? read_position(reader, context) : read_optional_position(reader, context);
    const NodeProperties& about = reader.model().properties(node.index);
    if (!f.isZero(0) && about.displacement_only())
      reader.fail(
          fmt::format("node {} has no orientation: it cannot carry an offset", reader.model().label(node.index)));
    return f;
  };
  RodWithOffset::Data data;
  const NodeArgument first(reader, true);
  Attachment at1;
  at1.position = offset(first, first.context());
  const NodeArgument second(reader, true);
  if (second.index == first.index) reader.fail("both nodes of the joint are the same");
  const Vec3 f2 = offset(second, second_context(second, first, at1));
  const double initial = (absolute_position(second.pose, f2) - absolute_position(first.pose, at1.position)).norm();
  data.length = read_free_length(reader, initial);
  if (initial == 0) reader.fail("the points of the rod coincide: it has no direction");
  data.law = read_rod_law(reader, data.length, initial);
  data.nodes = {first.index, second.index};
  data.offset = {at1.position, f2};
  if (at1.position.isZero(0) && f2.isZero(0))
    return reader.model().add_element(std::move(info), Rod({data.nodes, data.offset, data.length, data.law}));
  return reader.model().add_element(std::move(info), RodWithOffset(data));
}

}  // namespace

ElementReference read_rod(Reader& reader, ElementInfo info) { return read(reader, std::move(info), false); }
ElementReference read_rod_with_offset(Reader& reader, ElementInfo info) { return read(reader, std::move(info), true); }

}  // namespace flexura
