#include "input/value.h"

#include <fmt/format.h>

namespace flexura {

std::string_view name_of(Type type) {
  switch (type) {
    case Type::boolean:
      return "bool";
    case Type::integer:
      return "integer";
    case Type::real:
      return "real";
    case Type::string:
      break;
  }
  return "string";
}

bool Value::truth() const {
  switch (type()) {
    case Type::boolean:
      return std::get<bool>(data_);
    case Type::integer:
      return std::get<std::int32_t>(data_) != 0;
    default:
      return std::get<Taylor2>(data_).f != 0;
  }
}

std::int32_t Value::integer() const {
  return type() == Type::boolean ? static_cast<std::int32_t>(std::get<bool>(data_)) : std::get<std::int32_t>(data_);
}

Taylor2 Value::real() const { return type() == Type::real ? std::get<Taylor2>(data_) : Taylor2(integer()); }

std::string Value::text() const {
  switch (type()) {
    case Type::real:
      return fmt::format("{}", std::get<Taylor2>(data_).f);
    case Type::string:
      return string();
    default:
      return std::to_string(integer());
  }
}

}  // namespace flexura
