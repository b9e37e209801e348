#include "output/model_log.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "output/record_layout.h"
#include "output/text_file.h"
#include "output/units.h"

namespace flexura {

namespace {

void add(std::string& line, const double* values, int count) {
  for (int k = 0; k < count; ++k) fmt::format_to(std::back_inserter(line), " {:g}", values[k]);
}

std::string node_record(const StructuralNode& node, const NodeState& state) {
  std::string line = fmt::format("{}structural node: {}", is_relative_frame(node) ? "relative frame " : "", node.label);
  add(line, state.x.data(), 3);
  line += ' ';
  line += orientation_keyword(node.orientation_format);
  double orientation[9];
  write_orientation(state.R, node.orientation_format, orientation);
  add(line, orientation, column_count(node.orientation_format));
  return line;
}

void write_nodes(TextFile& file, const Model& model) {
  std::vector<NodeState> initial;  // of all nodes, made when the first dummy node asks for those it follows
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const StructuralNode& node = model.node(i);
    if (node.kind == NodeKind::ground || !node.structural()) continue;
    if (node.follows && initial.empty())
      for (NodeIndex k = 0; k < model.node_count(); ++k) initial.push_back(model.node(k).initial);
    file.write(node_record(node, node.follows ? node.follows->evaluate(initial.data()) : node.initial) + "\n");
  }
}

void write_units(TextFile& file, const UnitSystem& units) {
  file.write(fmt::format("Unit for the whole model: {}\n", units.name));
  for (const std::string& dimension : known_dimensions())
    file.write(fmt::format("Unit for {}: {}\n", dimension, unit_of(dimension, units)));
}

/// Rows of nodes in the system of equations: nodes with unknowns in the order of the model file, six (or three) each.
void write_numbering(TextFile& file, const Model& model) {
  std::string labels = "struct node labels:", dofs = "struct node dofs:", equations = "struct node eqs:";
  int next = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const StructuralNode& node = model.node(i);
    if (!node.structural() || !node.has_unknowns()) continue;
    fmt::format_to(std::back_inserter(labels), " {}", node.label);
    fmt::format_to(std::back_inserter(dofs), " {}", next);
    fmt::format_to(std::back_inserter(equations), " {}", next);
    next += node.unknown_count();
  }
  if (next == 0) return;
  for (const std::string* line : {&dofs, &equations, &labels}) file.write(*line + "\n");
}

}  // namespace

void write_model_log(const std::string& prefix, const Model& model, const OutputOptions& options) {
  TextFile file(prefix + ".log");
  if (options.units) write_units(file, *options.units);
  file.write(options.meter ? "output frequency: custom\n" : fmt::format("output frequency: {}\n", options.frequency));
  write_nodes(file, model);
  for (const ElementReference& e : model.elements()) {
    const std::string line = model.batch(e.batch).log(e.number, model);
    if (!line.empty()) file.write(line + "\n");
  }
  write_numbering(file, model);
  file.close();
}

}  // namespace flexura
