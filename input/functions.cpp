#include "input/functions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "input/expression.h"
#include "input/format.h"
#include "input/keyword.h"

namespace flexura {

Taylor2 number(const Value& value) {
  if (value.is_string()) throw EvaluationError("expected a number, found the string \"" + value.string() + "\"");
  return value.real();
}

Taylor2 checked(const Taylor2& result, std::string_view operation) {
  if (!std::isfinite(result.f)) {
    throw EvaluationError(fmt::format("result of `{}` is {}", operation,
                                      std::isnan(result.f) ? "not a number" : "infinite or beyond the range of reals"));
  }
  return {result.f, std::isfinite(result.d) ? result.d : 0, std::isfinite(result.dd) ? result.dd : 0};
}

namespace {

using Arguments = const Value*;

std::int32_t to_integer(double x, const char* operation) {
  if (!(x > std::numeric_limits<std::int32_t>::min() - 1.0 && x < std::numeric_limits<std::int32_t>::max() + 1.0)) {
    throw EvaluationError(fmt::format("result {} of `{}` does not fit in an integer", x, operation));
  }
  return static_cast<std::int32_t>(x);
}

std::int32_t integer_argument(const Value& value) { return assign_as(value, Type::integer).integer(); }

Taylor2 ctan(const Taylor2& x) { return Taylor2(1) / tan(x); }
Taylor2 ctanh(const Taylor2& x) { return Taylor2(1) / tanh(x); }
Taylor2 actan(const Taylor2& x) { return Taylor2(M_PI_2) - atan(x); }
Taylor2 actanh(const Taylor2& x) { return atanh(Taylor2(1) / x); }
Taylor2 sign(const Taylor2& x) { return Taylor2((x.f > 0) - (x.f < 0)); }
Taylor2 unit_step(const Taylor2& x) { return Taylor2(x.f > 0); }
Taylor2 unit_ramp(const Taylor2& x) { return x.f > 0 ? x : Taylor2(0); }
Taylor2 unit_parabola(const Taylor2& x) { return x.f > 0 ? Taylor2(0.5) * x * x : Taylor2(0); }

bool not_negative(double x) { return x >= 0; }
bool positive(double x) { return x > 0; }
bool not_zero(double x) { return x != 0; }
bool within_one(double x) { return x >= -1 && x <= 1; }
bool inside_one(double x) { return x > -1 && x < 1; }
bool outside_one(double x) { return x < -1 || x > 1; }
bool at_least_one(double x) { return x >= 1; }
bool tangent_not_zero(double x) { return std::tan(x) != 0; }

Taylor2 arc_tangent(const Taylor2& y, const Taylor2& x) { return atan2(y, x); }
Taylor2 arc_cotangent(const Taylor2& x, const Taylor2& y) { return atan2(y, x); }
Taylor2 copy_sign(const Taylor2& magnitude, const Taylor2& sign_of) {
  return std::signbit(magnitude.f) == std::signbit(sign_of.f) ? magnitude : -magnitude;
}
Taylor2 smaller(const Taylor2& x, const Taylor2& y) { return y < x ? y : x; }
Taylor2 larger(const Taylor2& x, const Taylor2& y) { return y > x ? y : x; }
Taylor2 saturated_ramp(const Taylor2& x, const Taylor2& limit) { return x.f > 0 ? smaller(x, limit) : Taylor2(0); }

Value inside(Arguments a, bool with_low, bool with_high) {
  const double low = number(a[0]).f;
  const double x = number(a[1]).f;
  const double high = number(a[2]).f;
  return Value((with_low ? low <= x : low < x) && (with_high ? x <= high : x < high));
}

Value draw_random(Arguments, SymbolTable& symbols) {
  return Value(std::uniform_real_distribution<double>(-1, 1)(symbols.generator));
}
Value draw_integer(Arguments, SymbolTable& symbols) {
  return Value(std::uniform_int_distribution<std::int32_t>(0, RAND_MAX)(symbols.generator));
}
Value seed_generator(Arguments a, SymbolTable& symbols) {
  symbols.generator.seed(static_cast<std::mt19937::result_type>(integer_argument(a[0])));
  return Value(std::int32_t{0});
}
Value print_value(Arguments a, SymbolTable& symbols) {
  symbols.print_line(a[0].text());
  return Value(std::int32_t{0});
}
Value format_value(Arguments a, SymbolTable&) {
  if (!a[0].is_string()) throw EvaluationError("first argument of `sprintf` must be a string, the format");
  return Value(format_c(a[0].string(), a[1]));
}
Value stop_run(Arguments a, SymbolTable&) {
  if (a[0].is_string()) throw EvaluationError("first argument of `stop` must be a truth value, found a string");
  const std::int32_t code = integer_argument(a[1]);
  if (a[0].truth()) throw StopRequest(code, fmt::format("stopped by the model (`stop`) with code {}", code));
  return Value(code);
}

constexpr const char* within_one_text = "between -1 and 1";

constexpr BuiltinFunction real(std::string_view name, Taylor2 (*function)(const Taylor2&),
                               bool (*valid)(double) = nullptr, const char* domain = nullptr) {
  return {.name = name, .arguments = 1, .one = function, .valid = valid, .domain = domain};
}
constexpr BuiltinFunction real(std::string_view name, Taylor2 (*function)(const Taylor2&, const Taylor2&)) {
  return {.name = name, .arguments = 2, .two = function};
}
constexpr BuiltinFunction general(std::string_view name, int arguments, Value (*function)(Arguments, SymbolTable&),
                                  bool effects = false) {
  return {.name = name, .arguments = arguments, .general = function, .effects = effects};
}

const std::array builtins = std::to_array<BuiltinFunction>({
    real("sin", sin),
    real("cos", cos),
    real("tan", tan),
    real("ctan", ctan, tangent_not_zero, "off the poles"),
    real("asin", asin, within_one, within_one_text),
    real("acos", acos, within_one, within_one_text),
    real("atan", atan),
    real("actan", actan),
    real("sinh", sinh),
    real("cosh", cosh),
    real("tanh", tanh),
    real("ctanh", ctanh, not_zero, "other than 0"),
    real("asinh", asinh),
    real("acosh", acosh, at_least_one, "at least 1"),
    real("atanh", atanh, inside_one, "inside -1 and 1"),
    real("actanh", actanh, outside_one, "outside -1 and 1"),
    real("sqrt", sqrt, not_negative, "not negative"),
    real("exp", exp),
    real("log", log, positive, "positive"),
    real("log10", log10, positive, "positive"),
    real("abs", abs),
    real("sign", sign),
    real("step", unit_step),
    real("ramp", unit_ramp),
    real("par", unit_parabola),
    real("sramp", saturated_ramp),
    real("atan2", arc_tangent),
    real("actan2", arc_cotangent),
    real("copysign", copy_sign),
    real("min", smaller),
    real("max", larger),
    general("ceil", 1, [](Arguments a, SymbolTable&) { return Value(to_integer(std::ceil(number(a[0]).f), "ceil")); }),
    general("floor", 1,
            [](Arguments a, SymbolTable&) { return Value(to_integer(std::floor(number(a[0]).f), "floor")); }),
    general("round", 1,
            [](Arguments a, SymbolTable&) { return Value(to_integer(std::round(number(a[0]).f), "round")); }),
    general("in_ee", 3, [](Arguments a, SymbolTable&) { return inside(a, true, true); }),
    general("in_el", 3, [](Arguments a, SymbolTable&) { return inside(a, true, false); }),
    general("in_le", 3, [](Arguments a, SymbolTable&) { return inside(a, false, true); }),
    general("in_ll", 3, [](Arguments a, SymbolTable&) { return inside(a, false, false); }),
    general("random", 0, draw_random, true),
    general("rand", 0, draw_integer, true),
    general("seed", 1, seed_generator, true),
    general("sprintf", 2, format_value),
    general("print", 1, print_value, true),
    general("stop", 2, stop_run, true),
});

}  // namespace

const BuiltinFunction* find_builtin(std::string_view name) {
  const auto found = std::find_if(builtins.begin(), builtins.end(), [&](const auto& f) { return f.name == name; });
  return found == builtins.end() ? nullptr : &*found;
}

Value call(const BuiltinFunction& function, const Value* arguments, SymbolTable& symbols) {
  const auto constant = [](const Taylor2& x) { return x.d == 0 && x.dd == 0; };
  if (function.general) return function.general(arguments, symbols);
  const Taylor2 x = number(arguments[0]);
  if (function.one) {
    if (function.valid && !function.valid(x.f)) {
      throw EvaluationError(
          fmt::format("`{}({})` does not exist: the argument must be {}", function.name, x.f, function.domain));
    }
    const Taylor2 result = function.one(x);
    return Value(checked(constant(x) ? Taylor2(result.f) : result, function.name));
  }
  const Taylor2 y = number(arguments[1]);
  const Taylor2 result = function.two(x, y);
  return Value(checked(constant(x) && constant(y) ? Taylor2(result.f) : result, function.name));
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const auto& function : builtins) names.emplace_back(function.name);
  return names;
}

