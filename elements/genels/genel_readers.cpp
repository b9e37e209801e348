#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "elements/drives/constant.h"
#include "elements/genels/imposed.h"
#include "elements/genels/law_genels.h"
#include "elements/genels/mass.h"
#include "elements/genels/readers.h"
#include "elements/genels/swash_plate.h"
#include "elements/laws/library.h"
#include "input/keyword.h"

namespace flexura {

namespace {

/// What kind of row says that a dof has a given value.
Row level_of(const Model& model, const NodeDof& dof) {
  const NodeProperties& node = model.properties(dof.node);
  if (dof.scalar) {
    return dof.order == Order::algebraic && node.order == Order::differential ? Row::constraint : Row::equation;
  }
  return dof.order == Order::algebraic ? Row::constraint : Row::rate;
}

Dimension dimension_of(const NodeDof& dof) {
  if (dof.scalar) return Dimension::dimensionless;
  if (dof.component >= 3) return Dimension::angular_velocity;
  return dof.order == Order::algebraic ? Dimension::length : Dimension::velocity;
}

NodeDof read_constrained(Reader& reader) {
  const NodeDof dof = read_node_dof(reader, DofUse::value);
  const NodeProperties& node = reader.model().properties(dof.node);
  if (node.kind == NodeKind::dummy || node.kind == NodeKind::parameter)
    reader.fail(fmt::format("{} node {} has no unknown that could be constrained", name_of(node.family),
                            reader.model().label(dof.node)));
  return dof;
}

/// A dof whose equation an element adds to.
NodeDof read_loaded(Reader& reader) {
  const NodeDof dof = read_node_dof(reader, DofUse::value);
  const NodeProperties& node = reader.model().properties(dof.node);
  if (node.kind == NodeKind::dummy || node.kind == NodeKind::parameter)
    reader.fail(fmt::format("{} node {} has no equations", name_of(node.family), reader.model().label(dof.node)));
  return dof;
}

double initial_value(const Model& model, const NodeDof& dof) { return dof.value(model.node(dof.node).initial); }

DriveId read_imposed(Reader& reader, double initial) {
  if (reader.one_of({"from node", "from nodes"}) >= 0)
    return reader.register_drive(std::make_shared<ConstantDrive>(initial));
  return reader.drive_id();
}

ElementReference add_imposed(Reader& reader, ElementInfo info, const std::vector<NodeDof>& list, DriveId value) {
  Model& model = reader.model();
  DofSet dofs;
  Row row = level_of(model, list.front());
  for (const NodeDof& dof : list) {
    dofs.add(dof);
    if (level_of(model, dof) != row || dof.scalar != list.front().scalar)
      reader.fail("the degrees of freedom are of different order: no constraint can hold between them");
  }
  return model.add_element(std::move(info), ImposedDof(std::move(dofs), row, value, dimension_of(list.front())));
}

}  // namespace

ElementReference read_genel_clamp(Reader& reader, ElementInfo info) {
  const NodeDof dof = read_constrained(reader);
  const DriveId value = read_imposed(reader, initial_value(reader.model(), dof));
  return add_imposed(reader, std::move(info), {dof}, value);
}

ElementReference read_genel_distance(Reader& reader, ElementInfo info) {
  const NodeDof a = read_constrained(reader);
  const NodeDof b = read_constrained(reader);
  const DriveId value = read_imposed(reader, initial_value(reader.model(), b) - initial_value(reader.model(), a));
  return add_imposed(reader, std::move(info), {a, b}, value);
}

ElementReference read_genel_spring(Reader& reader, ElementInfo info) {
  DofSet dofs;
  dofs.add(read_loaded(reader));
  dofs.add(read_loaded(reader));
  LawPointer<1> law = read_law<1>(reader);
  if (has_viscosity(law->kind()) && !(dofs.by_value(0) && dofs.by_value(1)))
    reader.fail("a law with viscosity needs the values of the degrees of freedom: `algebraic`");
  return reader.model().add_element(std::move(info), SpringGenel<SpringKind::between>(std::move(dofs), std::move(law)));
}

ElementReference read_spring_support(Reader& reader, ElementInfo info) {
  const NodeDof dof = read_loaded(reader);
  if (dof.order == Order::differential && !(dof.component >= 3))
    reader.fail("a spring support takes the value of a degree of freedom: `algebraic`");
  DofSet dofs;
  dofs.add(dof);
  return reader.model().add_element(std::move(info),
                                    SpringGenel<SpringKind::support>(std::move(dofs), read_law<1>(reader)));
}

ElementReference read_cross_spring_support(Reader& reader, ElementInfo info) {
  DofSet dofs;
  dofs.add(read_loaded(reader));
  dofs.add(read_node_dof(reader, DofUse::value));
  return reader.model().add_element(std::move(info),
                                    SpringGenel<SpringKind::cross>(std::move(dofs), read_law<1>(reader)));
}

ElementReference read_genel_mass(Reader& reader, ElementInfo info) {
  const NodeDof dof = read_loaded(reader);
  Model& model = reader.model();
  if (dof.scalar) {
    const StructuralNode& node = model.node(dof.node);
    if (node.order == Order::algebraic)
      reader.fail(fmt::format("{} node {} is algebraic: it has no rate whose change needs a force",
                              name_of(node.family), node.label));
    const DriveId mass = reader.drive_id();
    return model.add_element(std::move(info), ScalarDofMass(dof.node, mass, node.initial.v(0)));
  }
  DofSet dofs;
  dofs.add(dof);
  return model.add_element(std::move(info), StructuralDofMass(std::move(dofs), reader.drive_id()));
}

ElementReference read_swash_plate(Reader& reader, ElementInfo info) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<NodeIndex, 6> nodes{};
  const auto read_node = [&](std::size_t k) {
    nodes[k] = read_scalar_node(reader, NodeFamily::abstract_);
    if (std::find(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(k), nodes[k]) !=
        nodes.begin() + static_cast<std::ptrdiff_t>(k))
      reader.fail("a swash plate has six different nodes");
  };
  std::array<SwashPlate::Control, 3> controls;
  for (std::size_t k = 0; k < 3; ++k) {
    read_node(k);
    controls[k] = {nodes[k], -infinity, infinity};
    if (!reader.keyword("limits")) continue;
    controls[k].least = reader.real();
    controls[k].most = reader.real();
    if (!(controls[k].least < controls[k].most)) reader.fail("the upper limit must be larger than the lower one");
  }
  for (std::size_t k = 3; k < 6; ++k) read_node(k);
  double time_constant = 0, cyclic = 1, collective = 1;
  if (reader.more() && !is_keyword(reader.peek_word(), "output")) {
    time_constant = reader.non_negative_real("dynamic coefficient");
    cyclic = reader.real();
    collective = reader.real();
    for (std::size_t k = 3; k < 6 && time_constant > 0; ++k) {
      const NodeProperties& node = reader.model().properties(nodes[k]);
      if (node.order == Order::algebraic)
        reader.fail(
            fmt::format("abstract node {} is algebraic: its stroke cannot lag behind", reader.model().label(nodes[k])));
    }
  }
  return reader.model().add_element(
      std::move(info), SwashPlate(controls, {nodes[3], nodes[4], nodes[5]}, time_constant, cyclic, collective));
}

ElementReference read_stiffness_bulk(Reader& reader, ElementInfo info) {
  reader.expect("stiffness spring");
  DofSet dofs;
  dofs.add(read_loaded(reader));
  return reader.model().add_element(std::move(info), StiffnessBulk(std::move(dofs), reader.drive_id()));
}

}  // namespace flexura
