// Text of model files with the way back from an offset to file, line and column.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/error.h"

namespace flexura {

class MappedFile;

/// A text that is read: a file, an environment variable, or a string found inside another text.
///
/// Immutable and shared: expressions that are evaluated later (string drives) keep the text they came from, so that an
/// error at run time still points to the model file.
class SourceText {
 public:
  /// `name` is printed in messages; `first_line` numbers the first line of `text`.
  SourceText(const std::string& name, std::string text, int first_line = 1);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  /// Reads a whole file; a large one is mapped. Throws Error (input_error) when it cannot be read.
  static std::shared_ptr<const SourceText> load(const std::string& path);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const char* name() const { return name_; }
  /// File, line and column (from 1, in bytes) of an offset; for a derived text, those of the text it was taken from.
  [[nodiscard]] SourceLocation locate(std::size_t offset) const;
  /// The line that holds a location and, below it, a caret; empty when the location is not in this text.
  [[nodiscard]] std::string excerpt(const SourceLocation& where) const;
  /// Throws InputError at an offset: message, source line and caret.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

  /// A text made from characters of this one (a decoded string literal): `offsets[i]` is where character i stands here,
  /// one more entry marks the end. Keeps a copy of the lines concerned, not the whole text.
  [[nodiscard]] std::shared_ptr<const SourceText> derive(std::string text, std::vector<std::size_t> offsets) const;

 private:
  /// A line of this text, by number from 0 on, and where it begins.
  struct Line {
    int number;
    std::size_t start;
  };
  [[nodiscard]] Line line_at(std::size_t offset) const;
  [[nodiscard]] std::string_view line(int number) const;

  SourceText(const std::string& name, std::shared_ptr<const MappedFile> file);
  void find_lines();

  const char* name_;
  std::string own_;                         // the text, unless it is that of a file
  std::shared_ptr<const MappedFile> file_;  // a large one: ranks of one machine share its pages
  std::string_view text_;
  int first_line_;
  int lines_ = 1;
  std::vector<Line> marks_;                   // the line of each bytes_by_mark-th byte
  std::shared_ptr<const SourceText> origin_;  // of a derived text
  std::vector<std::size_t> offsets_;          // into origin_
};

}  // namespace flexura
