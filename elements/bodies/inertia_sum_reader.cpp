#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "elements/bodies/inertia_sum.h"
#include "elements/bodies/readers.h"

namespace flexura {

namespace {

/// The body with what the card `inertia` needs of it; nothing when the element is no body.
std::optional<InertiaSum::Part> part_of(Model& model, const ElementReference& e) {
  ElementBatch& batch = model.batch(e.batch);
  if (auto* constant = dynamic_cast<Batch<Body>*>(&batch))
    return InertiaSum::Part{constant->nodes(e.number)[0], constant->element(e.number).mass()};
  if (auto* variable = dynamic_cast<Batch<VariableMassBody>*>(&batch))
    return InertiaSum::Part{variable->nodes(e.number)[0], variable->element(e.number)};
  if (auto* flexible = dynamic_cast<Batch<ModalBody>*>(&batch))
    return InertiaSum::Part{ground_node, flexible->element(e.number)};
  return std::nullopt;
}

/// `all | I label [, ...]`
void read_bodies(Reader& reader, const std::string& family, std::vector<InertiaSum::Part>& parts) {
  Model& model = reader.model();
  if (reader.keyword("all")) {
    for (const ElementReference& e : model.elements()) {
      if (model.batch(e.batch).family() != family) continue;
      if (auto part = part_of(model, e)) parts.push_back(std::move(*part));
    }
    return;
  }
  std::set<unsigned> labels;
  if (!reader.at_number()) reader.fail_next(fmt::format("expected `all` or the label of a {}", family));
  while (reader.at_number()) {
    const unsigned label = reader.label();
    const auto found = model.find_element(family, label);
    if (!found) reader.fail(fmt::format("{} {} is not defined before the card `inertia`", family, label));
    if (!labels.insert(label).second) reader.fail(fmt::format("{} {} is listed twice", family, label));
    auto part = part_of(model, *found);
    if (!part) reader.fail(fmt::format("{} {} has no inertia: it is no modal joint", family, label));
    parts.push_back(std::move(*part));
  }
}

}  // namespace

ElementReference read_inertia(Reader& reader, ElementInfo info) {
  InertiaSum::Reference reference;
  if (reader.keyword("position")) reference.position = reader.position(FrameContext::absolute());
  if (reader.keyword("orientation")) reference.orientation = reader.orientation(FrameContext::absolute());
  std::vector<InertiaSum::Part> parts;
  bool every_output = false, in_log = true, some = false;
  std::set<int> kinds;
  while (reader.more()) {
    if (reader.keyword("output")) {
      while (reader.more()) {
        switch (reader.choice({"no", "yes", "log", "both", "always"}, "output of the card `inertia`")) {
          case 0:
            in_log = false;
            break;
          case 4:
            every_output = true;
            break;
          default:
            in_log = true;
        }
      }
      break;
    }
    const int kind = reader.choice({"body", "joint", "solid", "loadable", "output"}, "class of elements with inertia");
    if (!kinds.insert(kind).second) reader.fail("a class of elements is listed twice");
    some = true;
    if (kind <= 1) {
      read_bodies(reader, kind == 0 ? "body" : "joint", parts);
    } else if (!reader.keyword("all")) {
      reader.fail("only bodies and modal joints have inertia so far; other classes can be listed with `all`");
    }
  }
  if (!some) reader.fail("expected a class of elements: body, joint, solid or loadable");
  return reader.model().add_element(std::move(info), InertiaSum(parts, reference, every_output, in_log));
}

}  // namespace flexura
