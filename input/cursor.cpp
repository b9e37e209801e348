#include "input/cursor.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "input/keyword.h"

namespace flexura {

void Cursor::skip_blanks() {
  for (;;) {
    const char c = peek();
    if (is_blank(c)) {
      ++position_;
    } else if (c == '/' && peek(1) == '*') {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) fail("comment `/*` is not closed by `*/`");
      position_ = end + 2;
    } else if (c == '#') {
      const std::size_t end = text_.find('\n', position_);
      position_ = end == std::string_view::npos ? text_.size() : end + 1;
    } else {
      return;
    }
  }
}

bool Cursor::accept(char c) {
  skip_blanks();
  if (at_end() || peek() != c) return false;
  ++position_;
  return true;
}

std::string_view Cursor::name() {
  if (!is_name_start(peek())) return {};
  const std::size_t start = position_;
  while (is_name_char(peek())) ++position_;
  return text_.substr(start, position_ - start);
}

std::optional<NumberToken> Cursor::number() {
  if (!is_digit(peek()) && !(peek() == '.' && is_digit(peek(1)))) return std::nullopt;
  const std::size_t start = position_;
  std::size_t end = start;
  const auto at = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  bool is_integer = true;
  while (is_digit(at(end))) ++end;
  if (at(end) == '.') {
    is_integer = false;
    ++end;
    while (is_digit(at(end))) ++end;
  }
  if (at(end) == 'e' || at(end) == 'E') {
    std::size_t exponent = end + 1;
    if (at(exponent) == '+' || at(exponent) == '-') ++exponent;
    if (!is_digit(at(exponent))) fail_at(end, "exponent of a number has no digits");
    is_integer = false;
    end = exponent;
    while (is_digit(at(end))) ++end;
  }
  const std::string_view digits = text_.substr(start, end - start);
  if (is_name_char(at(end)) || at(end) == '.') {
    fail_at(end, "unexpected `" + std::string(1, at(end)) + "` in the number `" + std::string(digits) + "`");
  }
  NumberToken token;
  token.is_integer = is_integer;
  const char* const last = digits.data() + digits.size();
  if (is_integer) {
    if (std::from_chars(digits.data(), last, token.integer).ec != std::errc{}) {
      fail("integer " + std::string(digits) + " is larger than " +
           std::to_string(std::numeric_limits<std::int32_t>::max()) + "; write `" + std::string(digits) +
           ".` if a real number is meant");
    }
    token.real = token.integer;
  } else if (std::from_chars(digits.data(), last, token.real).ec != std::errc{}) {
    token.real = std::strtod(std::string(digits).c_str(), nullptr);  // tells underflow from overflow
    if (std::isinf(token.real)) fail("number " + std::string(digits) + " is outside the range of real numbers");
  }
  position_ = end;
  return token;
}

namespace {
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (fold(c) >= 'a' && fold(c) <= 'f') return fold(c) - 'a' + 10;
  return -1;
}
}  // namespace

StringToken Cursor::string_literal() {
  const std::size_t start = position_;
  StringToken token;
  ++position_;
  const auto put = [&](char c, std::size_t where) {
    token.text.push_back(c);
    token.offsets.push_back(where);
  };
  for (;; ++position_) {
    if (at_end()) fail_at(start, "string is not closed by `\"`");
    const char c = peek();
    if (c == '"') break;
    if (c != '\\') {
      put(c, position_);
      continue;
    }
    const std::size_t where = position_++;
    if (at_end()) continue;
    const char escaped = peek();
    if (escaped == '\n') continue;
    if (escaped == '\r' && peek(1) == '\n') {
      ++position_;
    } else if (hex_digit(escaped) >= 0 && hex_digit(peek(1)) >= 0) {
      put(static_cast<char>(16 * hex_digit(escaped) + hex_digit(peek(1))), where);
      ++position_;
    } else {
      put(escaped, where);
    }
  }
  token.offsets.push_back(position_);
  ++position_;
  return token;
}

void Cursor::skip_string() {
  const std::size_t start = position_;
  for (++position_; !at_end() && peek() != '"'; ++position_) {
    if (peek() == '\\') ++position_;
  }
  if (at_end()) fail_at(start, "string is not closed by `\"`");
  ++position_;
}

std::string Cursor::describe() const {
  if (at_end()) return "end of the text";
  Cursor look = *this;
  std::string_view token;
  if (is_name_start(peek())) {
    token = look.name();
  } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
    std::size_t end = position_;
    while (end < text_.size() && (is_name_char(text_[end]) || text_[end] == '.')) ++end;
    token = text_.substr(position_, end - position_);
  } else if (peek() == '"') {
    const std::size_t end = text_.find_first_of("\"\n", position_ + 1);
    token = text_.substr(position_, end == std::string_view::npos ? end : end + 1 - position_);
  } else {
    token = text_.substr(position_, 1);
  }
  constexpr std::size_t longest = 40;
  if (token.size() > longest) return "`" + std::string(token.substr(0, longest)) + "...`";
  while (!token.empty() && is_blank(token.back())) token.remove_suffix(1);
  return "`" + std::string(token) + "`";
}

}  // namespace flexura
