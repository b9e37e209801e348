#include "input/blocks/method_card.h"

#include <fmt/format.h>

#include "elements/drives/state_drives.h"
#include "elements/nodes/node_dof.h"
#include "solvers/integrators/method_reader.h"

namespace flexura {

namespace {

/// Labels of the card; `first == last` and not `range` for a single one.
struct Labels {
  unsigned first = 0;
  unsigned last = 0;
  bool range = false;
  SourceLocation where;
  [[nodiscard]] bool contain(unsigned label) const { return label >= first && label <= last; }
};

Labels read_labels(Reader& reader) {
  Labels labels;
  labels.range = reader.keyword("range");
  labels.first = labels.last = reader.label();
  labels.where = reader.where();
  if (labels.range) labels.last = reader.label();
  if (labels.last < labels.first)
    reader.fail(fmt::format("the range ends at {}, before it begins at {}", labels.last, labels.first));
  return labels;
}

/// Number of the method that the rest of the card names; 0 when the problem is not `hybrid`.
int read_choice(ReadContext& context) {
  InitialValueSettings& problem = context.analysis.problem;
  const SourceLocation start = context.reader.where_next();
  MethodSettings method = read_method(context.reader);
  if (!method.hybrid_default.empty()) context.reader.fail_at(start, "`hybrid` is a method of the problem only");
  if (make_method(method)->stages(1, {}, 0.5, 1).size() > 1) {
    context.reader.fail_at(start,
                           fmt::format("methods of single nodes and elements have one stage a step, `{}` has more",
                                       context.reader.argument_text()));
  }
  if (problem.method.hybrid_default.empty()) {
    context.warn(context.reader.card_where(), "without `method: hybrid` in the problem block this card has no effect");
    return 0;
  }
  problem.own_methods.push_back(std::move(method));
  context.own_method_where.push_back(context.reader.card_where());
  return static_cast<int>(problem.own_methods.size());
}

bool has_rates(const ElementBatch& batch, int i) {
  for (int j = 0; j < batch.unknown_count(i); ++j)
    if (batch.unknown(i, j).order == Order::differential) return true;
  return false;
}

}  // namespace

void read_node_method_card(ReadContext& context) {
  Reader& reader = context.reader;
  Model& model = reader.model();
  const NodeFamily family = read_node_family(reader);
  const Labels labels = read_labels(reader);
  const auto node = labels.range ? std::nullopt : model.find_node(labels.first, family);
  if (!labels.range && !node) {
    reader.fail_at(labels.where, fmt::format("{} node {} is not defined{}", name_of(family), labels.first,
                                             did_you_mean(std::to_string(labels.first), model.node_labels(family))));
  }
  if (node && !model.properties(*node).has_unknowns())
    reader.fail_at(labels.where, fmt::format("{} node {} has no unknowns", name_of(family), labels.first));
  const int method = read_choice(context);
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    const NodeProperties& at = model.properties(i);
    if (at.family != family || !labels.contain(model.label(i)) || !at.has_unknowns()) continue;
    model.change_node(i, [&](StructuralNode& changed) { changed.method = method; });
  }
}

void read_element_method_card(ReadContext& context, const std::set<std::string_view>& incomplete) {
  Reader& reader = context.reader;
  Model& model = reader.model();
  const std::string family = read_element_family(reader);
  const Labels labels = read_labels(reader);
  const auto element = labels.range ? std::nullopt : model.find_element(family, labels.first);
  if (!labels.range && !element && incomplete.count(family) == 0)
    reader.fail_at(labels.where, fmt::format("{} {} is not defined", family, labels.first));
  const int method = read_choice(context);
  if (element && !has_rates(model.batch(element->batch), element->number)) {
    context.warn(reader.card_where(),
                 fmt::format("{} {} has no unknowns with rates of its own: a method for them has no effect", family,
                             labels.first));
  }
  for (const ElementReference at : model.elements()) {
    ElementBatch& batch = model.batch(at.batch);
    if (batch.family() == family && labels.contain(batch.label(at.number))) batch.set_method(at.number, method);
  }
}

}  // namespace flexura
