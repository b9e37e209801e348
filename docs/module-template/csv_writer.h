// A writer of results: one table for all of them.
#pragma once

#include <string>

#include <fmt/format.h>

#include "output/authored_writer.h"

namespace my_module {

using namespace flexura;
using namespace flexura::authoring;

/// PREFIX.csv: time, kind of results (the extension of their text file), label, and the numbers of the text row.
class CsvWriter {
 public:
  static Declaration<CsvWriter> declare() {
    Declaration<CsvWriter> d("csv", "one table with all results");
    d.parameter("only", &CsvWriter::only, "kind of results: \"mov\", \"jnt\", ...").optional();
    d.parameter("every", &CsvWriter::every, "steps from one instant to the next").at_least(1).optional();
    return d;
  }

  void begin(OutputFiles& files, const Model&, const std::vector<RecordLayout>&) {
    file = &files.open("csv");
    file->write("time,kind,label,values\n");
  }
  void instant(const StepReport& report) {
    wanted = report.step % every == 0;
    time = report.time;
  }
  void record(const RecordLayout& layout, unsigned label, std::span<const double> values) {
    const std::string& kind = layout.spec.extension;
    if (!wanted || !layout.has_text() || (!only.empty() && only != kind)) return;
    std::string row = fmt::format("{:.15g},{},{}", time, kind, label);
    for (int k = 0; k < layout.spec.text_columns; ++k) row += fmt::format(",{:.15g}", values[k]);
    file->write(row + '\n');
  }

 private:
  std::string only;
  int every = 1;
  OutputFiles::File* file = nullptr;
  bool wanted = true;
  double time = 0;
};

}  // namespace my_module
