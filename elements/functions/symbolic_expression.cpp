// Recursive descent over sums, products, signs and powers; each operator is emitted behind its operands.
#include "elements/functions/symbolic_expression.h"

#include <algorithm>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include "input/cursor.h"

namespace flexura {

class SymbolicParser {
 public:
  using Code = SymbolicExpression::Code;

  SymbolicParser(Cursor cursor, const std::vector<std::string>& arguments)
      : cursor_(std::move(cursor)), arguments_(arguments) {}

  SymbolicExpression parse() {
    cursor_.skip_blanks();
    sum();
    if (!cursor_.at_end()) cursor_.fail("expected an operator, found " + cursor_.describe());
    return std::move(expression_);
  }

 private:
  struct Function {
    std::string_view name;
    Code code;
    int arguments;
  };
  static constexpr std::array<Function, 20> functions = {
      {{"sin", Code::sin, 1},   {"cos", Code::cos, 1},     {"tan", Code::tan, 1},     {"asin", Code::asin, 1},
       {"acos", Code::acos, 1}, {"atan", Code::atan, 1},   {"sinh", Code::sinh, 1},   {"cosh", Code::cosh, 1},
       {"tanh", Code::tanh, 1}, {"asinh", Code::asinh, 1}, {"acosh", Code::acosh, 1}, {"atanh", Code::atanh, 1},
       {"exp", Code::exp, 1},   {"log", Code::log, 1},     {"sqrt", Code::sqrt, 1},   {"abs", Code::abs, 1},
       {"csgn", Code::csgn, 1}, {"step", Code::step, 1},   {"atan2", Code::atan2, 2}, {"pow", Code::power, 2}}};
  struct Constant {
    std::string_view name;
    double value;
  };
  static constexpr std::array<Constant, 3> constants = {
      {{"Pi", std::numbers::pi}, {"Euler", std::numbers::egamma}, {"Catalan", 0.915965594177219015}}};

  void sum() {
    product();
    for (;;) {
      if (cursor_.accept('+')) {
        product();
        emit(Code::add, -1);
      } else if (cursor_.accept('-')) {
        product();
        emit(Code::subtract, -1);
      } else {
        return;
      }
    }
  }

  void product() {
    signed_power();
    for (;;) {
      if (cursor_.accept('*')) {
        signed_power();
        emit(Code::multiply, -1);
      } else if (cursor_.accept('/')) {
        signed_power();
        emit(Code::divide, -1);
      } else {
        return;
      }
    }
  }

  void signed_power() {
    // Counted on the parser's own stack, so that hostile input cannot exhaust the real one.
    if (++nesting_ > most_nested) cursor_.fail("expression is nested too deeply");
    if (cursor_.accept('-')) {
      signed_power();
      emit(Code::negate, 0);
    } else if (cursor_.accept('+')) {
      signed_power();
    } else {
      primary();
      if (cursor_.accept('^')) {
        signed_power();
        emit(Code::power, -1);
      }
    }
    --nesting_;
  }

  void primary() {
    cursor_.skip_blanks();
    const std::size_t start = cursor_.position();
    if (cursor_.accept('(')) {
      sum();
      expect(')');
    } else if (const std::string_view name = cursor_.name(); !name.empty()) {
      named(name, start);
    } else if (const auto number = cursor_.number()) {
      emit(Code::number, 1, 0, number->is_integer ? number->integer : number->real);
      cursor_.skip_blanks();
    } else {
      cursor_.fail("expected a number, a symbol or `(`, found " + cursor_.describe());
    }
  }

  void named(std::string_view name, std::size_t start) {
    cursor_.skip_blanks();
    const auto argument = std::find(arguments_.begin(), arguments_.end(), name);
    if (argument != arguments_.end()) {
      emit(Code::argument, 1, static_cast<int>(argument - arguments_.begin()));
      return;
    }
    for (const Constant& constant : constants) {
      if (constant.name != name) continue;
      emit(Code::number, 1, 0, constant.value);
      return;
    }
    for (const Function& function : functions) {
      if (function.name != name) continue;
      expect('(');
      sum();
      if (function.arguments == 2) {
        expect(',');
        sum();
      }
      expect(')');
      emit(function.code, 1 - function.arguments);
      return;
    }
    std::vector<std::string> known = arguments_;
    for (const Constant& constant : constants) known.emplace_back(constant.name);
    for (const Function& function : functions) known.emplace_back(function.name);
    cursor_.fail_at(start, fmt::format("unknown symbol `{}`{} (variables of the model file are not known here)", name,
                                       did_you_mean(std::string(name), known)));
  }

  void expect(char c) {
    if (!cursor_.accept(c)) cursor_.fail(fmt::format("expected `{}`, found {}", c, cursor_.describe()));
    cursor_.skip_blanks();
  }

  /// `growth` is what the operation adds to the evaluation stack.
  void emit(Code code, int growth, int argument = 0, double number = 0) {
    depth_ += growth;
    if (depth_ > SymbolicExpression::deepest) cursor_.fail("expression is nested too deeply");
    expression_.program_.push_back({code, argument, number});
  }

  static constexpr int most_nested = 200;
  Cursor cursor_;
  const std::vector<std::string>& arguments_;
  SymbolicExpression expression_;
  int depth_ = 0;
  int nesting_ = 0;
};

SymbolicExpression SymbolicExpression::compile(const std::shared_ptr<const SourceText>& source,
                                               const std::vector<std::string>& arguments) {
  return SymbolicParser(Cursor(source), arguments).parse();
}

bool SymbolicExpression::uses(int i) const {
  return std::any_of(program_.begin(), program_.end(),
                     [i](const Instruction& step) { return step.code == Code::argument && step.argument == i; });
}

}  // namespace flexura
