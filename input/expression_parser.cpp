// Recursive descent over the grammar of expressions; the levels are named as operators bind, loosest first.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "input/expression_tree.h"
#include "input/keyword.h"

namespace flexura {

namespace {

class ExpressionParser {
 public:
  ExpressionParser(Cursor& cursor, SymbolTable& symbols, Expression::Mode mode, std::vector<std::string> hints = {})
      : cursor_(cursor), symbols_(symbols), mode_(mode), hints_(std::move(hints)) {}

  NodePointer statement() {
    const Cursor start = cursor_;
    bool skip_existing = false;
    bool is_const = false;
    Type type{};
    std::string_view word = next_word();
    if (word == "ifndef") {
      skip_existing = true;
      word = next_word();
    }
    if (word == "const") {
      is_const = true;
      word = next_word();
    }
    if (parse_type(word, type)) {
      cursor_.skip_blanks();
      if (is_name_start(cursor_.peek())) return declaration(type, is_const, skip_existing);
      if (cursor_.peek() != '(') {
        cursor_.fail("expected the name of a variable after `" + std::string(word) + "`, found " + cursor_.describe());
      }
    }
    if (skip_existing || is_const) {
      cursor_.fail("expected a declaration: `[ifndef] [const] {bool|integer|real|string} name [= value]`");
    }
    cursor_ = start;
    return expression();
  }

  /// Whether a declaration begins here: `[ifndef] [const] TYPE NAME`.
  [[nodiscard]] bool declares() {
    const Cursor start = cursor_;
    std::string_view word = next_word();
    if (word == "ifndef") word = next_word();
    if (word == "const") word = next_word();
    Type type{};
    bool found = parse_type(word, type);
    if (found) {
      cursor_.skip_blanks();
      found = is_name_start(cursor_.peek());
    }
    cursor_ = start;
    return found;
  }

  NodePointer expression() {
    const Depth depth(*this);
    cursor_.skip_blanks();
    const Cursor start = cursor_;
    const std::string_view name = cursor_.name();
    if (!name.empty()) {
      cursor_.skip_blanks();
      if (cursor_.peek() == '=' && cursor_.peek(1) != '=') return assignment(start.position(), name);
    }
    cursor_ = start;
    return logic();
  }

  /// Statements up to `close` ('\0': the end of the text); an opening parenthesis stands at `open`.
  NodePointer list(char close, std::size_t open = 0) {
    std::vector<NodePointer> statements;
    cursor_.skip_blanks();
    const std::size_t start = cursor_.position();
    for (;;) {
      cursor_.skip_blanks();
      if (!statements.empty() && at(close)) break;
      if (close == ')' && cursor_.at_end()) cursor_.fail_at(open, "`(` is not closed by `)`");
      if (at(close)) cursor_.fail("expected an expression");
      statements.push_back(statement());
      cursor_.skip_blanks();
      if (cursor_.accept(';')) continue;
      if (at(close)) break;
      if (close == ')' && cursor_.at_end()) cursor_.fail_at(open, "`(` is not closed by `)`");
      if (close == ')') cursor_.fail("expected an operator, `;` or `)`, found " + cursor_.describe());
      cursor_.fail("expected an operator or `;`, found " + cursor_.describe());
    }
    if (statements.size() == 1) return std::move(statements.front());
    return std::make_unique<ListNode>(start, std::move(statements));
  }

  [[nodiscard]] const ExpressionUses& uses() const { return uses_; }

 private:
  /// Bounds the recursion, so that hostile input cannot exhaust the stack.
  struct Depth {
    explicit Depth(ExpressionParser& p) : parser(p) {
      if (++parser.depth_ > deepest) parser.cursor_.fail("expression is nested too deeply");
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser.depth_; }
    ExpressionParser& parser;
  };
  static constexpr int deepest = 400;
  static constexpr int longest_chain = 10000;

  [[nodiscard]] bool at(char close) const {
    return close ? cursor_.peek() == close && !cursor_.at_end() : cursor_.at_end();
  }

