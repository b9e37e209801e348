// Syntax tree of expressions; only the expression parser and its evaluation know it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "input/expression.h"
#include "input/functions.h"

namespace flexura {

/// What an evaluation needs.
struct EvaluationRun {
  SymbolTable& symbols;
  const DriveContext& context;
  const SourceText& source;
};

/// A node of the tree; `at` is the offset in the source that an error of this operation points to.
struct Expression::Node {
  explicit Node(std::size_t where) : at(where) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;
  [[nodiscard]] virtual Value evaluate(const EvaluationRun& run) const = 0;
  std::size_t at;
};

using NodePointer = std::unique_ptr<const Expression::Node>;

enum class Operator : std::uint8_t {
  plus,
  minus,
  not_,  // unary
  power,
  times,
  divide,
  remainder,
  add,
  subtract,  // arithmetic
  greater,
  greater_equal,
  equal,
  less_equal,
  less,
  not_equal,  // comparison
  and_,
  or_,
  exclusive_or  // logic
};

/// Spelling in the model file.
std::string_view symbol_of(Operator op);

struct LiteralNode final : Expression::Node {
  LiteralNode(std::size_t where, Value v) : Node(where), value(std::move(v)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun&) const override { return value; }
  Value value;
};

struct VariableNode final : Expression::Node {
  VariableNode(std::size_t where, const Symbol& s) : Node(where), symbol(s) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  const Symbol& symbol;
};

struct AssignmentNode final : Expression::Node {
  AssignmentNode(std::size_t where, Symbol& s, NodePointer v) : Node(where), symbol(s), value(std::move(v)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  Symbol& symbol;
  NodePointer value;  // null: a declaration without initial value
};

struct UnaryNode final : Expression::Node {
  UnaryNode(std::size_t where, Operator o, NodePointer a) : Node(where), op(o), operand(std::move(a)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  Operator op;
  NodePointer operand;
};

struct BinaryNode final : Expression::Node {
  BinaryNode(std::size_t where, Operator o, NodePointer a, NodePointer b)
      : Node(where),
        op(o),
        left(std::move(a)),
        right(std::move(b)),
        left_chain(dynamic_cast<const BinaryNode*>(left.get())) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  /// The operation on the value of its left operand.
  [[nodiscard]] Value apply(const Value& a, const EvaluationRun& run) const;
  Operator op;
  NodePointer left, right;
  const BinaryNode* left_chain;  ///< the left operand when it is a binary operation too
};

struct CastNode final : Expression::Node {
  CastNode(std::size_t where, Type t, NodePointer a) : Node(where), type(t), operand(std::move(a)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  Type type;
  NodePointer operand;
};

struct BuiltinNode final : Expression::Node {
  BuiltinNode(std::size_t where, const BuiltinFunction& f) : Node(where), function(f) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  const BuiltinFunction& function;
  std::array<NodePointer, 3> arguments;
};

/// A function of the `model::` namespace; `drive` and `drivep` are answered from the table of labelled drives.
struct ModelCallNode final : Expression::Node {
  ModelCallNode(std::size_t where, std::string n, std::vector<NodePointer> a)
      : Node(where), name(std::move(n)), arguments(std::move(a)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  std::string name;
  std::vector<NodePointer> arguments;

 private:
  [[nodiscard]] Taylor2 call_drive(const std::vector<Value>& values, const EvaluationRun& run) const;
};

/// Statements in parentheses; the value is that of the last one.
struct ListNode final : Expression::Node {
  ListNode(std::size_t where, std::vector<NodePointer> s) : Node(where), statements(std::move(s)) {}
  [[nodiscard]] Value evaluate(const EvaluationRun& run) const override;
  std::vector<NodePointer> statements;
};

}  // namespace flexura
