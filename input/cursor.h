// The lexer: a position in a text that steps over blanks, comments, names, numbers and strings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/source.h"

namespace flexura {

/// A number as written: digits only make an integer, a dot or an exponent makes a real.
struct NumberToken {
  bool is_integer = false;
  std::int32_t integer = 0;
  double real = 0;
};

/// A decoded string literal; `offsets[i]` is where character i stands in the text, the last entry is the closing quote.
struct StringToken {
  std::string text;
  std::vector<std::size_t> offsets;
};

/// Reads one text from left to right. Cheap to copy: a copy is a look-ahead.
class Cursor {
 public:
  Cursor() = default;
  explicit Cursor(std::shared_ptr<const SourceText> source, std::size_t position = 0)
      : source_(std::move(source)), text_(source_->text()), position_(position) {}

  [[nodiscard]] const std::shared_ptr<const SourceText>& source() const { return source_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  void seek(std::size_t position) { position_ = position; }
  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  /// The character here or `ahead` places further; '\0' beyond the end.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  void advance(std::size_t count = 1) { position_ += count; }

  /// Skips white space, `#` comments and `/* */` comments. An unterminated comment is an error.
  void skip_blanks();
  /// Skips blanks, then consumes `c` if it is next.
  bool accept(char c);
  /// A name `[_A-Za-z][_A-Za-z0-9]*`, or an empty view; blanks before it are not skipped.
  std::string_view name();
  /// An unsigned number, or nothing when none starts here. Throws InputError when an integer does not fit in 32 bits or
  /// a real overflows.
  std::optional<NumberToken> number();
  /// A string literal whose opening quote is next: escapes `\\`, `\"`, backslash-newline (removed), `\HH` (byte value).
  StringToken string_literal();
  /// Skips a string literal without decoding it.
  void skip_string();

  /// The text here for messages: a word, number or symbol, in back quotes.
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] SourceLocation where() const { return source_->locate(position_); }
  [[noreturn]] void fail(const std::string& message) const { source_->fail(position_, message); }
  [[noreturn]] void fail_at(std::size_t position, const std::string& message) const {
    source_->fail(position, message);
  }

 private:
  std::shared_ptr<const SourceText> source_;
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace flexura