  std::string_view next_word() {
    cursor_.skip_blanks();
    return cursor_.name();
  }

  NodePointer declaration(Type type, bool is_const, bool skip_existing) {
    const std::size_t where = cursor_.position();
    const std::string name(cursor_.name());
    Symbol* const old = symbols_.find(name);
    const bool keep = old && skip_existing;
    if (old && !keep) check_redeclaration(*old, where);
    cursor_.skip_blanks();
    const bool has_value = cursor_.peek() == '=';
    if (!has_value && is_const && !keep) {
      cursor_.fail_at(where, "constant `" + name + "` needs a value: `const " + std::string(name_of(type)) + " " +
                                 name + " = ...`");
    }
    NodePointer value;
    if (has_value) {
      cursor_.advance();
      try {
        value = expression();
      } catch (const InputError&) {
        // The name counts as declared, so that one mistake is not reported again at each use of the name.
        if (!keep) declare(name, type, false, where);
        throw;
      }
    }
    if (keep) return variable(*old, where);
    uses_.effects = true;
    return std::make_unique<AssignmentNode>(where, declare(name, type, is_const, where), std::move(value));
  }

  void check_redeclaration(const Symbol& old, std::size_t where) {
    const bool refreshed = old.is_predefined && !old.is_const;
    if (symbols_.redefinition_allowed() && !refreshed) return;
    std::string text = "variable `" + old.name + "` is already declared";
    if (old.is_predefined) {
      text = "the name `" + old.name + "` is predefined";
    } else if (old.where.line) {
      text += " at " + old.where.str() + "; `ifndef` keeps the first declaration";
    }
    cursor_.fail_at(where, text);
  }

  Symbol& declare(const std::string& name, Type type, bool is_const, std::size_t where) {
    // Until it is assigned the value is one rather than zero: if that fails, no divisions by zero follow from it.
    const Value initial = type == Type::string ? Value("") : assign_as(Value(std::int32_t{1}), type);
    Symbol& symbol = symbols_.declare(name, type, is_const, initial);
    symbol.is_predefined = false;
    symbol.where = cursor_.source()->locate(where);
    return symbol;
  }

  NodePointer assignment(std::size_t where, std::string_view name) {
    Symbol* const symbol = symbols_.find(name);
    if (!symbol) unknown_variable(where, std::string(name));
    if (symbol->is_const) cursor_.fail_at(where, "`" + symbol->name + "` is const and cannot be assigned");
    if (symbol->plugin) {
      cursor_.fail_at(where, "`" + symbol->name + "` is a plugin variable and cannot be assigned");
    }
    cursor_.advance();
    uses_.effects = true;
    return std::make_unique<AssignmentNode>(where, *symbol, expression());
  }

  /// Consumes one of the operators of a level.
  bool operator_of(std::initializer_list<Operator> level, Operator& found) {
    cursor_.skip_blanks();
    for (const Operator op : level) {
      const std::string_view symbol = symbol_of(op);
      bool same = true;
      for (std::size_t i = 0; i < symbol.size(); ++i) same = same && cursor_.peek(i) == symbol[i];
      if (!same) continue;
      found = op;
      cursor_.advance(symbol.size());
      return true;
    }
    return false;
  }

  /// A level of left associative operators.
  template <class Next>
  NodePointer chain(std::initializer_list<Operator> level, Next&& next) {
    NodePointer left = next();
    Operator op{};
    for (int length = 0;; ++length) {
      cursor_.skip_blanks();
      const std::size_t where = cursor_.position();
      if (!operator_of(level, op)) return left;
      if (length > longest_chain) cursor_.fail_at(where, "expression is too long");
      left = std::make_unique<BinaryNode>(where, op, std::move(left), next());
    }
  }

