// The declarations of a type, made once in its static member `declare()`.
#pragma once

#include <memory>

#include <fmt/format.h>

#include "elements/authoring/motion.h"
#include "elements/authoring/table.h"
#include "elements/functions/library.h"
#include "input/shape.h"

namespace flexura::authoring {

/// How a value of a parameter is read, and what it is called. A type that has none cannot be a parameter.
template <class V>
struct ParameterType;

template <>
struct ParameterType<double> {
  static std::string name() { return "real"; }
  static std::string text(double value) { return fmt::format("{}", value); }
  static double read(Reader& reader, const Parameter& parameter, const FrameContext&) {
    if (!parameter.message_name.empty() && parameter.lower == 0)
      return parameter.lower_open ? reader.positive_real(parameter.message_name)
                                  : reader.non_negative_real(parameter.message_name);
    const double value = reader.real();
    parameter.check(reader, value);
    return value;
  }
};
template <>
struct ParameterType<int> {
  static std::string name() { return "integer"; }
  static std::string text(int value) { return fmt::format("{}", value); }
  static int read(Reader& reader, const Parameter& parameter, const FrameContext&) {
    const bool called = !parameter.message_name.empty() && parameter.lower == 1;
    const std::int64_t value = called ? reader.positive_integer(parameter.message_name) : reader.integer();
    parameter.check(reader, static_cast<double>(value));
    if (value != static_cast<int>(value)) reader.fail(fmt::format("`{}` is too large", parameter.name));
    return static_cast<int>(value);
  }
};
template <>
struct ParameterType<bool> {
  static std::string name() { return "yes or no"; }
  static std::string text(bool value) { return value ? "yes" : "no"; }
  static bool read(Reader& reader, const Parameter&, const FrameContext&) { return reader.yes_no(); }
};
template <>
struct ParameterType<std::string> {
  static std::string name() { return "text"; }
  static std::string text(const std::string& value) { return fmt::format("\"{}\"", value); }
  static std::string read(Reader& reader, const Parameter&, const FrameContext&) { return reader.string(); }
};
template <>
struct ParameterType<Vec3> {
  static std::string name() { return "vector"; }
  static std::string text(const Vec3& v) { return fmt::format("{}, {}, {}", v(0), v(1), v(2)); }
  static Vec3 read(Reader& reader, const Parameter& parameter, const FrameContext& context) {
    return parameter.is_point ? reader.position(context) : reader.direction(context);
  }
};
template <>
struct ParameterType<Mat3> {
  static std::string name() { return "orientation"; }
  static std::string text(const Mat3& m) { return m.isIdentity() ? "eye" : "a matrix"; }
  static Mat3 read(Reader& reader, const Parameter&, const FrameContext& context) {
    return reader.orientation(context);
  }
};
template <>
struct ParameterType<ScalarDrive> {
  static std::string name() { return "drive"; }
  static std::string text(const ScalarDrive&) { return "none"; }
  static ScalarDrive read(Reader& reader, const Parameter&, const FrameContext&) { return {reader.drive_id()}; }
};
template <>
struct ParameterType<Drive3> {
  static std::string name() { return "vector drive"; }
  static std::string text(const Drive3&) { return "null"; }
  static Drive3 read(Reader& reader, const Parameter&, const FrameContext& context) { return reader.drive3(context); }
};
template <>
struct ParameterType<ScalarFunctionPointer> {
  static std::string name() { return "scalar function"; }
  static std::string text(const ScalarFunctionPointer&) { return "none"; }
  static ScalarFunctionPointer read(Reader& reader, const Parameter&, const FrameContext&) {
    return read_scalar_function(reader);
  }
};
template <>
struct ParameterType<Shape> {
  static std::string name() { return "shape"; }
  static std::string text(const Shape& shape) { return fmt::format("const, {}", shape(0)); }
  static Shape read(Reader& reader, const Parameter&, const FrameContext&) { return read_shape(reader); }
};
template <int N>
struct ParameterType<Law<N>> {
  static std::string name() { return fmt::format("law of dimension {}", N); }
  static std::string text(const Law<N>&) { return "none"; }
  static Law<N> read(Reader& reader, const Parameter&, const FrameContext&) { return Law<N>(read_law<N>(reader)); }
};

/// A node with the members of T that keep where the element is attached to it.
template <class T>
class NodeDeclaration {
 public:
  explicit NodeDeclaration(NodeSlot& slot) : slot_(&slot) {}
  /// The member that keeps the point of attachment, node axes, m: `[, position, vector]`.
  NodeDeclaration& position(Vec3 T::*member) {
    slot_->set_position = [member](void* object, const Vec3& value) { static_cast<T*>(object)->*member = value; };
    return *this;
  }
  /// The member that keeps the axes of the element at the node: `[, orientation, matrix]`.
  NodeDeclaration& orientation(Mat3 T::*member) {
    slot_->set_orientation = [member](void* object, const Mat3& value) { static_cast<T*>(object)->*member = value; };
    return *this;
  }
  /// The member that keeps a point that must be given, node axes, m: `[position,] vector`; several follow each other.
  NodeDeclaration& point(Vec3 T::*member) {
    slot_->set_points.push_back(
        [member](void* object, const Vec3& value) { static_cast<T*>(object)->*member = value; });
    return *this;
  }
  /// Its orientation is not used, and no moment acts on it: nodes without orientation will do.
  NodeDeclaration& position_only() {
    slot_->rotations_optional = true;
    return *this;
  }

