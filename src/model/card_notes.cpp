#include "model/card_notes.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace flexura {

namespace {

/// Names of equations live forever (UnknownInfo).
std::string_view forever(std::string_view name) {
  static std::set<std::string, std::less<>> names;
  const auto known = names.find(name);
  return known != names.end() ? *known : *names.insert(std::string(name)).first;
}

void write(ByteWriter& to, const SourceLocation& where) {
  to.number(where.line);
  to.number(where.column);
}

SourceLocation read_location(ByteReader& from, const char* file) {
  SourceLocation where;
  where.file = file;
  where.line = from.number<int>();
  where.column = from.number<int>();
  return where;
}

void write(ByteWriter& to, const OutputSpec& spec) {
  for (const std::string* text : {&spec.extension, &spec.family, &spec.type}) to.text(*text);
  to.number(spec.record_size);
  to.number(spec.text_columns);
  to.list(spec.integer_columns, [&](int column) { to.number(column); });
  to.list(spec.variables, [&](const OutputVariable& variable) {
    for (const std::string* text : {&variable.name, &variable.dimension, &variable.description}) to.text(*text);
    for (const int number : {variable.first, variable.rows, variable.columns}) to.number(number);
  });
  to.list(spec.row_suffixes, [&](const std::string& suffix) { to.text(suffix); });
}

OutputSpec read_spec(ByteReader& from) {
  OutputSpec spec;
  for (std::string* text : {&spec.extension, &spec.family, &spec.type}) *text = from.text();
  spec.record_size = from.number<int>();
  spec.text_columns = from.number<int>();
  from.list(spec.integer_columns, [&] { return from.number<int>(); });
  from.list(spec.variables, [&] {
    OutputVariable variable;
    for (std::string* text : {&variable.name, &variable.dimension, &variable.description}) *text = from.text();
    for (int* number : {&variable.first, &variable.rows, &variable.columns}) *number = from.number<int>();
    return variable;
  });
  from.list(spec.row_suffixes, [&] { return std::string(from.text()); });
  return spec;
}

void write(ByteWriter& to, const ElementShape& shape) {
  to.list(shape.equations, [&](const UnknownInfo& equation) {
    to.number(equation.order);
    to.number(equation.row);
    to.number(equation.dimension);
    to.text(equation.name);
  });
  to.number(shape.momenta);
  to.number(shape.memory);
  write(to, shape.spec);
}

ElementShape read_shape(ByteReader& from) {
  ElementShape shape;
  from.list(shape.equations, [&] {
    UnknownInfo equation;
    equation.order = from.number<Order>();
    equation.row = from.number<Row>();
    equation.dimension = from.number<Dimension>();
    equation.name = forever(from.text());
    return equation;
  });
  shape.momenta = from.number<int>();
  shape.memory = from.number<int>();
  shape.spec = read_spec(from);
  return shape;
}

/// Calls `visit` for each number of what the message says of properties of nodes; the rest are `name` and `follows`.
template <class Properties, class Visit>
void visit_numbers(Properties& p, Visit&& visit) {
  visit(p.family);
  visit(p.kind);
  visit(p.order);
  visit(p.method);
  visit(p.coordinates);
  visit(p.first_coordinate);
  visit(p.value_drive);
  visit(p.position_stiffness);
  visit(p.velocity_stiffness);
  visit(p.omega_rotates);
  visit(p.orientation_format);
  visit(p.output);
  visit(p.accelerations);
  visit(p.scale);
  visit(p.inertia_of_element);
}

enum class Part : std::uint8_t { shape, properties, node, element };

}  // namespace

int CardNotes::shape(int batch, ElementShape shape) {
  // Neighbours are mostly of one kind.
  const auto known = std::find_if(shapes_.rbegin(), shapes_.rend(),
                                  [&](const Shape& other) { return other.batch == batch && other.shape == shape; });
  if (known != shapes_.rend()) return static_cast<int>(shapes_.rend() - known) - 1;
  shapes_.push_back({batch, std::move(shape)});
  return static_cast<int>(shapes_.size()) - 1;
}

