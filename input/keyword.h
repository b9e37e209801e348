// Keywords of the model file: blanks inside them and letter case do not count.
#pragma once

#include <string>
#include <string_view>

namespace flexura {

/// The form keywords are compared in: white space stripped, letters folded to lower case ("Control  Data" ->
/// "controldata").
std::string normal_form(std::string_view text);

/// True when `word`, already in normal form, is the keyword `keyword` in any spelling. Allocates nothing.
bool is_keyword(std::string_view word, std::string_view keyword);

/// White space of the language: what C `isspace` accepts in the "C" locale.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }
constexpr char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace flexura
