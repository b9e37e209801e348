#include "output/text_results.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace flexura {

std::size_t row_room(const RecordLayout& layout) {
  const std::size_t row = 16 + static_cast<std::size_t>(layout.spec.text_columns) * (NumberFormat::max_width + 1);
  std::size_t room = layout.spec.row_suffixes.empty() ? row : 0;
  for (const std::string& suffix : layout.spec.row_suffixes) room += row + suffix.size();
  return room;
}

namespace {

char* write_one_row(char* out, const RecordLayout& layout, const NumberFormat& format, unsigned label,
                    std::string_view suffix, const double* values) {
  out = write_label(out, label, layout.padded);
  out = std::copy(suffix.begin(), suffix.end(), out);
  const std::uint8_t* is_label = layout.is_label.data();
  for (int k = 0; k < layout.spec.text_columns; ++k) {
    *out++ = ' ';
    out = is_label[k] ? write_label(out, static_cast<unsigned>(values[k]), false) : format.write(out, values[k]);
  }
  *out++ = '\n';
  return out;
}

}  // namespace

char* write_row(char* out, const RecordLayout& layout, const NumberFormat& format, unsigned label,
                const double* values) {
  if (layout.spec.row_suffixes.empty()) return write_one_row(out, layout, format, label, {}, values);
  for (const std::string& suffix : layout.spec.row_suffixes) {
    out = write_one_row(out, layout, format, label, suffix, values);
    values += layout.spec.text_columns;
  }
  return out;
}

TextResults::TextResults(const std::string& prefix, int precision, const std::vector<RecordLayout>& layouts,
                         TextFile::Start start)
    : layouts_(layouts), format_(precision) {
  std::map<std::string, TextFile*> by_extension;
  for (const RecordLayout& layout : layouts) {
    TextFile*& file = file_of_layout_.emplace_back(nullptr);
    if (!layout.has_text()) continue;
    TextFile*& known = by_extension[layout.spec.extension];
    if (!known) {
      files_.push_back(std::make_unique<TextFile>(prefix + "." + layout.spec.extension, start));
      known = files_.back().get();
    }
    file = known;
  }
}

void TextResults::record(int layout, unsigned label, const double* values) {
  TextFile* file = file_of_layout_[layout];
  if (!file) return;
  const RecordLayout& description = layouts_[layout];
  file->advance(write_row(file->reserve(row_room(description)), description, format_, label, values));
}

void TextResults::flush() {
  for (const auto& file : files_) file->flush();
}

void TextResults::remember(Archive& archive) {
  for (const auto& file : files_) {
    std::int64_t length = archive.saving() ? file->sync() : 0;
    archive(length);
    if (!archive.saving()) file->cut_back(length);
  }
}

void TextResults::close() {
  for (const auto& file : files_) file->close();
}

}  // namespace flexura
