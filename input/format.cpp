#include "input/format.h"

#include <cstdio>
#include <string_view>

#include "input/functions.h"
#include "input/keyword.h"

namespace flexura {

namespace {

template <class T>
std::string print_with(const std::string& conversion, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int size = std::snprintf(nullptr, 0, conversion.c_str(), value);
  if (size < 0) throw EvaluationError("`sprintf` cannot write with the format \"" + conversion + "\"");
  std::string text(static_cast<std::size_t>(size), '\0');
  std::snprintf(text.data(), text.size() + 1, conversion.c_str(), value);
#pragma GCC diagnostic pop
  return text;
}

/// Flags, width and precision from just behind `%`; `at` moves to the conversion letter.
std::string modifiers(const std::string& format, std::size_t& at) {
  const std::size_t start = at;
  const auto next = [&] { return at < format.size() ? format[at] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = at;
    while (is_digit(next())) ++at;
    if (at - first > 3) throw EvaluationError("width or precision in the format \"" + format + "\" is too large");
  };
  while (next() != '\0' && std::string_view("-+ #0").find(next()) != std::string_view::npos) ++at;
  digits();
  if (next() == '.') {
    ++at;
    digits();
  }
  const std::string result = format.substr(start, at - start);
  while (next() == 'l' || next() == 'h') ++at;  // sizes are those of the language's types
  return result;
}

std::string convert(const std::string& format, const std::string& flags, char letter, const Value& value) {
  const std::string start = "%" + flags;
  if (std::string_view("eEfFgGaA").find(letter) != std::string_view::npos) {
    return print_with(start + letter, number(value).f);
  }
  if (letter == 's') return print_with(start + letter, value.text().c_str());
  if (letter == 'd' || letter == 'i' || letter == 'c') {
    return print_with(start + letter, static_cast<int>(assign_as(value, Type::integer).integer()));
  }
  if (std::string_view("ouxX").find(letter) != std::string_view::npos) {
    return print_with(start + letter, static_cast<unsigned>(assign_as(value, Type::integer).integer()));
  }
  throw EvaluationError("unknown conversion `%" + std::string(1, letter) + "` in the format \"" + format + "\"");
}

}  // namespace

std::string format_c(const std::string& format, const Value& value) {
  std::string text;
  int conversions = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
    } else if (i + 1 < format.size() && format[i + 1] == '%') {
      text += format[++i];
    } else {
      ++i;
      const std::string flags = modifiers(format, i);
      if (i >= format.size()) throw EvaluationError("format \"" + format + "\" ends inside a conversion");
      text += convert(format, flags, format[i], value);
      ++conversions;
    }
  }
  if (conversions != 1) throw EvaluationError("format \"" + format + "\" must hold exactly one conversion");
  return text;
}

}  // namespace flexura
