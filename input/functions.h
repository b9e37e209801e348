// Functions, casts and conversions of the expression language.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "input/symbol_table.h"
#include "input/value.h"

namespace flexura {

/// An operation that has no result: wrong type, outside the domain, overflow. The expression adds where it happened.
class EvaluationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A function of the `default::` namespace with a fixed number of arguments, at most three. One of `one`, `two` and
/// `general` is set.
struct BuiltinFunction {
  std::string_view name;
  int arguments = 0;
  Taylor2 (*one)(const Taylor2&) = nullptr;                  ///< real(real)
  bool (*valid)(double) = nullptr;                           ///< domain of `one`; null: all reals
  const char* domain = nullptr;                              ///< in words
  Taylor2 (*two)(const Taylor2&, const Taylor2&) = nullptr;  ///< real(real, real)
  Value (*general)(const Value* arguments, SymbolTable& symbols) = nullptr;
  bool effects = false;  ///< not a pure function of its arguments: random numbers, printing
};

/// Null when there is no such function; names are case sensitive.
const BuiltinFunction* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();
/// Throws EvaluationError for arguments of the wrong type or outside the domain.
Value call(const BuiltinFunction& function, const Value* arguments, SymbolTable& symbols);

/// Type of a word `bool`, `integer`, `real` or `string`; false when it is none.
bool parse_type(std::string_view word, Type& type);

/// Value as it is stored in a variable of a type: promotions, numbers to bool, whole reals to integer.
Value assign_as(const Value& value, Type type);
/// Value of the explicit cast `type(value)`: also truncates reals to integers and reads numbers from strings.
Value cast(const Value& value, Type type);

/// A real result: throws when it is not finite. Derivatives that do not exist (sqrt at 0) count as zero, those of
/// constants are zero.
Taylor2 checked(const Taylor2& result, std::string_view operation);
/// base^exponent as the language has it: integers give an integer unless the exponent is negative.
Value power(const Value& base, const Value& exponent);
/// The number in a value; throws EvaluationError for a string.
Taylor2 number(const Value& value);

}  // namespace flexura
