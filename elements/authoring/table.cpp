#include "elements/authoring/table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "elements/joints/attachment_reader.h"
#include "elements/nodes/node_argument.h"

namespace flexura::authoring {

void Parameter::check(Reader& reader, double value) const {
  const bool low = lower_open ? value > lower : value >= lower;
  const bool high = upper_open ? value < upper : value <= upper;
  if (!low || !high) reader.fail(fmt::format("`{}` must be {}, found {}", name, range(), value));
}

std::string Parameter::range() const {
  const bool low = std::isfinite(lower), high = std::isfinite(upper);
  if (low && high) return fmt::format("in {}{}, {}{}", lower_open ? '(' : '[', lower, upper, upper_open ? ')' : ']');
  if (low) return fmt::format("{} {}", lower_open ? ">" : ">=", lower);
  if (high) return fmt::format("{} {}", upper_open ? "<" : "<=", upper);
  return {};
}

std::string Parameter::sample_value() const {
  if (!sample_text.empty()) return sample_text;
  if (type == "real" || type == "integer") {
    const bool low = std::isfinite(lower), high = std::isfinite(upper);
    double value = low && high ? 0.6 * lower + 0.4 * upper : low ? lower + 1.3 : high ? upper - 1.3 : 0.7;
    if (type == "integer") value = std::ceil(value);
    return fmt::format("{}", value);
  }
  if (type == "yes or no") return "yes";
  if (type == "text") return "\"sample\"";
  if (type == "vector") return "0.3, -0.5, 0.7";
  if (type == "orientation") return "euler, 0.3, -0.2, 0.5";
  if (type == "drive") return "string, \"1.5+0.4*sin(2.*Time)\"";
  if (type == "vector drive") return "component, string, \"2.+sin(Time)\", 0.4, string, \"-1.5*cos(2.*Time)\"";
  if (type == "shape") return "parabolic, 1., 2., 4.";
  if (type == "law of dimension 1") return "linear viscoelastic, 20., 0.5";
  if (type == "law of dimension 3") return "linear viscoelastic generic, diag, 20., 15., 30., diag, 0.5, 0.3, 0.2";
  if (type == "law of dimension 6")
    return "linear viscoelastic generic, diag, 20., 15., 30., 4., 6., 5., diag, 0.5, 0.3, 0.2, 0.1, 0.2, 0.1";
  if (type == "scalar function") return fmt::format("\"sample of {}\", pow, 2.", name);
  return type.substr(0, type.find(" |"));  // the first of several words
}

FrameContext Parameter::frame(std::span<const Pose> nodes) const {
  return frame_node < 0 ? FrameContext::absolute() : FrameContext::relative_to(nodes[frame_node]);
}

namespace {

/// What a message says about a parameter: "`gap` (m: closest distance)".
std::string described(const Parameter& parameter) {
  return fmt::format("`{}` ({})", parameter.name, parameter.documentation);
}

}  // namespace

void Table::read_in_order(Reader& reader, void* object, std::span<const Pose> nodes) const {
  for (const Parameter& parameter : parameters_) {
    if (parameter.is_optional && !(reader.more() && reader.keyword(parameter.name))) continue;
    if (!parameter.is_optional && !parameter.is_positional) reader.expect(parameter.name);
    parameter.read(reader, parameter, nodes, object);
  }
}

void Table::read_parameters(Reader& reader, void* object, std::span<const Pose> nodes, bool closed) const {
  if (in_order_) {
    read_in_order(reader, object, nodes);
    return;
  }
  std::vector<bool> found(parameters_.size(), false);
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const Parameter& parameter = parameters_[k];
    if (!parameter.is_positional) continue;
    if (!reader.more()) reader.fail_next(fmt::format("an argument is missing: expected {}", described(parameter)));
    parameter.read(reader, parameter, nodes, object);
    found[k] = true;
  }
  const auto named = [&] {
    for (std::size_t k = 0; k < parameters_.size(); ++k)
      if (!parameters_[k].is_positional && reader.keyword(parameters_[k].name)) return static_cast<int>(k);
    return -1;
  };
  while (reader.more()) {
    const int k = named();
    if (k < 0) break;
    const Parameter& parameter = parameters_[k];
    if (found[k]) reader.fail(fmt::format("{}: `{}` is given twice", name_, parameter.name));
    parameter.read(reader, parameter, nodes, object);
    found[k] = true;
  }
  if (closed && reader.more()) {
    const std::string word = reader.peek_word();
    if (!is_keyword(word, "output")) {
      std::vector<std::string> names;
      for (const Parameter& parameter : parameters_)
        if (!parameter.is_positional) names.push_back(parameter.name);
      if (word.empty()) reader.fail_next(fmt::format("{}: expected the name of a parameter or the end", name_));
      reader.word();
      reader.fail(
          fmt::format("{}: unknown parameter `{}`{}", name_, reader.argument_text(), did_you_mean(word, names)));
    }
  }
  for (std::size_t k = 0; k < parameters_.size(); ++k)
    if (!found[k] && !parameters_[k].is_optional)
      reader.fail(fmt::format("{}: {} is missing", name_, described(parameters_[k])));
}

