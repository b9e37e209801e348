#include "input/source.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "input/mapped_file.h"

namespace flexura {

namespace {

/// So many bytes of a text are searched for the line of a place: lines may be long, and a text one line.
constexpr std::size_t bytes_by_mark = 2048;

}  // namespace

SourceText::SourceText(const std::string& name, std::string text, int first_line)
    : name_(intern_file_name(name)), own_(std::move(text)), text_(own_), first_line_(first_line) {
  find_lines();
}

SourceText::SourceText(const std::string& name, std::shared_ptr<const MappedFile> file)
    : name_(intern_file_name(name)), file_(std::move(file)), text_(file_->begin(), file_->size()), first_line_(1) {
  find_lines();
}

void SourceText::find_lines() {
  Line line{0, 0};
  std::size_t marked = 0;
  const auto mark_until = [&](std::size_t end) {
    for (; marked <= end; marked += bytes_by_mark) marks_.push_back(line);
  };
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    mark_until(at);
    line = {line.number + 1, at + 1};
  }
  mark_until(text_.size());
  lines_ = line.number + 1;
}

SourceText::Line SourceText::line_at(std::size_t offset) const {
  const std::size_t mark = offset / bytes_by_mark;
  Line line = marks_[mark];
  const std::string_view before = text_.substr(0, offset);
  for (std::size_t at = before.find('\n', mark * bytes_by_mark); at != std::string::npos;
       at = before.find('\n', at + 1))
    line = {line.number + 1, at + 1};
  return line;
}

std::shared_ptr<const SourceText> SourceText::load(const std::string& path) {
  constexpr std::int64_t large = 1 << 20;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) {
    file.seekg(0, std::ios::end);
    const auto size = file.tellg();
    if (size > large) {
      return std::shared_ptr<const SourceText>(new SourceText(path, std::make_shared<MappedFile>(path)));
    }
    if (size > 0) {
      text.resize(static_cast<std::size_t>(size));
      file.seekg(0);
      file.read(text.data(), size);
    } else {  // pipes and devices do not know their size
      file.clear();
      file.seekg(0);
      file.clear();
      text.assign(std::istreambuf_iterator<char>(file), {});
    }
  }
  if (!file && !file.eof()) {
    const std::string why = errno ? ": " + std::generic_category().message(errno) : "";
    throw Error(ExitCode::input_error, "cannot read `" + path + "`" + why);
  }
  return std::make_shared<SourceText>(path, std::move(text));
}

SourceLocation SourceText::locate(std::size_t offset) const {
  if (origin_) return origin_->locate(offsets_[std::min(offset, offsets_.size() - 1)]);
  offset = std::min(offset, text_.size());
  const Line line = line_at(offset);
  return {name_, first_line_ + line.number, static_cast<int>(offset - line.start) + 1};
}

std::string_view SourceText::line(int number) const {
  const auto behind = std::upper_bound(marks_.begin(), marks_.end(), number,
                                       [](int wanted, const Line& mark) { return wanted < mark.number; });
  Line line = *(behind - 1);
  for (; line.number < number; ++line.number) line.start = text_.find('\n', line.start) + 1;
  const std::size_t start = line.start;
  std::size_t end = text_.find('\n', start);
  if (end == std::string::npos) end = text_.size();
  if (end > start && text_[end - 1] == '\r') --end;
  return text_.substr(start, end - start);
}

std::string SourceText::excerpt(const SourceLocation& where) const {
  if (origin_) return origin_->excerpt(where);
  const int index = where.line - first_line_;
  if (where.file != name_ || index < 0 || index >= lines_) return {};
  constexpr std::size_t widest = 160;
  std::string_view text = line(index);
  std::size_t column = static_cast<std::size_t>(where.column - 1);
  if (text.size() > widest) {  // a window of the line around the place
    const std::size_t start = column > widest / 2 ? std::min(column - widest / 2, text.size() - widest / 2) : 0;
    text = text.substr(start, widest);
    column -= start;
  }
  std::string result = "\n  ";
  result.append(text);
  result += "\n  ";
  for (std::size_t i = 0; i < column; ++i) result += i < text.size() && text[i] == '\t' ? '\t' : ' ';
  return result + '^';
}

void SourceText::fail(std::size_t offset, const std::string& message) const {
  const SourceLocation where = locate(offset);
  throw InputError(where, message + excerpt(where));
}

std::shared_ptr<const SourceText> SourceText::derive(std::string text, std::vector<std::size_t> offsets) const {
  auto result = std::make_shared<SourceText>(name_, std::move(text));
  if (origin_) {
    for (auto& offset : offsets) offset = offsets_[std::min(offset, offsets_.size() - 1)];
    result->origin_ = origin_;
  } else {
    const auto [first, start] = line_at(offsets.front());
    std::size_t end = text_.find('\n', offsets.back());
    if (end == std::string::npos) end = text_.size();
    for (auto& offset : offsets) offset -= start;
    result->origin_ =
        std::make_shared<SourceText>(name_, std::string(text_.substr(start, end - start)), first_line_ + first);
  }
  result->offsets_ = std::move(offsets);
  return result;
}

}  // namespace flexura
