#include <fmt/format.h>

#include <algorithm>

#include "elements/friction/friction_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/beam_slider.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

/// A beam of the chain with its three nodes, which become nodes of the joint.
SliderBeam read_beam(Reader& reader, std::vector<NodeIndex>& nodes, const SliderBeam* previous) {
  SliderBeam beam;
  beam.label = reader.label();
  Model& model = reader.model();
  const auto element = model.find_element("beam", beam.label);
  if (!element) reader.fail(fmt::format("beam {} is not defined", beam.label));
  const ElementBatch& batch = model.batch(element->batch);
  if (batch.node_count(element->number) != 3)
    reader.fail(fmt::format("beam {} is a {}; a slider needs beams with three nodes", beam.label, batch.type()));
  for (int i = 0; i < 3; ++i) {
    const NodeIndex node = batch.nodes(element->number)[i];
    if (node == nodes[0]) reader.fail(fmt::format("the slider is a node of beam {}", beam.label));
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    beam.node[i] = static_cast<int>(found - nodes.begin());
    if (found == nodes.end()) nodes.push_back(node);

    const FrameContext context = FrameContext::relative_to(pose_of(model, node));
    const auto same = [&] {
      if (i > 0 || !reader.keyword("same")) return false;
      if (!previous) reader.fail("`same` repeats the end of the previous beam; this is the first one");
      if (previous->node[2] != beam.node[0])
        reader.fail(fmt::format("`same`: beam {} does not start at the node where the previous one ends", beam.label));
      return true;
    };
    beam.at[i].position = same() ? previous->at[2].position : reader.position(context);
    if (reader.more() && reader.one_of({"orientation", "hinge"}) >= 0)
      beam.at[i].orientation = same() ? previous->at[2].orientation : reader.orientation(context);
  }
  return beam;
}

/// Normals to the chords of the beams at the input positions, each as near to that of the beam before as can be.
void choose_normals(const Model& model, const std::vector<NodeIndex>& nodes, std::vector<SliderBeam>& beams) {
  Vec3 normal = Vec3::Zero();
  for (SliderBeam& beam : beams) {
    const auto point = [&](int i) {
      return absolute_position(pose_of(model, nodes[beam.node[i]]), beam.at[i].position);
    };
    const Vec3 chord = (point(2) - point(0)).normalized();
    if (normal.isZero()) {
      Eigen::Index least = 0;
      chord.cwiseAbs().minCoeff(&least);
      normal = Vec3::Unit(least);
    }
    normal = (normal - chord * chord.dot(normal)).normalized();
    beam.reference = pose_of(model, nodes[beam.node[1]]).R.transpose() * normal;
  }
}

/// Without an overlap a slider that rests between two beams would be handed back and forth by noise; each time its axis
/// would be turned by the kink between their tangents.
constexpr double default_overlap = 1e-3;

}  // namespace

ElementReference read_beam_slider(Reader& reader, ElementInfo info) {
  const NodeArgument slider(reader);
  Attachment at;
  at.position = read_position(reader, slider.context());
  at.orientation = read_optional_orientation(reader, slider.context());
  SliderKind kind = SliderKind::spherical;
  if (reader.keyword("type")) {
    const int choice = reader.choice({"spherical", "classic", "classical", "spline"}, "type of beam slider");
    kind = choice == 0 ? SliderKind::spherical : choice == 3 ? SliderKind::spline : SliderKind::classic;
  }
  const auto count = reader.positive_integer("number of beams");
  std::vector<NodeIndex> nodes{slider.index};
  std::vector<SliderBeam> beams;
  for (int k = 0; k < count; ++k) beams.push_back(read_beam(reader, nodes, k > 0 ? &beams.back() : nullptr));
  // The place is looked for in all beams: where the search would start does not matter.
  if (reader.more() && reader.keyword("initial beam") && reader.positive_integer("initial beam") > count)
    reader.fail(fmt::format("the chain has {} beams", count));
  if (reader.more() && reader.keyword("initial node") && reader.positive_integer("initial node") > 3)
    reader.fail("a beam has three nodes");
  double overlap = default_overlap;
  if (reader.more() && reader.keyword("smearing")) overlap = reader.non_negative_real("smearing");
  auto friction = read_optional_friction(reader, false);
  choose_normals(reader.model(), nodes, beams);
  const unsigned label = info.label;
  return reader.model().add_element(
      std::move(info),
      BeamSlider(BeamSliderPhysics(label, std::move(nodes), at, kind, beams, overlap, std::move(friction))));
}

}  // namespace flexura
