#include "input/expression_tree.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace flexura {

std::string_view symbol_of(Operator op) {
  static constexpr std::array<std::string_view, 18> symbols = {"+", "-",  "!",  "^",  "*", "/",  "%",  "+",  "-",
                                                               ">", ">=", "==", "<=", "<", "!=", "&&", "||", "~|"};
  return symbols[static_cast<std::size_t>(op)];
}

namespace {

/// Runs an operation and gives its errors the place of the node, if they have none.
template <class Operation>
Value located(const Expression::Node& node, const EvaluationRun& run, Operation&& operation) {
  try {
    return operation();
  } catch (const EvaluationError& error) {
    run.source.fail(node.at, error.what());
  } catch (const InputError&) {
    throw;
  } catch (const StopRequest&) {
    throw;
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::input_error) throw;
    run.source.fail(node.at, error.what());
  }
}

[[noreturn]] void integer_overflow(std::int32_t a, Operator op, std::int32_t b) {
  throw EvaluationError(fmt::format("{} {} {} does not fit in an integer; use reals (`{}.`)", a, symbol_of(op), b, a));
}

Value integer_arithmetic(Operator op, std::int32_t a, std::int32_t b) {
  std::int32_t result = 0;
  bool overflow = false;
  switch (op) {
    case Operator::times:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    case Operator::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Operator::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    default:
      if (b == 0) throw EvaluationError(fmt::format("division by zero in `{}`", symbol_of(op)));
      overflow = b == -1 && a == std::numeric_limits<std::int32_t>::min();
      if (!overflow) result = op == Operator::divide ? a / b : a % b;
  }
  if (overflow) integer_overflow(a, op, b);
  return Value(result);
}

Value real_arithmetic(Operator op, const Taylor2& a, const Taylor2& b) {
  switch (op) {
    case Operator::times:
      return Value(checked(a * b, "*"));
    case Operator::add:
      return Value(checked(a + b, "+"));
    case Operator::subtract:
      return Value(checked(a - b, "-"));
    case Operator::divide:
      if (b.f == 0) throw EvaluationError("division by zero in `/`");
      return Value(checked(a / b, "/"));
    default:
      throw EvaluationError("`%` is the remainder of integers, found a real");
  }
}

Value arithmetic(Operator op, const Value& a, const Value& b) {
  if (op == Operator::add && (a.is_string() || b.is_string())) return Value(a.text() + b.text());
  if (a.is_string() || b.is_string()) {
    throw EvaluationError(fmt::format("`{}` needs numbers, found a string", symbol_of(op)));
  }
  if (op == Operator::power) return power(a, b);
  if (a.type() == Type::real || b.type() == Type::real) return real_arithmetic(op, a.real(), b.real());
  return integer_arithmetic(op, a.integer(), b.integer());
}

template <class T>
bool compare(Operator op, const T& a, const T& b) {
  switch (op) {
    case Operator::greater:
      return a > b;
    case Operator::greater_equal:
      return a >= b;
    case Operator::equal:
      return a == b;
    case Operator::less_equal:
      return a <= b;
    case Operator::less:
      return a < b;
    default:
      return a != b;
  }
}

Value comparison(Operator op, const Value& a, const Value& b) {
  if (a.is_string() || b.is_string()) {
    throw EvaluationError(fmt::format("`{}` compares numbers, found a string", symbol_of(op)));
  }
  return Value(compare(op, a.real().f, b.real().f));
}

bool truth(const Value& value, Operator op) {
  if (value.is_string()) {
    throw EvaluationError(fmt::format("`{}` needs truth values, found a string", symbol_of(op)));
  }
  return value.truth();
}

ModelFunctions& model_functions(const EvaluationRun& run, const std::string& name) {
  if (!run.symbols.model_functions) {
    throw EvaluationError("`model::" + name + "` needs the state of the model, which does not exist yet");
  }
  return *run.symbols.model_functions;
}

}  // namespace

Value VariableNode::evaluate(const EvaluationRun& run) const {
  if (!symbol.plugin) return symbol.value;
  return located(*this, run, [&] {
    const PluginCall& plugin = *symbol.plugin;
    return Value(model_functions(run, plugin.function).call(plugin.function, plugin.arguments, run.context));
  });
}

Value AssignmentNode::evaluate(const EvaluationRun& run) const {
  const Value result = value ? value->evaluate(run) : Value(std::int32_t{0});
  return located(*this, run, [&] {
    symbol.value = !value && symbol.type == Type::string ? Value("") : assign_as(result, symbol.type);
    return symbol.value;
  });
}