std::vector<NodeIndex> Table::read_nodes(Reader& reader, void* object) const {
  std::vector<NodeIndex> result;
  std::optional<NodeArgument> first;
  Attachment at1;
  for (const NodeSlot& slot : nodes_) {
    if (!reader.more())
      reader.fail_next(fmt::format("an argument is missing: expected the label of node `{}`", slot.name));
    const NodeArgument node(reader, slot.rotations_optional);
    if (std::find(result.begin(), result.end(), node.index) != result.end())
      reader.fail(in_order_ && nodes_.size() == 2
                      ? "both nodes of the joint are the same"
                      : fmt::format("{}: node `{}` is one of the nodes before it", name_, slot.name));
    const FrameContext context = first ? second_context(node, *first, at1) : node.context();
    Attachment at;
    if (slot.set_position) {
      at.position = read_optional_position(reader, context);
      slot.set_position(object, at.position);
    }
    if (slot.set_orientation) {
      at.orientation = read_optional_orientation(reader, context);
      slot.set_orientation(object, at.orientation);
    }
    for (const auto& set : slot.set_points) {
      at.position = read_position(reader, context);
      set(object, at.position);
    }
    if (!first) {
      first = node;
      at1 = at;
    }
    result.push_back(node.index);
  }
  return result;
}

std::vector<const Parameter*> Table::card_order() const {
  std::vector<const Parameter*> order;
  for (const Parameter& p : parameters_) order.push_back(&p);
  if (!in_order_)
    std::stable_partition(order.begin(), order.end(), [](const Parameter* p) { return p->is_positional; });
  return order;
}

std::string Table::syntax() const {
  std::string text = name_;
  for (const NodeSlot& slot : nodes_) {
    text += fmt::format(", <{}>", slot.name);
    if (slot.set_position) text += " [, position, <vector>]";
    if (slot.set_orientation) text += " [, orientation, <orientation>]";
    for (std::size_t k = 0; k < slot.set_points.size(); ++k) text += " [, position], <vector>";
  }
  for (const Parameter* p : card_order()) {
    const std::string argument =
        p->is_positional ? fmt::format(", <{}>", p->name) : fmt::format(", {}, <{}>", p->name, p->type);
    text += p->is_optional ? " [" + argument + ']' : argument;
  }
  return text;
}

std::string Table::page() const {
  std::string text = fmt::format("{}: {}\n\n  {}\n", name_, documentation_, syntax());
  if (!parameters_.empty()) text += '\n';
  for (const Parameter& p : parameters_) {
    text += fmt::format("  {:<20} {:<20} {}", p.name, p.type, p.documentation);
    const std::string range = p.range();
    if (!range.empty()) text += fmt::format("; {}", range);
    if (p.is_optional) text += fmt::format("; default {}", p.default_text);
    text += '\n';
  }
  if (!unknowns_.empty()) text += "\n  own unknowns:";
  for (std::size_t k = 0; k < unknowns_.size(); ++k) text += fmt::format("{} {}", k ? "," : "", unknowns_[k].name);
  if (!unknowns_.empty()) text += '\n';
  return text;
}

std::string Table::sample() const {
  std::string text = name_;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    text += fmt::format(", {}", k + 1);
    if (nodes_[k].set_position) text += fmt::format(", position, {}, -0.2, {}", 0.3 + 0.2 * k, 0.4 - 0.3 * k);
    for (std::size_t i = 0; i < nodes_[k].set_points.size(); ++i) {
      constexpr std::array places = {"0.4, -0.1, 0.3", "0.9, 0.5, 0.3", "-0.2, 0.9, 0.7", "-0.2, 0.5, 0.1"};
      text += fmt::format(", position, {}", places[(2 * k + i) % places.size()]);
    }
    if (nodes_[k].set_orientation) text += fmt::format(", orientation, euler, {}, 0.5, -0.4", 0.3 + 0.4 * k);
  }
  for (const Parameter* p : card_order())
    text += p->is_positional ? ", " + p->sample_value() : fmt::format(", {}, {}", p->name, p->sample_value());
  return text;
}

}  // namespace flexura::authoring
