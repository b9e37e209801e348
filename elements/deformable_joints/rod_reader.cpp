#include <fmt/format.h>

#include <algorithm>

#include "elements/current_value.h"
#include "elements/deformable_joints/readers.h"
#include "elements/deformable_joints/rod.h"
#include "elements/deformable_joints/rod_bezier.h"
#include "elements/joints/attachment_reader.h"
#include "elements/laws/library.h"

namespace flexura {

namespace {

/// `{ length | from nodes }`
double read_free_length(Reader& reader, double initial) {
  if (!reader.keyword("from nodes")) return reader.positive_real("the length of a rod");
  if (initial == 0) reader.fail("the length `from nodes` is zero: the points coincide");
  return initial;
}

/// The law, in which `model::current("L0")` is the free length and `model::current("L")` the initial one.
LawPointer<1> read_rod_law(Reader& reader, double free_length, double initial) {
  const CurrentValue current0(reader.symbols(), "L0", free_length);
  const CurrentValue current(reader.symbols(), "L", initial);
  return read_law<1>(reader);
}

ElementReference read(Reader& reader, ElementInfo info, bool offsets_required) {
  const auto offset = [&](const NodeArgument& node, const FrameContext& context) {
    const Vec3 f = offsets_required ? read_position(reader, context) : read_optional_position(reader, context);
    const StructuralNode& about = reader.model().node(node.index);
    if (!f.isZero(0) && about.displacement_only())
      reader.fail(fmt::format("node {} has no orientation: it cannot carry an offset", about.label));
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

ElementReference read_rod_bezier(Reader& reader, ElementInfo info) {
  RodBezier::Data data;
  const NodeArgument first(reader);
  Attachment at1;
  data.offset[0] = read_position(reader, first.context());
  data.offset[1] = at1.position = read_position(reader, first.context());
  const NodeArgument second(reader);
  if (second.index == first.index) reader.fail("both nodes of the joint are the same");
  const FrameContext context = second_context(second, first, at1);
  data.offset[2] = read_position(reader, context);
  data.offset[3] = read_position(reader, context);
  data.nodes = {first.index, second.index};
  std::array<Vec3, 4> points;
  for (int i = 0; i < 4; ++i) points[i] = absolute_position(i < 2 ? first.pose : second.pose, data.offset[i]);

  // The length comes before the quadrature that measures it.
  const bool from_nodes = reader.keyword("from nodes");
  if (!from_nodes) data.length = reader.positive_real("the length of a rod");
  if (reader.keyword("integration order"))
    data.order = static_cast<int>(reader.positive_integer("the number of Gauss points"));
  if (reader.keyword("integration segments"))
    data.segments = static_cast<int>(reader.positive_integer("the number of segments"));
  constexpr int most = 1000;
  if (data.order > most || data.segments > most)
    reader.fail(fmt::format("order and segments of the integration: at most {} each", most));
  const double initial = RodBezier::curve_length(points, data.order, data.segments);
  if (std::all_of(points.begin(), points.end(), [&](const Vec3& p) { return p == points[0]; }))
    reader.fail("the points of the curve coincide: it has no direction");
  if (from_nodes) data.length = initial;
  data.law = read_rod_law(reader, data.length, initial);
  return reader.model().add_element(std::move(info), RodBezier(data));
}

}  // namespace flexura
