// Typed values of expressions: bool, integer, real (with time derivatives) and string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "math/taylor.h"

namespace flexura {

enum class Type : std::uint8_t { boolean, integer, real, string };

/// The word of the language for a type: "bool", "integer", "real", "string".
std::string_view name_of(Type type);

/// A value of an expression. Reals carry their first two time derivatives; the other types have none.
///
/// Promotion is bool -> integer -> real -> string; nothing else happens implicitly.
class Value {
 public:
  Value() : data_(std::int32_t{0}) {}
  explicit Value(bool b) : data_(b) {}
  explicit Value(std::int32_t i) : data_(i) {}
  explicit Value(double r) : data_(Taylor2(r)) {}
  explicit Value(const Taylor2& r) : data_(r) {}
  explicit Value(std::string s) : data_(std::move(s)) {}
  explicit Value(const char* s) : data_(std::string(s)) {}

  [[nodiscard]] Type type() const { return static_cast<Type>(data_.index()); }
  [[nodiscard]] bool is_number() const { return type() != Type::string; }
  [[nodiscard]] bool is_string() const { return type() == Type::string; }

  /// Truth: zero is false, anything else true. Throws std::bad_variant_access for a string.
  [[nodiscard]] bool truth() const;
  /// Integer value of a bool or integer. Throws std::bad_variant_access otherwise.
  [[nodiscard]] std::int32_t integer() const;
  /// Real value of a bool, integer or real. Throws std::bad_variant_access for a string.
  [[nodiscard]] Taylor2 real() const;
  /// The text of a string. Throws std::bad_variant_access otherwise.
  [[nodiscard]] const std::string& string() const { return std::get<std::string>(data_); }
  /// Text form of any value; reals with as many digits as are needed to read them back.
  [[nodiscard]] std::string text() const;

 private:
  std::variant<bool, std::int32_t, Taylor2, std::string> data_;
};

}  // namespace flexura
