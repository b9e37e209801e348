#include "elements/nodes/node_dof.h"

#include <array>

#include <fmt/format.h>

namespace flexura {

double NodeDof::value(const NodeState& n) const { return motion(n).f; }

Taylor2 NodeDof::motion(const NodeState& n) const {
  if (scalar) return order == Order::algebraic ? Taylor2(n.x(0), n.v(0), 0) : Taylor2(n.v(0));
  if (component >= 3) return {n.w(component - 3), n.alpha(component - 3), 0};
  if (order == Order::algebraic) return {n.x(component), n.v(component), n.a(component)};
  return {n.v(component), n.a(component), 0};
}

NodeFamily read_node_family(Reader& reader) {
  return static_cast<NodeFamily>(
      reader.choice({"structural", "abstract", "electric", "hydraulic", "thermal", "parameter"}, "kind of node"));
}

namespace {

NodeIndex find(Reader& reader, const SourceLocation& label_at, unsigned label, NodeFamily family) {
  const Model& model = reader.model();
  const auto index = model.find_node(label, family);
  if (!index) {
    const auto labels = model.node_labels(family);
    reader.fail_at(label_at, fmt::format("{} node {} is not defined{}", name_of(family), label,
                                         labels.empty() ? "; none is" : did_you_mean(std::to_string(label), labels)));
  }
  return *index;
}

}  // namespace

NodeIndex read_any_node(Reader& reader) {
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  const NodeFamily family = read_node_family(reader);
  return find(reader, label_at, label, family);
}

NodeIndex read_scalar_node(Reader& reader, NodeFamily family) {
  const unsigned label = reader.label();
  return find(reader, reader.where(), label, family);
}

NodeDof read_node_dof(Reader& reader, DofUse use) {
  NodeDof dof;
  dof.node = read_any_node(reader);
  const NodeProperties& node = reader.model().properties(dof.node);
  dof.scalar = !node.structural();
  if (node.kind == NodeKind::dummy && use == DofUse::equation)
    reader.fail(fmt::format("structural node {} is a dummy: it has no equations", reader.model().label(dof.node)));
  if (node.kind == NodeKind::parameter && use == DofUse::equation)
    reader.fail(fmt::format("parameter node {} has no equation", reader.model().label(dof.node)));
  const int count = node.kind == NodeKind::dummy ? 6 : node.unknown_count();
  if (!dof.scalar) {
    const std::int64_t number = reader.positive_integer("number of the degree of freedom");
    if (number > count)
      reader.fail(fmt::format("structural node {} has {} degrees of freedom, found {}", reader.model().label(dof.node),
                              count, number));
    dof.component = static_cast<int>(number) - 1;
  }
  const int order = reader.more() ? reader.one_of({"algebraic", "differential"}) : -1;
  if (use == DofUse::equation) return dof;
  if (order == 1) {
    if (dof.scalar && (node.kind == NodeKind::parameter || node.order == Order::algebraic))
      reader.fail(
          fmt::format("{} node {} is algebraic: it has no rate", name_of(node.family), reader.model().label(dof.node)));
    dof.order = Order::differential;
  } else if (!dof.scalar && dof.component >= 3) {
    if (order == 0) {
      reader.fail(
          "rotations are no coordinates: of degrees of freedom 4 to 6 only `differential`, the angular "
          "velocity, can be used");
    }
    dof.order = Order::differential;
  }
  return dof;
}

}  // namespace flexura
