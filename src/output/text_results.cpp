#include "output/text_results.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "output/write_at.h"

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
  std::map<std::string, std::size_t> by_extension;
  for (const RecordLayout& layout : layouts) {
    std::size_t& file = file_of_layout_.emplace_back(none);
    if (!layout.has_text()) continue;
    const auto [known, fresh] = by_extension.emplace(layout.spec.extension, files_.size());
    if (fresh) files_.push_back(std::make_unique<TextFile>(prefix + "." + layout.spec.extension, start));
    file = known->second;
  }
}

bool TextResults::can_be_shared(const std::string& prefix, const std::vector<RecordLayout>& layouts) {
  return std::all_of(layouts.begin(), layouts.end(), [&](const RecordLayout& layout) {
    return !layout.has_text() || has_places(prefix + "." + layout.spec.extension);
  });
}

void TextResults::record(int layout, unsigned label, const double* values) {
  const std::size_t file = file_of_layout_[static_cast<std::size_t>(layout)];
  if (file == none) return;
  const RecordLayout& description = layouts_[layout];
  const std::size_t room = row_room(description);
  if (parts_) {
    parts_->advance(file, write_row(parts_->reserve(file, room), description, format_, label, values));
  } else {
    files_[file]->advance(write_row(files_[file]->reserve(room), description, format_, label, values));
  }
}

void TextResults::flush() {
  for (const auto& file : files_) file->flush();
}

void TextResults::sync() {
  for (const auto& file : files_) file->sync();
}

void TextResults::remember(Archive& archive) {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    std::int64_t length = archive.saving() ? files_[f]->sync() : 0;
    if (parts_) length = parts_->length(f);
    archive(length);
    if (!archive.saving()) files_[f]->cut_back(length);
  }
}

void TextResults::close() {
  for (const auto& file : files_) file->close();
}

}  // namespace flexura
