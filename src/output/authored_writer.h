// Writers of results made of one class.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "elements/authoring/catalogue.h"
#include "elements/authoring/module.h"
#include "input/run_storage.h"
#include "output/writer_types.h"

namespace flexura::authoring {

constexpr std::uint64_t writer_layout =
    layout_of({sizeof(OutputFiles), sizeof(OutputFiles::File), sizeof(OutputWriter), sizeof(RecordLayout),
               sizeof(StepReport), sizeof(Archive), sizeof(WriterMaker)});

/// The writer behind a class W with `declare()` and
///     void begin(OutputFiles& files, const Model& model, const std::vector<RecordLayout>& layouts);
///     void record(const RecordLayout& layout, unsigned label, std::span<const double> values);
/// and, when it has them:
///     void instant(const StepReport& report);   // time and number of the step whose records follow
///     void finish();                            // behind the last instant
///     void remember(Archive& archive);          // what it keeps from instant to instant, for checkpoints
template <class W>
class AuthoredWriter final : public OutputWriter {
 public:
  explicit AuthoredWriter(W writer) : writer_(std::move(writer)) {}
  void begin(OutputFiles& files, const Model& model, const std::vector<RecordLayout>& layouts) override {
    layouts_ = &layouts;
    writer_.begin(files, model, layouts);
  }
  void instant(const StepReport& report) override {
    if constexpr (requires(W & w) { w.instant(report); }) writer_.instant(report);
  }
  void record(int layout, unsigned label, const double* values) override {
    const RecordLayout& about = (*layouts_)[layout];
    writer_.record(about, label, std::span(values, static_cast<std::size_t>(about.spec.record_size)));
  }
  void finish() override {
    if constexpr (requires(W & w) { w.finish(); }) writer_.finish();
  }
  void remember(Archive& archive) override {
    if constexpr (requires(W & w) { w.remember(archive); }) writer_.remember(archive);
  }

 private:
  W writer_;
  const std::vector<RecordLayout>* layouts_ = nullptr;
};

/// Makes a writer known; `types.writer<W>()` in a module. Throws std::logic_error for a keyword that is taken.
template <class W>
void add_writer_type(WriterRegistry& registry) {
  const Declaration<W>& about = declaration<W>();
  const auto read = [](Reader& reader, OutputOptions&) {
    W writer;
    declaration<W>().read_parameters(reader, &writer, {}, true);
    const auto requested = run_storage<RequestedWriters>(reader.shared_symbols());
    requested->makers.push_back([writer] { return std::make_unique<AuthoredWriter<W>>(writer); });
  };
  registry.add(about.name(), read, std::string(about.documentation()));
  add_to_catalogue({CatalogueEntry::Kind::writer, &about, 0, false, nullptr});
}
template <class W>
void add_type(Writer<W>) {
  check_writer_layout(writer_layout);
  add_writer_type<W>(open_writer_types());
}

}  // namespace flexura::authoring
