// Expressions in the notation of computer algebra, with exact derivatives: for symbolic laws and drives.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "input/source.h"
#include "math/dual.h"
#include "math/taylor.h"

namespace flexura {

/// A compiled expression of a few named arguments, written as GiNaC reads it.
///
/// Unlike the expressions of the model file, numbers are all real (1/3 is a third), unary minus binds looser than `^`
/// (-2^2 is -4), and no variables of the model file are known. Operators `+ - * / ^`, parentheses; constants `Pi`,
/// `Euler` (0.577...), `Catalan`; functions sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp log sqrt
/// abs csgn step, atan2(y, x), pow(x, y). step(0) is 1/2, csgn(0) is 0.
class SymbolicExpression {
 public:
  /// Throws InputError at the place in `source`, e.g. for an unknown symbol, with the nearest names.
  static SymbolicExpression compile(const std::shared_ptr<const SourceText>& source,
                                    const std::vector<std::string>& arguments);

  /// Value with the derivatives that S carries; `arguments` in the order of compile(). Allocates nothing. Where the
  /// expression has no value the result is NaN.
  template <class S>
  [[nodiscard]] S evaluate(const S* arguments) const;

  /// True when the value depends on argument i.
  [[nodiscard]] bool uses(int i) const;

 private:
  friend class SymbolicParser;

  // clang-format off
  enum class Code : std::uint8_t {
    number, argument, negate, add, subtract, multiply, divide, power,
    sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, exp, log, sqrt, abs, csgn, step, atan2
  };
  // clang-format on
  struct Instruction {
    Code code;
    int argument = 0;
    double number = 0;
  };
  static constexpr int deepest = 32;  // places of the evaluation stack

  template <class S>
  static S apply(Code code, const S& a);
  template <class S>
  static S apply(Code code, const S& a, const S& b);

  std::vector<Instruction> program_;  // in reverse Polish order
};

// clang-format off
template <class S>
S SymbolicExpression::apply(Code code, const S& a) {
  using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh, std::cos, std::cosh, std::exp,
      std::log, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  switch (code) {
    case Code::negate: return -a;
    case Code::sin: return sin(a);
    case Code::cos: return cos(a);
    case Code::tan: return tan(a);
    case Code::asin: return asin(a);
    case Code::acos: return acos(a);
    case Code::atan: return atan(a);
    case Code::sinh: return sinh(a);
    case Code::cosh: return cosh(a);
    case Code::tanh: return tanh(a);
    case Code::asinh: return asinh(a);
    case Code::acosh: return acosh(a);
    case Code::atanh: return atanh(a);
    case Code::exp: return exp(a);
    case Code::log: return log(a);
    case Code::sqrt: return sqrt(a);
    case Code::abs: return abs(a);
    case Code::csgn: return S(value_of(a) > 0 ? 1.0 : value_of(a) < 0 ? -1.0 : 0.0);
    default: return S(value_of(a) > 0 ? 1.0 : value_of(a) < 0 ? 0.0 : 0.5);  // step
  }
}

template <class S>
S SymbolicExpression::apply(Code code, const S& a, const S& b) {
  using std::atan2, std::pow;
  switch (code) {
    case Code::add: return a + b;
    case Code::subtract: return a - b;
    case Code::multiply: return a * b;
    case Code::divide: return a / b;
    case Code::power: return pow(a, b);
    default: return atan2(a, b);
  }
}
// clang-format on

template <class S>
S SymbolicExpression::evaluate(const S* arguments) const {
  std::array<S, deepest> stack;
  int top = -1;
  for (const Instruction& step : program_) {
    if (step.code == Code::number) {
      stack[++top] = S(step.number);
    } else if (step.code == Code::argument) {
      stack[++top] = arguments[step.argument];
    } else if (step.code == Code::atan2 || (step.code >= Code::add && step.code <= Code::power)) {
      --top;
      stack[top] = apply(step.code, stack[top], stack[top + 1]);
    } else {
      stack[top] = apply(step.code, stack[top]);
    }
  }
  return stack[0];
}

}  // namespace flexura