  // One level for all three logic operators and one for all comparisons: this is not C.
  NodePointer logic() {
    return chain({Operator::and_, Operator::or_, Operator::exclusive_or}, [this] { return comparison(); });
  }
  NodePointer comparison() {
    return chain({Operator::greater_equal, Operator::less_equal, Operator::equal, Operator::not_equal,
                  Operator::greater, Operator::less},
                 [this] { return sum(); });
  }
  NodePointer sum() {
    return chain({Operator::add, Operator::subtract}, [this] { return product(); });
  }
  NodePointer product() {
    return chain({Operator::times, Operator::divide, Operator::remainder}, [this] { return raised(); });
  }
  NodePointer raised() {
    const Depth depth(*this);
    NodePointer base = unary();
    Operator op{};
    cursor_.skip_blanks();
    const std::size_t where = cursor_.position();
    if (!operator_of({Operator::power}, op)) return base;
    return std::make_unique<BinaryNode>(where, op, std::move(base), raised());
  }

  /// Signs bind tighter than `^`: -2^2 is 4.
  NodePointer unary() {
    const Depth depth(*this);
    cursor_.skip_blanks();
    const std::size_t where = cursor_.position();
    Operator op{};
    if (operator_of({Operator::plus, Operator::minus, Operator::not_}, op)) {
      return std::make_unique<UnaryNode>(where, op, unary());
    }
    return primary();
  }

  NodePointer primary() {
    const std::size_t where = cursor_.position();
    if (const auto number = cursor_.number()) {
      return std::make_unique<LiteralNode>(where, number->is_integer ? Value(number->integer) : Value(number->real));
    }
    if (cursor_.peek() == '"') return std::make_unique<LiteralNode>(where, Value(cursor_.string_literal().text));
    if (cursor_.peek() == '(') {
      cursor_.advance();
      NodePointer inner = list(')', where);
      cursor_.advance();
      return inner;
    }
    if (is_name_start(cursor_.peek())) return named(where);
    cursor_.fail("expected an expression, found " + cursor_.describe());
  }

  /// A variable or a function call, with its namespaces.
  NodePointer named(std::size_t where) {
    std::vector<std::string> path = {std::string(cursor_.name())};
    for (;;) {
      cursor_.skip_blanks();
      if (cursor_.peek() != ':' || cursor_.peek(1) != ':') break;
      cursor_.advance(2);
      const std::string_view next = next_word();
      if (next.empty()) cursor_.fail("expected a name after `::`, found " + cursor_.describe());
      path.emplace_back(next);
    }
    if (cursor_.peek() == '(') {
      cursor_.advance();
      return function(path, where);
    }
    if (path.size() > 1) {
      cursor_.fail("expected `(` and the arguments of a function, found " + cursor_.describe());
    }
    Symbol* const symbol = symbols_.find(path[0]);
    if (!symbol) unknown_variable(where, path[0]);
    return variable(*symbol, where);
  }

  NodePointer variable(const Symbol& symbol, std::size_t where) {
    if (symbol.is_predefined && !symbol.is_const) {
      (symbol.name == "Var" ? uses_.argument : uses_.time) = true;
    } else if (symbol.plugin) {
      uses_.model = true;
    } else if (!symbol.is_const) {
      uses_.variables = true;
    }
    return std::make_unique<VariableNode>(where, symbol);
  }

  [[noreturn]] void unknown_variable(std::size_t where, const std::string& name) {
    std::string text = "unknown variable `" + name + "`";
    if (name == "Time") {
      cursor_.fail_at(where, text + ": time is known from the control data block on; use a `postponed` drive");
    }
    std::vector<std::string> candidates = symbols_.names();
    candidates.insert(candidates.end(), hints_.begin(), hints_.end());
    text += did_you_mean(name, candidates);
    if (find_builtin(name)) text += ", `" + name + "` is a function: write `" + name + "(...)`";
    if (mode_ == Expression::Mode::deferred) {
      for (const std::string_view type : {"bool", "integer", "real", "string", "const", "ifndef"}) {
        if (name.size() > type.size() && std::string_view(name).substr(0, type.size()) == type) {
          text += "; a string drive cannot declare variables, declare them in a `set` card before it";
          break;
        }
      }
    }
    cursor_.fail_at(where, text);
  }

