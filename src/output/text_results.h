// Text result files: one row an entity and instant, in the order of the model file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "output/number_format.h"
#include "output/record_collector.h"
#include "output/text_file.h"
#include "support/archive.h"

namespace flexura {

/// Writes `.mov`, `.ine`, `.jnt`, `.frc`, ...: one file for each extension that occurs among the layouts.
///
/// A row is the label, a blank and the numbers of the record separated by blanks, `%.<precision>e`.
class TextResults final : public RecordSink {
 public:
  /// Creates the files, or opens those that exist, for remember(); throws Error(output_failed).
  TextResults(const std::string& prefix, int precision, const std::vector<RecordLayout>& layouts,
              TextFile::Start start = TextFile::Start::anew);

  void record(int layout, unsigned label, const double* values) override;
  void flush();
  void close();
  /// Saves the lengths of the files once they are on the disk, or cuts the files back to the lengths saved.
  void remember(Archive& archive);

 private:
  const std::vector<RecordLayout>& layouts_;
  NumberFormat format_;
  std::vector<std::unique_ptr<TextFile>> files_;
  std::vector<TextFile*> file_of_layout_;  // null: no text row
};

/// Formats one row, or the rows of a layout with row suffixes, line ends included, at `out`; returns the end. Needs
/// row_room(layout) bytes.
char* write_row(char* out, const RecordLayout& layout, const NumberFormat& format, unsigned label,
                const double* values);

/// Bytes a row may take.
std::size_t row_room(const RecordLayout& layout);

}  // namespace flexura
