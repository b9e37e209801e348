// Writers of results that a model file asks for by keyword: `output results: NAME, ...;`.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"
#include "output/options.h"
#include "output/record_layout.h"
#include "output/text_file.h"
#include "solvers/problems/observer.h"
#include "support/archive.h"

namespace flexura {

/// The files of a writer. When a saved run goes on they are cut back to what they had then, and what `begin` of the
/// writer puts into them is dropped: it is there already.
class OutputFiles {
 public:
  /// Files begin with `prefix` and a point; `goes_on`: they exist.
  OutputFiles(std::string prefix, bool goes_on) : prefix_(std::move(prefix)), goes_on_(goes_on) {}

  /// A file that `open` has made.
  class File {
   public:
    /// Throws Error (output_failed).
    void write(std::string_view text) {
      if (!muted_) file_.write(text);
    }

   private:
    friend class OutputFiles;
    File(std::string path, bool goes_on)
        : file_(std::move(path), goes_on ? TextFile::Start::go_on : TextFile::Start::anew), muted_(goes_on) {}
    TextFile file_;
    bool muted_;
  };
  /// PREFIX.extension; lives as long as the writer. To be called in its `begin`. Throws Error (output_failed).
  File& open(std::string_view extension);
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

  /// Lengths, once everything is on the disk; or back to the lengths saved.
  void remember(Archive& archive);
  void flush();
  /// Closes all, even when one fails; throws the first failure.
  void close();

 private:
  std::string prefix_;
  bool goes_on_;
  std::deque<std::unique_ptr<File>> files_;
};

/// Receives all results of a run, on rank 0, in the order of the model file. May throw Error (output_failed).
class OutputWriter {
 public:
  OutputWriter() = default;
  OutputWriter(const OutputWriter&) = delete;
  OutputWriter& operator=(const OutputWriter&) = delete;
  virtual ~OutputWriter() = default;

  /// Once, before the first instant; all are valid until the end of the run.
  virtual void begin(OutputFiles& files, const Model& model, const std::vector<RecordLayout>& layouts) = 0;
  /// The results of an instant follow.
  virtual void instant(const StepReport& report) = 0;
  /// Those of one node or element: `values` has record_size numbers of layouts[layout].
  virtual void record(int layout, unsigned label, const double* values) = 0;
  /// The last instant was written. Not called when the run failed.
  virtual void finish() = 0;
  /// What it keeps from instant to instant, for checkpoints.
  virtual void remember(Archive& archive) = 0;
};

/// Makes a writer; called when a run begins.
using WriterMaker = std::function<std::unique_ptr<OutputWriter>()>;

/// Those that a model file asks for: run_storage<RequestedWriters>(symbols).
struct RequestedWriters {
  std::vector<WriterMaker> makers;
};

/// A writer and its files.
class RunningWriter {
 public:
  RunningWriter(std::unique_ptr<OutputWriter> writer, const std::string& prefix, const Model& model,
                const std::vector<RecordLayout>& layouts, Archive* saved);
  void instant(const StepReport& report) { writer_->instant(report); }
  void record(int layout, unsigned label, const double* values) { writer_->record(layout, label, values); }
  void remember(Archive& archive);
  void flush() { files_->flush(); }
  void finish() { writer_->finish(); }
  void close() { files_->close(); }

 private:
  std::unique_ptr<OutputFiles> files_;  // stays where it is
  std::unique_ptr<OutputWriter> writer_;
};

}  // namespace flexura
