// Block `nodes`.
#include <array>
#include <functional>

#include <fmt/format.h>

#include "elements/nodes/node_dof.h"
#include "elements/nodes/scalar_reader.h"
#include "elements/nodes/structural_reader.h"
#include "input/blocks/blocks.h"
#include "input/blocks/divided_reading.h"
#include "input/blocks/method_card.h"
#include "input/blocks/output_card.h"

namespace flexura {

namespace {

/// Scalar nodes with their default output flag; parameter nodes have none and are written.
struct ScalarKind {
  NodeFamily family;
  OutputKind output;
};
constexpr std::array<ScalarKind, 5> scalar_kinds = {{{NodeFamily::abstract_, OutputKind::abstract_nodes},
                                                     {NodeFamily::electric, OutputKind::electric_nodes},
                                                     {NodeFamily::hydraulic, OutputKind::hydraulic_nodes},
                                                     {NodeFamily::thermal, OutputKind::thermal_nodes},
                                                     {NodeFamily::parameter, OutputKind::count}}};

ScalarDefaults scalar_defaults(const ReadContext& context, const ScalarKind& kind) {
  ScalarDefaults defaults;
  if (kind.output != OutputKind::count) defaults.output = context.analysis.output.defaults[kind.output];
  return defaults;
}

StructuralDefaults structural_defaults(const ReadContext& context) {
  const AssemblySettings& assembly = context.analysis.assembly;
  const DefaultOutput& output = context.analysis.output.defaults;
  StructuralDefaults defaults;
  defaults.position_stiffness = assembly.position_stiffness;
  defaults.velocity_stiffness = assembly.velocity_stiffness;
  defaults.omega_rotates = assembly.omega_rotates;
  defaults.scale = context.structural_scale;
  defaults.output = output[OutputKind::structural_nodes];
  defaults.accelerations = output[OutputKind::accelerations];
  return defaults;
}

void read_output_card(Reader& reader) {
  Model& model = reader.model();
  const NodeFamily family = read_node_family(reader);
  const bool accelerations = family == NodeFamily::structural && reader.keyword("accelerations");
  const auto has_accelerations = [](const NodeProperties& node) {
    return node.kind != NodeKind::static_ && node.kind != NodeKind::static_displacement;
  };
  const auto turn_on = [&](NodeIndex i) {
    model.change_node(i, [&](StructuralNode& node) {
      node.output = true;
      if (accelerations && !model.statics && has_accelerations(node)) node.accelerations = true;
    });
  };
  read_labels_or_range(
      reader,
      [&](unsigned label) {
        const auto node = model.find_node(label, family);
        if (!node) {
          reader.fail(fmt::format("{} node {} is not defined{}", name_of(family), label,
                                  did_you_mean(std::to_string(label), model.node_labels(family))));
        }
        if (accelerations && !has_accelerations(model.properties(*node)))
          reader.fail(fmt::format("structural node {} is static: it has no accelerations", label));
        turn_on(*node);
      },
      [&](unsigned first, unsigned last) {
        for (NodeIndex i = 1; i < model.node_count(); ++i) {
          const unsigned label = model.label(i);
          if (model.properties(i).family == family && label >= first && label <= last) turn_on(i);
        }
      });
}

}  // namespace

void read_nodes_block(ReadContext& context) {
  Reader& reader = context.reader;
  context.begin = reader.card_where();
  const StructuralDefaults defaults = structural_defaults(context);
  const auto read_card = [&](const std::string& card) {
    if (card == "structural") {
      context.counters.count(Counters::Block::nodes, card);
      const NodeIndex node = read_structural_node(reader, defaults);
      reader.learn_entries(!reader.model().properties(node).follows);
    } else if (card == "output") {
      read_output_card(reader);
    } else if (card == "method") {
      read_node_method_card(context);
    } else {
      std::vector<std::string> known = {"structural", "output", "method"};
      for (const ScalarKind& kind : scalar_kinds) {
        known.emplace_back(name_of(kind.family));
        if (!is_keyword(card, name_of(kind.family))) continue;
        context.counters.count(Counters::Block::nodes, card);
        read_scalar_node_card(reader, kind.family, scalar_defaults(context, kind));
        return;
      }
      reader.fail_unknown_card(card, known);
    }
  };
  const DividedReading::Block divided{
      false,
      [&](const std::string& card) {
        if (card != "structural") return false;
        read_structural_node(reader, defaults);
        return true;
      },
      [&](std::string_view card) { context.counters.count(Counters::Block::nodes, card); }};
  std::function<void()> before;
  if (context.divided) before = [&] { context.divided->before_card(divided); };
  reader.block("nodes", read_card, before);
  check_counters(context, Counters::Block::nodes);
}

}  // namespace flexura