bool parse_type(std::string_view word, Type& type) {
  for (const Type candidate : {Type::boolean, Type::integer, Type::real, Type::string}) {
    if (word == name_of(candidate)) {
      type = candidate;
      return true;
    }
  }
  return false;
}

Value assign_as(const Value& value, Type type) {
  if (type == value.type()) return value;
  if (type == Type::string) return Value(value.text());
  if (value.is_string()) {
    throw EvaluationError(fmt::format("expected {} value, found the string \"{}\"",
                                      type == Type::integer ? "an integer" : "a " + std::string(name_of(type)),
                                      value.string()));
  }
  if (type == Type::boolean) return Value(value.truth());
  if (type == Type::real) return Value(value.real());
  if (value.type() != Type::real) return Value(value.integer());
  const double real = value.real().f;
  if (real != std::round(real)) {
    throw EvaluationError(fmt::format(
        "expected an integer, found {}; use `integer(...)`, `round(...)` or `floor(...)` to convert", real));
  }
  return Value(to_integer(real, "integer"));
}

Value cast(const Value& value, Type type) {
  if (value.is_string() && type != Type::string) {
    const std::string& text = value.string();
    double number_in_text = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number_in_text);
    if (error != std::errc{} || stop != end) {
      throw EvaluationError("the string \"" + text + "\" is not a number");
    }
    return cast(Value(number_in_text), type);
  }
  if (type == Type::integer && value.type() == Type::real) {
    return Value(to_integer(std::trunc(value.real().f), "integer"));
  }
  return assign_as(value, type);
}

Value power(const Value& base, const Value& exponent) {
  const Taylor2 b = number(base);
  const Taylor2 p = number(exponent);
  if (b.f == 0 && p.f < 0) throw EvaluationError("division by zero: 0 to a negative power");
  if (base.type() != Type::real && exponent.type() != Type::real && exponent.integer() >= 0) {
    return Value(to_integer(std::pow(b.f, p.f), "^"));
  }
  if (b.f < 0 && p.f != std::round(p.f)) {
    throw EvaluationError(
        fmt::format("{}^{} does not exist: a negative number to a power that is not whole", b.f, p.f));
  }
  if (b.d == 0 && b.dd == 0 && p.d == 0 && p.dd == 0) return Value(checked(std::pow(b.f, p.f), "^"));
  return Value(checked(pow(b, p), "^"));
}

}  // namespace flexura