  std::vector<NodePointer> arguments() {
    std::vector<NodePointer> result;
    if (cursor_.accept(')')) return result;
    do {
      result.push_back(expression());
    } while (cursor_.accept(','));
    if (!cursor_.accept(')')) {
      cursor_.fail("expected an operator, `,` or `)` in the arguments of a function, found " + cursor_.describe());
    }
    return result;
  }

  void check_count(std::size_t where, const std::string& name, std::size_t count, int least, int most) {
    if (static_cast<int>(count) >= least && static_cast<int>(count) <= most) return;
    const std::string needed = least == most ? std::to_string(least) : fmt::format("{} or {}", least, most);
    cursor_.fail_at(
        where, fmt::format("function `{}` takes {} argument{}, found {}", name, needed, most == 1 ? "" : "s", count));
  }

  NodePointer function(const std::vector<std::string>& path, std::size_t where) {
    if (path.size() == 1) {
      constexpr std::string_view frozen = "_eval";
      std::string_view word = path[0];
      Type type{};
      if (parse_type(word, type)) return conversion(type, path[0], where, false);
      if (word.size() > frozen.size() && word.substr(word.size() - frozen.size()) == frozen) {
        word.remove_suffix(frozen.size());
        if (parse_type(word, type)) return conversion(type, path[0], where, mode_ == Expression::Mode::deferred);
      }
      return builtin(path[0], where);
    }
    if (path[0] == "default") {
      if (path.size() == 2) return builtin(path[1], where);
      cursor_.fail_at(where, "namespace `default` holds no namespace `" + path[1] + "`");
    }
    if (path[0] == "model") return model_function(path, where);
    cursor_.fail_at(where, "unknown namespace `" + path[0] + "`" + did_you_mean(path[0], {"default", "model"}));
  }

  NodePointer conversion(Type type, const std::string& name, std::size_t where, bool freeze) {
    const ExpressionUses outer = uses_;
    auto operands = arguments();
    check_count(where, name, operands.size(), 1, 1);
    auto node = std::make_unique<CastNode>(where, type, std::move(operands[0]));
    if (!freeze) return node;
    uses_ = outer;
    return std::make_unique<LiteralNode>(where, present_value(*node));
  }

  /// A frozen number does not change: it has no rates.
  Value present_value(const Expression::Node& node) {
    Value value = node.evaluate(
        EvaluationRun{symbols_, symbols_.present ? *symbols_.present : DriveContext{}, *cursor_.source()});
    return value.type() == Type::real ? Value(value.real().f) : value;
  }

  NodePointer builtin(const std::string& name, std::size_t where) {
    const BuiltinFunction* const found = find_builtin(name);
    if (!found) {
      if (symbols_.find(name)) {
        cursor_.fail_at(where, "`" + name + "` is a variable, not a function; is an operator missing before `(`?");
      }
      std::vector<std::string> candidates = builtin_names();
      for (const auto& model : ModelFunctions::names()) candidates.push_back("model::" + model);
      std::string text = "unknown function `" + name + "`";
      text += ModelFunctions::is_known(name) ? ", did you mean `model::" + name + "`?" : did_you_mean(name, candidates);
      cursor_.fail_at(where, text);
    }
    auto node = std::make_unique<BuiltinNode>(where, *found);
    auto operands = arguments();
    check_count(where, name, operands.size(), found->arguments, found->arguments);
    std::move(operands.begin(), operands.end(), node->arguments.begin());
    uses_.effects = uses_.effects || found->effects;
    return node;
  }

  /// What is written as a literal or as a constant; null when it is known only when the expression is evaluated.
  static const Value* known_value(const Expression::Node& node) {
    if (const auto* literal = dynamic_cast<const LiteralNode*>(&node)) return &literal->value;
    const auto* variable = dynamic_cast<const VariableNode*>(&node);
    return variable && variable->symbol.is_const ? &variable->symbol.value : nullptr;
  }

