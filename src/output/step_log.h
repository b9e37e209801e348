// The `.out` file: what happened, and one row a step.
#pragma once

#include <string>
#include <string_view>

#include "output/text_file.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// Rows "Step <step> <time> <time step> <iterations> <residual error> <solution error> <solution converged> <results
/// written>" between comment lines that begin with '#'. Throws Error(output_failed).
class StepLog {
 public:
  explicit StepLog(const std::string& prefix, TextFile::Start start = TextFile::Start::anew)
      : file_(prefix + ".out", start) {}

  /// Lines of comment, "# " before each.
  void comment(std::string_view text);
  /// The names of the columns, before the first row.
  void header();
  void step(const StepReport& report, bool results_written);
  void flush() { file_.flush(); }
  void close() { file_.close(); }
  std::int64_t sync() { return file_.sync(); }
  void cut_back(std::int64_t length) { file_.cut_back(length); }

 private:
  TextFile file_;
};

}  // namespace flexura
