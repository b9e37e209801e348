// Text result files: one row an entity and instant, in the order of the model file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "output/number_format.h"
#include "output/record_collector.h"
#include "output/text_file.h"
#include "output/text_parts.h"
#include "support/archive.h"

namespace flexura {

/// Writes `.mov`, `.ine`, `.jnt`, `.frc`, ...: one file for each extension that occurs among the layouts.
///
/// A row is the label, a blank and the numbers of the record separated by blanks, `%.<precision>e`. Lives on the rank
/// that writes, or, after share(), on all ranks of a communicator, each of which has the records it is home to.
class TextResults final : public RecordSink {
 public:
  /// Creates the files, or opens those that exist, for remember(), or those of another rank, for share(); throws
  /// Error(output_failed).
  TextResults(const std::string& prefix, int precision, const std::vector<RecordLayout>& layouts,
              TextFile::Start start = TextFile::Start::anew);

  /// Whether share() is possible: none of the files is there already as a pipe or the like.
  static bool can_be_shared(const std::string& prefix, const std::vector<RecordLayout>& layouts);
  /// From here on all ranks write, behind what rank 0 has. Collective.
  void share(MPI_Comm communicator) { parts_ = std::make_unique<TextParts>(files_, communicator); }
  /// Null while one rank writes.
  [[nodiscard]] TextParts* parts() { return parts_.get(); }

  void begin_chunk(int chunk) override {
    if (parts_ && chunk > 0) parts_->end_chunk();
  }
  void record(int layout, unsigned label, const double* values) override;
  void flush();
  void close();
  /// Waits until what this rank has written is on the disk.
  void sync();
  /// Saves the lengths of the files once they are on the disk, or cuts the files back to the lengths saved.
  void remember(Archive& archive);

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  const std::vector<RecordLayout>& layouts_;
  NumberFormat format_;
  std::vector<std::unique_ptr<TextFile>> files_;
  std::vector<std::size_t> file_of_layout_;  // none: no text row
  std::unique_ptr<TextParts> parts_;
};

/// Formats one row, or the rows of a layout with row suffixes, line ends included, at `out`; returns the end. Needs
/// row_room(layout) bytes.
char* write_row(char* out, const RecordLayout& layout, const NumberFormat& format, unsigned label,
                const double* values);

/// Bytes a row may take.
std::size_t row_room(const RecordLayout& layout);

}  // namespace flexura