 private:
  NodeSlot* slot_;
};

template <class T>
class UnknownDeclaration {
 public:
  explicit UnknownDeclaration(UnknownSlot& slot) : slot_(&slot) {}
  /// The member that has its value at the start; zero without it.
  UnknownDeclaration& initial(double T::*member) {
    slot_->initial = [member](const void* object) { return static_cast<const T*>(object)->*member; };
    return *this;
  }
  /// It is the first of three that are a vector in global axes.
  UnknownDeclaration& first_of_global_vector() {
    slot_->vector = true;
    return *this;
  }

 private:
  UnknownSlot* slot_;
};

/// What a type says about itself:
///
///     static Declaration<Spring> declare() {
///       Declaration<Spring> d("spring", "k (l - l0) between two points");
///       d.node("point 1").position(&Spring::arm1);
///       d.node("point 2").position(&Spring::arm2);
///       d.parameter("stiffness", &Spring::stiffness, "N/m").at_least(0);
///       d.parameter("length", &Spring::length, "m: without force").above(0).optional();
///       return d;
///     }
template <class T>
class Declaration : public Table {
 public:
  using Table::Table;

  /// The card of an element: joint, force, ... instead of `user defined`.
  Declaration& on_card(std::string_view keyword) {
    card_ = keyword;
    return *this;
  }
  NodeDeclaration<T> node(std::string_view name) {
    nodes_.emplace_back();
    nodes_.back().name = name;
    return NodeDeclaration<T>(nodes_.back());
  }
  /// phi(x, R, t) = 0 and its multiplier: `r.equation(j) -= phi`.
  UnknownDeclaration<T> constraint(std::string_view name, Dimension dimension = Dimension::length) {
    return unknown(name, {Order::algebraic, Row::constraint, dimension, {}});
  }
  /// psi(x, R, v, w, t) = 0 and its multiplier: `r.equation(j) -= psi`.
  UnknownDeclaration<T> rate_constraint(std::string_view name, Dimension dimension = Dimension::velocity) {
    return unknown(name, {Order::algebraic, Row::rate, dimension, {}});
  }
  /// An internal state z with an equation for its rate.
  UnknownDeclaration<T> state(std::string_view name, Dimension dimension = Dimension::dimensionless) {
    return unknown(name, {Order::differential, Row::equation, dimension, {}});
  }
  /// An unknown that follows from an equation without rates.
  UnknownDeclaration<T> variable(std::string_view name, Dimension dimension = Dimension::dimensionless) {
    return unknown(name, {Order::algebraic, Row::equation, dimension, {}});
  }
  /// A member that the model file gives, `documentation` beginning with its unit. Its initialiser is the default of an
  /// optional one.
  template <class V>
  Parameter& parameter(std::string_view name, V T::*member, std::string_view documentation) {
    parameters_.emplace_back();
    Parameter& p = parameters_.back();
    p.name = name;
    p.documentation = documentation;
    p.type = ParameterType<V>::name();
    p.default_text = ParameterType<V>::text(T().*member);
    p.read = [member](Reader& reader, const Parameter& about, std::span<const Pose> nodes, void* object) {
      static_cast<T*>(object)->*member = ParameterType<V>::read(reader, about, about.frame(nodes));
    };
    if constexpr (requires(V v) { v.bind(0); }) remembers(member);
    return p;
  }
  /// A part of the card that a member function reads, for what no type of parameter can say; `type` is for the
  /// documentation. To be checked it needs a `sample`.
  Parameter& part(std::string_view name, void (T::*read)(Reader&, std::span<const Pose>), std::string_view type,
                  std::string_view documentation) {
    parameters_.emplace_back();
    Parameter& p = parameters_.back();
    p.name = name;
    p.documentation = documentation;
    p.type = type;
    p.default_text = "none";
    p.read = [read](Reader& reader, const Parameter&, std::span<const Pose> nodes, void* object) {
      (static_cast<T*>(object)->*read)(reader, nodes);
    };
    return p;
  }
  /// A law that such a part reads: its internal variables are those of the element.
  template <int N>
  Declaration& remembers(Law<N> T::*member) {
    memories_.push_back({[member](void* object, int first) { return (static_cast<T*>(object)->*member).bind(first); },
                         [member](const void* object, double* memory) {
                           (static_cast<const T*>(object)->*member).law().initial_memory(memory);
                         }});
    return *this;
  }
  /// A member that is the number of one of several words.
  Parameter& choice(std::string_view name, int T::*member, std::initializer_list<std::string_view> words,
                    std::string_view documentation) {
    Parameter& p = parameter(name, member, documentation);
    const std::vector<std::string_view> all(words);
    p.type = fmt::format("{}", fmt::join(all, " | "));
    p.default_text = all[static_cast<std::size_t>(T().*member)];
    p.read = [member, all](Reader& reader, const Parameter& about, std::span<const Pose>, void* object) {
      const std::string word = reader.word();
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (!is_keyword(word, all[k])) continue;
        static_cast<T*>(object)->*member = static_cast<int>(k);
        return;
      }
      reader.fail(fmt::format("`{}` must be one of: {}", about.name, fmt::join(all, ", ")));
    };
    return p;
  }

