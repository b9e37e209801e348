#include "elements/nodes/parameter_binding.h"

#include <map>

#include <fmt/format.h>

#include "elements/drives/state_drives.h"
#include "elements/nodes/node_dof.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

struct Bindings {
  std::map<unsigned, ParameterBinding> waiting;  // by label of the parameter node
};

int observe(Reader& reader, const ElementReference& element, std::string_view family, unsigned label,
            const SourceLocation& where, const std::string& name) {
  Model& model = reader.model();
  const auto datum = model.batch(element.batch).private_datum(element.number, name);
  if (!datum) reader.fail(fmt::format("{} {} has no datum `{}`", family, label, name));
  return model.observe({element, *datum, std::string(family), label, {}, where});
}

}  // namespace

void wait_for_bind(Reader& reader, unsigned parameter, const ParameterBinding& binding) {
  run_storage<Bindings>(reader.shared_symbols())->waiting[parameter] = binding;
}

std::vector<unsigned> unbound_parameters(const std::shared_ptr<SymbolTable>& symbols) {
  std::vector<unsigned> labels;
  for (const auto& [label, binding] : run_storage<Bindings>(symbols)->waiting) labels.push_back(label);
  return labels;
}

void read_bind_card(Reader& reader) {
  Model& model = reader.model();
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  const std::string family = read_element_family(reader);
  const NodeIndex parameter = read_scalar_node(reader, NodeFamily::parameter);
  const unsigned parameter_label = model.label(parameter);
  auto& waiting = run_storage<Bindings>(reader.shared_symbols())->waiting;
  const auto at = waiting.find(parameter_label);
  if (at == waiting.end())
    reader.fail(
        fmt::format("parameter node {} takes no value from an element: it has neither `element` nor "
                    "`beam strain gage`, or is bound already",
                    parameter_label));
  std::vector<ObservedDrive::Term> terms;
  if (at->second.kind == ParameterBinding::Kind::strain_gage) {
    if (family != "beam") reader.fail("a beam strain gage is bound to a `beam`");
    const auto element = model.find_element(family, label);
    if (!element) reader.fail_at(label_at, fmt::format("{} {} is not defined", family, label));
    const std::int64_t point = reader.positive_integer("evaluation point");
    const auto names = model.batch(element->batch).private_names(element->number);
    const bool two = !names.empty() && names.front().substr(0, 3) == "pI.";
    if (point > (two ? 2 : 1))
      reader.fail(
          fmt::format("beam {} has {} evaluation point{}, found {}", label, two ? 2 : 1, two ? "s" : "", point));
    const std::string prefix = two ? (point == 1 ? "pI." : "pII.") : "";
    // Strain of a fibre at (y, z) of the section: nu_x + z kappa_y - y kappa_z.
    terms = {{observe(reader, *element, family, label, label_at, prefix + "ex"), 1},
             {observe(reader, *element, family, label, label_at, prefix + "ky"), at->second.z},
             {observe(reader, *element, family, label, label_at, prefix + "kz"), -at->second.y}};
  } else {
    terms = {{read_observation(reader, family, label, label_at, true), 1}};
  }
  const DriveId drive = reader.register_drive(std::make_shared<ObservedDrive>(std::move(terms)));
  model.change_node(parameter, [&](StructuralNode& node) { node.value_drive = drive; });
  waiting.erase(at);
}

}  // namespace flexura
