#include "elements/nodes/node_argument.h"

#include <fmt/format.h>

namespace flexura {

namespace {

NodeIndex find_node(Reader& reader, unsigned label) {
  const Model& model = reader.model();
  const auto index = model.find_node(label);
  if (!index) {
    const auto labels = model.node_labels();
    reader.fail(fmt::format("structural node {} is not defined{}", label,
                            labels.empty() ? "; none is" : did_you_mean(std::to_string(label), labels)));
  }
  return *index;
}

void check_orientation(Reader& reader, NodeIndex index) {
  const NodeProperties& node = reader.model().properties(index);
  if (!node.displacement_only()) return;
  reader.fail(fmt::format("structural node {} has no orientation (`{}`): here a node with one is needed",
                          reader.model().label(index),
                          node.kind == NodeKind::static_displacement ? "static displacement" : "dynamic displacement"));
}

}  // namespace

NodeIndex read_node(Reader& reader, bool rotations_optional) {
  const unsigned label = reader.label();
  const NodeIndex index = find_node(reader, label);
  if (reader.model().properties(index).kind == NodeKind::dummy) {
    reader.fail(
        fmt::format("structural node {} is a dummy, which only follows other nodes: nothing can be attached", label));
  }
  if (!rotations_optional) check_orientation(reader, index);
  return index;
}

NodeArgument NodeArgument::followed(Reader& reader) {
  const NodeIndex index = find_node(reader, reader.label());
  check_orientation(reader, index);
  return {reader.model(), index};
}

Pose pose_of(const Model& model, NodeIndex node) {
  const NodeState& n = model.node(node).initial;
  return {n.x, n.R, n.v, n.w};
}

}  // namespace flexura
