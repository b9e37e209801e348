#include "elements/nodes/scalar_reader.h"

#include <fmt/format.h>

#include "elements/drives/state_drives.h"
#include "elements/nodes/node_dof.h"
#include "elements/nodes/parameter_binding.h"

namespace flexura {

namespace {

void read_value(Reader& reader, StructuralNode& node, bool with_derivative) {
  if (!reader.more()) return;
  const bool word = reader.keyword("value");
  if (!word && !reader.at_number()) return;
  if (!word)
    reader.warn(fmt::format("`value` should stand before the initial value of {} nodes", name_of(node.family)));
  node.initial.x(0) = reader.real();
  if (with_derivative && reader.more() && reader.keyword("derivative")) {
    if (node.order == Order::algebraic) reader.fail("an algebraic node has no derivative");
    node.initial.v(0) = reader.real();
  }
}

/// `element` and `beam strain gage` wait for a `bind` card; `sample and hold` follows a degree of freedom.
void read_parameter(Reader& reader, StructuralNode& node) {
  if (!reader.more()) return;
  const int kind = reader.one_of({"element", "sample and hold", "beam strain gage"});
  switch (kind) {
    case 0:
      wait_for_bind(reader, node.label, {ParameterBinding::Kind::element});
      return;
    case 1: {
      const NodeDof dof = read_node_dof(reader, DofUse::value);
      const double period = reader.positive_real("sampling period");
      node.value_drive = reader.register_drive(std::make_shared<SampleDrive>(reader.model(), dof, period));
      return;
    }
    case 2: {
      ParameterBinding binding{ParameterBinding::Kind::strain_gage};
      binding.y = reader.real();
      binding.z = reader.real();
      wait_for_bind(reader, node.label, binding);
      return;
    }
    default:
      read_value(reader, node, false);
  }
}

void read_options(Reader& reader, StructuralNode& node, const ScalarDefaults& defaults) {
  while (reader.more()) {
    if (reader.choice({"scale", "output"}, "option of a scalar node") == 0) {
      if (node.kind == NodeKind::parameter) reader.fail("a parameter node has no equation that could be scaled");
      node.scale = reader.keyword("default") ? defaults.scale : reader.positive_real("scale");
    } else {
      node.output = reader.yes_no();
    }
  }
}

}  // namespace

NodeIndex read_scalar_node_card(Reader& reader, NodeFamily family, const ScalarDefaults& defaults) {
  StructuralNode node;
  node.label = reader.label();
  node.where = reader.where();
  node.family = family;
  node.kind = family == NodeFamily::parameter ? NodeKind::parameter : NodeKind::scalar;
  node.order = family == NodeFamily::hydraulic ? Order::algebraic : Order::differential;
  node.scale = defaults.scale;
  node.output = defaults.output;
  try {
    reader.optional_name();
    if (family == NodeFamily::parameter) {
      read_parameter(reader, node);
    } else {
      if (family == NodeFamily::abstract_ && reader.more()) {
        const int order = reader.one_of({"algebraic", "differential"});
        if (order == 0) node.order = Order::algebraic;
      }
      read_value(reader, node, family != NodeFamily::hydraulic);
    }
    read_options(reader, node, defaults);
  } catch (const InputError&) {
    // The label is known: those who use the node are not wrong, too.
    if (!reader.model().find_node(node.label, family)) reader.model().add_node(std::move(node));
    throw;
  }
  return reader.model().add_node(std::move(node));
}

}  // namespace flexura