Value UnaryNode::evaluate(const EvaluationRun& run) const {
  const Value a = operand->evaluate(run);
  return located(*this, run, [&] {
    if (op == Operator::not_) return Value(!truth(a, op));
    if (a.is_string()) throw EvaluationError(fmt::format("`{}` needs a number, found a string", symbol_of(op)));
    if (a.type() == Type::real) return Value(op == Operator::minus ? -a.real() : a.real());
    return integer_arithmetic(op == Operator::minus ? Operator::subtract : Operator::add, 0, a.integer());
  });
}

Value BinaryNode::evaluate(const EvaluationRun& run) const {
  // A chain a + b + c + ... leans to the left. It is walked down here, not by recursion, so that thousands of terms
  // need no deep stack.
  constexpr int at_once = 64;
  std::array<const BinaryNode*, at_once> chain;
  int length = 0;
  const BinaryNode* node = this;
  chain[length++] = node;
  while (node->left_chain && length < at_once) {
    node = node->left_chain;
    chain[length++] = node;
  }
  Value value = node->left->evaluate(run);
  while (length > 0) value = chain[--length]->apply(value, run);
  return value;
}

Value BinaryNode::apply(const Value& a, const EvaluationRun& run) const {
  if (op >= Operator::and_) {
    return located(*this, run, [&] {
      const bool first = truth(a, op);
      if (op == Operator::and_ && !first) return Value(false);
      if (op == Operator::or_ && first) return Value(true);
      const bool second = truth(right->evaluate(run), op);
      return Value(op == Operator::exclusive_or ? first != second : second);
    });
  }
  const Value b = right->evaluate(run);
  return located(*this, run, [&] { return op >= Operator::greater ? comparison(op, a, b) : arithmetic(op, a, b); });
}

Value CastNode::evaluate(const EvaluationRun& run) const {
  const Value a = operand->evaluate(run);
  return located(*this, run, [&] { return cast(a, type); });
}

Value BuiltinNode::evaluate(const EvaluationRun& run) const {
  std::array<Value, 3> values;
  for (int i = 0; i < function.arguments; ++i) values[i] = arguments[i]->evaluate(run);
  return located(*this, run, [&] { return call(function, values.data(), run.symbols); });
}

Value ModelCallNode::evaluate(const EvaluationRun& run) const {
  std::vector<Value> values;
  values.reserve(arguments.size());
  for (const auto& argument : arguments) values.push_back(argument->evaluate(run));
  return located(*this, run, [&] {
    if (name == "drive" || name == "drivep") return Value(call_drive(values, run));
    return Value(model_functions(run, name).call(name, values, run.context));
  });
}

Taylor2 ModelCallNode::call_drive(const std::vector<Value>& values, const EvaluationRun& run) const {
  const std::int32_t label = assign_as(values[0], Type::integer).integer();
  const DrivePointer drive = label < 0 ? nullptr : run.symbols.drives.find(static_cast<unsigned>(label));
  if (!drive) throw EvaluationError(fmt::format("drive caller {} is not defined", label));
  constexpr int deepest = 100;
  static thread_local int depth = 0;
  struct Depth {
    Depth() { ++depth; }
    ~Depth() { --depth; }
  } const guard;
  if (depth > deepest) throw EvaluationError(fmt::format("drive caller {} depends on itself", label));
  const Taylor2 x = values.size() > 1 ? number(values[1]) : run.context.time;
  if (name == "drive") return drive->value(x, run.context);
  // f'(x) and its rate; the second rate would need the third derivative of the drive, and counts as zero.
  const Taylor2 f = drive->value(Taylor2(x.f, 1, 0), run.context);
  return {f.d, f.dd * x.d, 0};
}

Value ListNode::evaluate(const EvaluationRun& run) const {
  for (std::size_t i = 0; i + 1 < statements.size(); ++i) (void)statements[i]->evaluate(run);
  return statements.back()->evaluate(run);
}

Expression::Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Value Expression::evaluate(SymbolTable& symbols, const DriveContext& context) const {
  return root_->evaluate(EvaluationRun{symbols, context, *source_});
}

Value Expression::evaluate(SymbolTable& symbols) const {
  return evaluate(symbols, symbols.present ? *symbols.present : DriveContext{});
}

Taylor2 Expression::evaluate_real(SymbolTable& symbols, const DriveContext& context) const {
  const Value value = evaluate(symbols, context);
  if (value.is_string()) {
    source_->fail(root_->at, "expected a number, the value is the string \"" + value.string() + "\"");
  }
  return value.real();
}

}  // namespace flexura
