#include "elements/drives/state_drives.h"

#include <array>

#include <fmt/format.h>

#include "elements/nodes/node_data.h"
#include "model/model.h"

namespace flexura {

Taylor2 NodeDrive::argument(const DriveContext& context) const {
  return node_datum(model_.properties(node_), kinematics(model_, context.state, node_), datum_);
}
Taylor2 NodeDrive::value(const Taylor2&, const DriveContext& context) const {
  return part(0).value(argument(context), context);
}
void NodeDrive::accept(const Taylor2&, const DriveContext& context) { part(0).accept(argument(context), context); }

Taylor2 DofDrive::argument(const DriveContext& context) const {
  return dof_.motion(kinematics(model_, context.state, dof_.node));
}
Taylor2 DofDrive::value(const Taylor2&, const DriveContext& context) const {
  return part(0).value(argument(context), context);
}
void DofDrive::accept(const Taylor2&, const DriveContext& context) { part(0).accept(argument(context), context); }

Taylor2 ElementDrive::argument(const DriveContext& context) const {
  if (!context.observed) throw Error(ExitCode::input_error, "data of elements have no value while the model is read");
  return context.observed[observation_];
}
Taylor2 ElementDrive::value(const Taylor2&, const DriveContext& context) const {
  return part(0).value(argument(context), context);
}
void ElementDrive::accept(const Taylor2&, const DriveContext& context) { part(0).accept(argument(context), context); }

Taylor2 SampleDrive::compute(const Taylor2&, const DriveContext& context) const {
  return started_ ? held_ : dof_.value(kinematics(model_, context.state, dof_.node));
}
void SampleDrive::advance(const Taylor2& x, const DriveContext& context, const Taylor2&) {
  if (!started_) next_ = x.f;
  // A step may end a round-off before the instant.
  if (started_ && x.f < next_ - 1e-9 * period_) return;
  held_ = dof_.value(kinematics(model_, context.state, dof_.node));
  while (next_ <= x.f + 1e-9 * period_) next_ += period_;
  started_ = true;
}

Taylor2 ObservedDrive::value(const Taylor2&, const DriveContext& context) const {
  double sum = 0;
  if (context.observed)
    for (const Term& term : terms_) sum += term.factor * context.observed[term.observation];
  return sum;
}

namespace {

/// What selects a datum: a name or a number from 1, or neither.
struct Selector {
  std::string name;
  std::int64_t index = 0;
};
Selector read_selector(Reader& reader, bool bare_index = false) {
  Selector selector;
  if (reader.keyword("string") || (bare_index && reader.keyword("name"))) {
    selector.name = reader.string();
  } else if (reader.keyword("index") || (bare_index && reader.at_number())) {
    selector.index = reader.positive_integer("index of the datum");
  }
  return selector;
}

/// `J[1,2]` and `J[1][2]` are the same.
std::string with_separate_indices(std::string name) {
  for (std::size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', comma))
    name.replace(comma, 1, "][");
  return name;
}

/// Number (from 1) of the datum that a selector means among the names of an entity.
int select(Reader& reader, const Selector& selector, const std::string& who, const std::vector<std::string>& names) {
  if (names.empty()) reader.fail(who + " has no data that can be read");
  if (selector.index > 0) {
    if (selector.index > static_cast<std::int64_t>(names.size()))
      reader.fail(fmt::format("{} has {} data, there is no number {}", who, names.size(), selector.index));
    return static_cast<int>(selector.index);
  }
  if (selector.name.empty()) {
    if (names.size() > 1)
      reader.fail(fmt::format("{} has several data: `string` and the name of one of them must follow ({})", who,
                              fmt::join(names, ", ")));
    return 1;
  }
  const std::string name = with_separate_indices(selector.name);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<int>(i) + 1;
  reader.fail(fmt::format("{} has no datum `{}`{}; it has {}", who, selector.name, did_you_mean(selector.name, names),
                          fmt::join(names, ", ")));
}

}  // namespace

DrivePointer read_node_drive(Reader& reader) {
  const NodeIndex index = read_any_node(reader);
  Model& model = reader.model();
  const NodeProperties& node = model.properties(index);
  Selector selector = read_selector(reader);
  const std::string who = fmt::format("{} node {}", name_of(node.family), model.label(index));
  if (const auto known = find_node_datum(node, selector.name)) selector.index = *known;
  if (!node.structural() && selector.name.empty() && selector.index == 0) selector.index = 1;
  const int datum = select(reader, selector, who, node_data(node));
  if (is_acceleration(node, datum)) model.need_accelerations();
  return std::make_shared<NodeDrive>(model, index, datum, reader.drive());
}

std::string read_element_family(Reader& reader) {
  // Cards and classes of elements; the family is the class that a card's labels belong to.
  static constexpr std::array<std::array<std::string_view, 2>, 24> words = {
      {{"joint", "joint"},
       {"body", "body"},
       {"force", "force"},
       {"couple", "force"},
       {"beam", "beam"},
       {"beam2", "beam"},
       {"beam3", "beam"},
       {"hbeam2", "beam"},
       {"automatic structural", "automatic structural"},
       {"genel", "genel"},
       {"bulk", "bulk"},
       {"gravity", "gravity"},
       {"plate", "plate"},
       {"solid", "solid"},
       {"electric", "electric"},
       {"hydraulic", "hydraulic"},
       {"thermal", "thermal"},
       {"aerodynamic element", "aerodynamic element"},
       {"aeromodal", "aeromodal"},
       {"air properties", "air properties"},
       {"induced velocity", "induced velocity"},
       {"loadable", "loadable"},
       {"user defined", "loadable"},
       {"inertia", "inertia"}}};
  const std::string word = reader.word();
  std::vector<std::string> known;
  for (const auto& [card, family] : words) {
    if (is_keyword(word, card)) return std::string(family);
    known.emplace_back(card);
  }
  reader.fail(fmt::format("unknown element type `{}`{}", reader.argument_text(), did_you_mean(word, known)));
}

int read_observation(Reader& reader, std::string_view family, unsigned label, const SourceLocation& label_at,
                     bool bare_index) {
  Model& model = reader.model();
  Observation observation;
  observation.family = family;
  observation.label = label;
  observation.where = label_at;
  const std::string who = fmt::format("{} {}", family, label);
  const auto element = model.find_element(family, label);
  if (!element) {
    // The inertia of a node becomes an element when the model is complete.
    if (family == "automatic structural" && model.find_node(label)) {
      const Selector selector = read_selector(reader, bare_index);
      if (selector.name.empty()) reader.fail(who + " has several data: `string` and the name of one must follow");
      observation.name = selector.name;
      return model.observe(std::move(observation));
    }
    reader.fail_at(label_at, who + " is not defined");
  }
  const Selector selector = read_selector(reader, bare_index);
  observation.element = *element;
  observation.datum = select(reader, selector, who, model.batch(element->batch).private_names(element->number)) - 1;
  return model.observe(std::move(observation));
}

DrivePointer read_element_drive(Reader& reader) {
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  const std::string family = read_element_family(reader);
  const int observation = read_observation(reader, family, label, label_at);
  return std::make_shared<ElementDrive>(observation, reader.drive());
}

DrivePointer read_dof_drive(Reader& reader) {
  const NodeDof dof = read_node_dof(reader, DofUse::value);
  return std::make_shared<DofDrive>(reader.model(), dof, reader.drive());
}

}  // namespace flexura
