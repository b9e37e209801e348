#include <fmt/format.h>

#include "elements/total_joints/readers.h"
#include "elements/total_joints/total_equation.h"
#include "elements/total_joints/total_reader.h"

namespace flexura {

namespace {

/// The equation a reaction keeps.
TotalEquation& read_equation(Reader& reader) {
  reader.expect("total equation");
  const unsigned label = reader.label();
  Model& model = reader.model();
  const auto found = model.find_element("joint", label);
  if (!found) reader.fail(fmt::format("total equation {} is not defined before the reaction that keeps it", label));
  auto* batch = dynamic_cast<Batch<TotalEquation>*>(&model.batch(found->batch));
  if (!batch)
    reader.fail(fmt::format("joint {} is a {}, not a total equation", label, model.batch(found->batch).type()));
  return batch->element(found->number);
}

}  // namespace

ElementReference read_total_equation(Reader& reader, ElementInfo info) {
  const TotalNodes nodes = read_total_nodes(reader);
  TotalImposed imposed;
  const TotalComponents components = read_total_constraints(reader, imposed);
  if (components.count() == 0) reader.fail("the equation constrains no component");
  return reader.model().add_element(
      std::move(info),
      TotalEquation(nodes.node1, nodes.node2, TotalRows(nodes.frames, components, std::move(imposed))));
}

ElementReference read_total_internal_reaction(Reader& reader, ElementInfo info) {
  const TotalNodes nodes = read_total_nodes(reader);
  TotalEquation* equation = nullptr;
  std::array<Level, 6> levels{};
  const auto block = [&](std::string_view keyword, int first) {
    if (!reader.more() || !reader.keyword(keyword)) return;
    read_total_levels(reader, first, levels);
    TotalEquation& named = read_equation(reader);
    if (equation && equation != &named) reader.fail("both blocks of a reaction must name the same total equation");
    equation = &named;
  };
  block("position constraint", 0);
  block("orientation constraint", 3);
  if (!equation) reader.fail("expected `position constraint` or `orientation constraint` with a total equation");
  for (Level& level : levels)
    if (level == Level::rate) reader.fail("a component of a reaction is `active` or `inactive`");
  const TotalComponents acting(levels);
  const int rows = equation->rows().components.count();
  if (acting.count() != rows)
    reader.fail(fmt::format("the reaction has {} active components, the total equation {}", acting.count(), rows));
  if (equation->has_reaction()) reader.fail("the total equation has a reaction already");
  const ElementReference reference = reader.model().add_element(
      std::move(info),
      TotalReaction(equation->nodes(), equation->rows(), {nodes.node1, nodes.node2}, nodes.frames, acting));
  equation->set_reaction();
  return reference;
}

void check_total_equations(const Model& model) {
  for (const ElementReference& e : model.elements()) {
    const auto* batch = dynamic_cast<const Batch<TotalEquation>*>(&model.batch(e.batch));
    if (!batch || batch->element(e.number).has_reaction()) continue;
    const ElementInfo& info = batch->info(e.number);
    throw InputError(info.where, fmt::format("total equation {}: no `total internal reaction` keeps it", info.label));
  }
}

}  // namespace flexura