bool CardNotes::complete() const {
  if (!card_.node) return card_.element.has_value();
  const StructuralNode& node = *card_.node;
  return !node.follows && node.name.empty() && node.initial.a.isZero(0) && node.initial.alpha.isZero(0) &&
         node.mass.mass == 0;
}

void CardNotes::finish(ByteWriter& message, ByteWriter& logs) {
  if (const auto& node = card_.node) {
    const NodeProperties& properties = *node;
    auto known = std::find(properties_.rbegin(), properties_.rend(), properties);
    if (known == properties_.rend()) {
      properties_.push_back(properties);
      known = properties_.rbegin();
      message.number(Part::properties);
      visit_numbers(properties, [&](const auto& number) { message.number(number); });
    }
    message.number(Part::node);
    message.number(static_cast<std::uint32_t>(properties_.rend() - known) - 1);
    message.number(node->label);
    write(message, node->where);
    message.numbers(node->initial.x.data(), 3);
    message.numbers(node->initial.R.data(), 9);
    message.numbers(node->initial.v.data(), 3);
    message.numbers(node->initial.w.data(), 3);
    return;
  }
  const ElementNote& element = *card_.element;
  for (; shapes_written_ < shapes_.size(); ++shapes_written_) {
    message.number(Part::shape);
    message.number(shapes_[shapes_written_].batch);
    write(message, shapes_[shapes_written_].shape);
  }
  message.number(Part::element);
  message.number(element.shape);
  message.number(element.info.label);
  write(message, element.info.where);
  message.number(element.info.output);
  message.text(element.info.name);
  message.list(element.nodes, [&](NodeIndex node) { message.number(node); });
  message.list(element.scalars, [&](NodeIndex node) { message.number(node); });
  message.list(card_.masses, [&](const std::pair<NodeIndex, MassProperties>& part) {
    message.number(part.first);
    message.number(part.second.mass);
    message.numbers(part.second.first.data(), 3);
    message.numbers(part.second.inertia.data(), 9);
  });
  logs.text(element.log);
}

const CardNote& NoteReader::next(const char* file) {
  for (;;) {
    switch (message_.number<Part>()) {
      case Part::shape: {
        const int batch = message_.number<int>();
        shapes_.push_back({batch, read_shape(message_)});
        break;
      }
      case Part::properties: {
        NodeProperties properties;
        visit_numbers(properties, [&](auto& number) { number = message_.number<std::decay_t<decltype(number)>>(); });
        properties_.push_back(properties);
        break;
      }
      case Part::node: {
        StructuralNode node;
        static_cast<NodeProperties&>(node) = properties_[message_.number<std::uint32_t>()];
        node.label = message_.number<unsigned>();
        node.where = read_location(message_, file);
        message_.numbers(node.initial.x.data(), 3);
        message_.numbers(node.initial.R.data(), 9);
        message_.numbers(node.initial.v.data(), 3);
        message_.numbers(node.initial.w.data(), 3);
        card_.element.reset();
        card_.masses.clear();
        card_.node = std::move(node);
        return card_;
      }
      case Part::element: {
        card_.node.reset();
        if (!card_.element) card_.element.emplace();
        ElementNote& element = *card_.element;
        element.shape = message_.number<int>();
        element.batch = shape(element.shape).batch;
        element.info.label = message_.number<unsigned>();
        element.info.where = read_location(message_, file);
        element.info.output = message_.number<bool>();
        element.info.name = message_.text();
        message_.list(element.nodes, [&] { return message_.number<NodeIndex>(); });
        message_.list(element.scalars, [&] { return message_.number<NodeIndex>(); });
        message_.list(card_.masses, [&] {
          std::pair<NodeIndex, MassProperties> part;
          part.first = message_.number<NodeIndex>();
          part.second.mass = message_.number<double>();
          message_.numbers(part.second.first.data(), 3);
          message_.numbers(part.second.inertia.data(), 9);
          return part;
        });
        element.log = logs_.at_end() ? std::string_view() : logs_.text();
        return card_;
      }
      default:
        throw std::logic_error("notes of cards are out of step");
    }
  }
}

}  // namespace flexura
