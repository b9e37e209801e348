#include "output/output_writer.h"

#include <optional>
#include <utility>

#include "support/error.h"

namespace flexura {

OutputFiles::File& OutputFiles::open(std::string_view extension) {
  files_.push_back(std::unique_ptr<File>(new File(prefix_ + "." + std::string(extension), goes_on_)));
  return *files_.back();
}

void OutputFiles::remember(Archive& archive) {
  std::size_t count = files_.size();
  archive(count);
  if (count != files_.size())
    throw Error(ExitCode::input_error, "the checkpoint has " + std::to_string(count) +
                                           " files of a writer, it now has " + std::to_string(files_.size()));
  for (const auto& file : files_) {
    std::int64_t length = archive.saving() ? file->file_.sync() : 0;
    archive(length);
    if (!archive.saving()) file->file_.cut_back(length);
    file->muted_ = false;
  }
}

void OutputFiles::flush() {
  for (const auto& file : files_) file->file_.flush();
}

void OutputFiles::close() {
  std::optional<Error> failure;
  for (const auto& file : files_) {
    try {
      file->file_.close();
    } catch (const Error& e) {
      if (!failure) failure = e;
    }
  }
  if (failure) throw Error(*failure);
}

RunningWriter::RunningWriter(std::unique_ptr<OutputWriter> writer, const std::string& prefix, const Model& model,
                             const std::vector<RecordLayout>& layouts, Archive* saved)
    : files_(std::make_unique<OutputFiles>(prefix, saved != nullptr)), writer_(std::move(writer)) {
  writer_->begin(*files_, model, layouts);
  if (saved) remember(*saved);
}

void RunningWriter::remember(Archive& archive) {
  files_->remember(archive);
  writer_->remember(archive);
}

}  // namespace flexura
