// What a type of the program says about itself: keyword, nodes, unknowns, parameters. Its reader, its line in `--list`,
// its documentation and its sample for the common checks all come from here.
#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/reader.h"
#include "model/model.h"

namespace flexura::authoring {

/// A parameter of the model file. Objects are passed as `void*`: a table knows their type, its users need not.
struct Parameter {
  std::string name;           ///< keyword in the model file
  std::string documentation;  ///< unit and meaning: "N/m: stiffness"
  std::string type;           ///< "real", "vector", ...
  std::string default_text;   ///< of an optional one
  std::string sample_text;    ///< arguments for the common checks
  bool is_optional = false;
  bool is_positional = false;
  int frame_node = -1;  ///< vectors and orientations: in axes of this node; -1: global
  bool is_point = false;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  bool lower_open = false, upper_open = false;
  std::string message_name;  ///< what messages call it instead of its name
  std::function<void(Reader&, const Parameter&, std::span<const Pose>, void*)> read;

  /// May be left out: the value is then that of the member's initialiser.
  Parameter& optional() {
    is_optional = true;
    return *this;
  }
  /// Is read without its keyword, in the order of declaration, before all others.
  Parameter& positional() {
    is_positional = true;
    return *this;
  }
  Parameter& above(double limit) { return bound(lower, lower_open, limit, true); }
  Parameter& at_least(double limit) { return bound(lower, lower_open, limit, false); }
  Parameter& below(double limit) { return bound(upper, upper_open, limit, true); }
  Parameter& at_most(double limit) { return bound(upper, upper_open, limit, false); }
  /// A vector or orientation given in axes of node k.
  Parameter& in_axes_of(int k) {
    frame_node = k;
    return *this;
  }
  /// A point given relative to node k, in its axes.
  Parameter& point_of(int k) {
    is_point = true;
    return in_axes_of(k);
  }
  /// What messages about its value call it, as the language's own cards do: "the length of a rod must be positive".
  Parameter& called(std::string text) {
    message_name = std::move(text);
    return *this;
  }
  /// What the common checks put in the model file instead of a value of the type's own.
  Parameter& sample(std::string text) {
    sample_text = std::move(text);
    return *this;
  }

  /// Where it is read, given the poses of the nodes.
  [[nodiscard]] FrameContext frame(std::span<const Pose> nodes) const;
  /// Throws InputError when a number is out of range.
  void check(Reader& reader, double value) const;
  /// "> 0", "in [0, 1)"; empty when every number will do.
  [[nodiscard]] std::string range() const;
  /// A value for the common checks.
  [[nodiscard]] std::string sample_value() const;

 private:
  Parameter& bound(double& where, bool& open, double limit, bool is_open) {
    where = limit;
    open = is_open;
    return *this;
  }
};

/// A structural node of an element.
struct NodeSlot {
  std::string name;
  bool rotations_optional = false;  ///< its orientation is not used
  std::function<void(void*, const Vec3&)> set_position;
  std::function<void(void*, const Mat3&)> set_orientation;
  std::vector<std::function<void(void*, const Vec3&)>> set_points;  ///< of those that must be given
};

/// An own unknown of an element and its equation.
struct UnknownSlot {
  std::string name;
  UnknownInfo info;
  bool vector = false;  ///< the first of three components in global axes
  std::function<double(const void*)> initial;
};

/// An internal variable that belongs to a law among the parameters.
struct MemorySlot {
  std::function<int(void*, int first)> bind;  ///< tells the law where its variables begin; returns their number
  std::function<void(const void*, double*)> initial;
};

/// What the common checks may expect of an element.
struct Traits {
  bool in_space = false;             ///< depends on where its nodes are in space, not only relative to each other
  bool conservative = false;         ///< its forces are the negative gradient of its energy
  bool reactions_elsewhere = false;  ///< forces of multipliers are not the gradient of their constraints
  bool near_input = false;           ///< smooth around the input positions only
  double spread = 1;                 ///< part of the large random states in which it is smooth
};

/// A named number of an element: column of results and private datum.
struct Quantity {
  std::string name;
  std::string dimension;  ///< "Length", "Force", ...
  std::string description;
  int rows = 1;
};

/// The declarations of one type, without its C++ type.
class Table {
 public:
  Table(std::string_view name, std::string_view documentation) : name_(name), documentation_(documentation) {}

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::string_view documentation() const { return documentation_; }
  [[nodiscard]] std::string_view card() const { return card_; }
  /// The family of labels that the card belongs to: "loadable" for `user defined`.
  [[nodiscard]] std::string_view family() const {
    return card_ == "user defined" ? std::string_view("loadable") : std::string_view(card_);
  }
  [[nodiscard]] const std::deque<Parameter>& parameters() const { return parameters_; }
  [[nodiscard]] const std::deque<NodeSlot>& nodes() const { return nodes_; }
  [[nodiscard]] const std::deque<UnknownSlot>& unknowns() const { return unknowns_; }
  [[nodiscard]] const std::deque<MemorySlot>& memories() const { return memories_; }
  [[nodiscard]] const Traits& traits() const { return traits_; }
  /// Parameters stand in the order of declaration.

  /// Reads the parameters into an object. `nodes`: poses of the nodes that frames refer to. `closed`: nothing but these
  /// parameters, and `output`, may follow. Throws InputError.
  void read_parameters(Reader& reader, void* object, std::span<const Pose> nodes, bool closed) const;
  /// Reads labels, offsets and axes of the nodes. Throws InputError.
  [[nodiscard]] std::vector<NodeIndex> read_nodes(Reader& reader, void* object) const;

  /// "name, node 1 [, position, vector], ..., stiffness, real [, gap, real (0.01)]".
  [[nodiscard]] std::string syntax() const;
  /// Documentation in several lines: what it is, syntax, a line for each parameter, unknown.
  [[nodiscard]] std::string page() const;
  /// Arguments from the keyword of the type on, with nodes labelled from 1 on.
  [[nodiscard]] std::string sample() const;

 protected:
  std::string name_, documentation_;
  std::string card_ = "user defined";
  std::deque<Parameter> parameters_;  // deques: what was declared stays where it is
  std::deque<NodeSlot> nodes_;
  std::deque<UnknownSlot> unknowns_;
  std::deque<MemorySlot> memories_;
  Traits traits_;
  bool in_order_ = false;

 private:
  void read_in_order(Reader& reader, void* object, std::span<const Pose> nodes) const;
  /// Parameters in the order in which a card may have them.
  [[nodiscard]] std::vector<const Parameter*> card_order() const;
};

}  // namespace flexura::authoring
