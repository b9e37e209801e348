// Block `nodes`.
#include <array>

#include <fmt/format.h>

#include "elements/nodes/structural_reader.h"
#include "input/blocks/blocks.h"
#include "input/blocks/output_card.h"

namespace flexura {

namespace {

constexpr std::array<std::string_view, 5> other_nodes = {"abstract", "electric", "hydraulic", "parameter", "thermal"};

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
  const int kind =
      reader.choice({"structural", "abstract", "electric", "hydraulic", "parameter", "thermal"}, "kind of node");
  if (kind > 0) reader.fail(fmt::format("`{}` nodes are not supported", reader.argument_text()));
  const bool accelerations = reader.keyword("accelerations");
  const auto turn_on = [&](StructuralNode& node) {
    node.output = true;
    if (accelerations) node.accelerations = true;
  };
  read_labels_or_range(
      reader,
      [&](unsigned label) {
        const auto node = model.find_node(label);
        if (!node) {
          reader.fail(fmt::format("structural node {} is not defined{}", label,
                                  did_you_mean(std::to_string(label), model.node_labels())));
        }
        turn_on(model.node(*node));
      },
      [&](unsigned first, unsigned last) {
        for (NodeIndex i = 1; i < model.node_count(); ++i) {
          StructuralNode& node = model.node(i);
          if (node.label >= first && node.label <= last) turn_on(node);
        }
      });
}

}  // namespace

void read_nodes_block(ReadContext& context) {
  Reader& reader = context.reader;
  context.begin = reader.card_where();
  const StructuralDefaults defaults = structural_defaults(context);
  reader.block("nodes", [&](const std::string& card) {
    if (card == "structural") {
      context.counters.count(Counters::Block::nodes, card);
      read_structural_node(reader, defaults);
    } else if (card == "output") {
      read_output_card(reader);
    } else {
      for (const auto name : other_nodes) {
        if (!is_keyword(card, name)) continue;
        context.counters.count(Counters::Block::nodes, card);
        reader.fail_at(reader.card_where(), fmt::format("node type `{}` is not supported", name));
      }
      std::vector<std::string> known(other_nodes.begin(), other_nodes.end());
      known.insert(known.end(), {"structural", "output"});
      reader.fail_unknown_card(card, known);
    }
  });
  check_counters(context, Counters::Block::nodes);
}

}  // namespace flexura