  /// A label written as a number or as a constant; nothing when it is known only when the expression is evaluated.
  static std::optional<unsigned> known_label(const Expression::Node& node) {
    const Value* value = known_value(node);
    if (!value || value->type() != Type::integer || value->integer() < 0) return std::nullopt;
    return static_cast<unsigned>(value->integer());
  }

  NodePointer model_function(const std::vector<std::string>& path, std::size_t where) {
    std::string name = path[1];
    for (std::size_t i = 2; i < path.size(); ++i) name += "::" + path[i];
    if (!ModelFunctions::is_known(name)) {
      cursor_.fail_at(where, "unknown function `model::" + name + "`" + did_you_mean(name, ModelFunctions::names()));
    }
    const ExpressionUses outer = uses_;
    auto operands = arguments();
    const auto [least, most] = ModelFunctions::arity(name);
    check_count(where, "model::" + name, operands.size(), least, most);
    // What is being read has a current value only while it is read.
    if (name == "current" && mode_ == Expression::Mode::deferred) {
      const ModelCallNode node(where, std::move(name), std::move(operands));
      uses_ = outer;
      return std::make_unique<LiteralNode>(where, present_value(node));
    }
    uses_.model = true;
    if (name == "drive" || name == "drivep") symbols_.drives.announce_use(known_label(*operands[0]));
    announce_element(name, operands);
    return std::make_unique<ModelCallNode>(where, std::move(name), std::move(operands));
  }

  /// Data of elements that a deferred expression will read are best known before the analysis starts. What is not
  /// constant, or not defined yet, is found when it is read.
  void announce_element(const std::string& name, const std::vector<NodePointer>& operands) {
    if (mode_ != Expression::Mode::deferred || !symbols_.model_functions || name.substr(0, 9) != "element::") return;
    try {
      std::vector<Value> values;
      const DriveContext context;
      for (const auto& operand : operands)
        if (!known_value(*operand)) symbols_.model_functions->expect_any_element();
      for (const auto& operand : operands)
        values.push_back(operand->evaluate(EvaluationRun{symbols_, context, *cursor_.source()}));
      symbols_.model_functions->check(name, values);
    } catch (const std::exception&) {
      symbols_.model_functions->expect_any_element();
    }
  }

  Cursor& cursor_;
  SymbolTable& symbols_;
  Expression::Mode mode_;
  std::vector<std::string> hints_;  // words that would also be valid where the expression starts
  ExpressionUses uses_;
  int depth_ = 0;
};

}  // namespace

Expression Expression::compile(Cursor& cursor, SymbolTable& symbols, Mode mode, const std::vector<std::string>& hints) {
  ExpressionParser parser(cursor, symbols, mode, hints);
  Expression result;
  result.source_ = cursor.source();
  result.root_ = mode == Mode::immediate && parser.declares() ? parser.statement() : parser.expression();
  result.uses_ = parser.uses();
  return result;
}

Expression Expression::compile_statement(Cursor& cursor, SymbolTable& symbols, Mode mode) {
  ExpressionParser parser(cursor, symbols, mode);
  Expression result;
  result.source_ = cursor.source();
  result.root_ = parser.statement();
  result.uses_ = parser.uses();
  return result;
}

Expression Expression::compile_list(const std::shared_ptr<const SourceText>& source, SymbolTable& symbols, Mode mode) {
  Cursor cursor(source);
  ExpressionParser parser(cursor, symbols, mode);
  Expression result;
  result.source_ = source;
  result.root_ = parser.list('\0');
  result.uses_ = parser.uses();
  return result;
}

Value evaluate_text(const std::string& text, SymbolTable& symbols, const std::string& name) {
  return Expression::compile_list(std::make_shared<SourceText>(name, text), symbols, Expression::Mode::immediate)
      .evaluate(symbols);
}

}  // namespace flexura