  /// Parameters stand in the order of declaration, as on cards of the language; optional ones have a keyword.
  Declaration& in_order() {
    in_order_ = true;
    return *this;
  }
  /// It depends on where its nodes are in space.
  Declaration& in_space() {
    traits_.in_space = true;
    return *this;
  }
  /// Its forces are the negative gradient of its energy: the common checks then expect a symmetric stiffness.
  Declaration& conservative() {
    traits_.conservative = true;
    return *this;
  }
  /// Multipliers act elsewhere than in the gradient of their constraints.
  Declaration& reactions_elsewhere() {
    traits_.reactions_elsewhere = true;
    return *this;
  }
  /// It is smooth in a part of the large random states of the common checks only: positions within 2 m times `part`,
  /// rotations within 2 rad times `part`; `around_input`: around where the model file puts the nodes.
  Declaration& smooth_within(double part, bool around_input = false) {
    traits_.spread = part;
    traits_.near_input = around_input;
    return *this;
  }

 private:
  UnknownDeclaration<T> unknown(std::string_view name, const UnknownInfo& info) {
    unknowns_.emplace_back();
    unknowns_.back().name = name;
    unknowns_.back().info = info;
    return UnknownDeclaration<T>(unknowns_.back());
  }
};

/// The declarations of a type, made at the first call.
template <class T>
const Declaration<T>& declaration() {
  static const Declaration<T> made = T::declare();
  return made;
}

}  // namespace flexura::authoring
