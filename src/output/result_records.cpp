// The records of an instant on their way into the files of a ResultWriter.
#include <utility>

#include "output/result_writer.h"
#include "output/together.h"

namespace flexura {

/// All kinds of files at once. What goes wrong is kept until the end of the instant: the other ranks send, and must be
/// heard out.
class ResultWriter::Sinks final : public RecordSink {
 public:
  explicit Sinks(ResultWriter& owner) : owner_(owner) {}
  void begin_instant(const StepReport& report, const MonitorValues& monitored) {
    attempt([&] {
      if (owner_.netcdf_ && owner_.rank_ == 0) owner_.netcdf_->begin_instant(report, monitored);
      for (RunningWriter& writer : owner_.writers_) writer.instant(report);
    });
  }
  void begin_chunk(int chunk) override {
    if (owner_.text_) owner_.text_->begin_chunk(chunk);
    attempt([&] {
      if (owner_.netcdf_) owner_.netcdf_->begin_chunk(chunk);
    });
  }
  void record(int layout, unsigned label, const double* values) override {
    attempt([&] {
      if (owner_.text_) owner_.text_->record(layout, label, values);
      if (owner_.netcdf_) owner_.netcdf_->record(layout, label, values);
      for (RunningWriter& writer : owner_.writers_) writer.record(layout, label, values);
    });
  }
  /// Hands over what is left of an instant that all ranks write. Collective.
  void end_instant() {
    if (owner_.text_) {
      std::optional<Error> failure = owner_.text_->parts()->end_instant();
      if (!failure_) failure_ = failure;
    }
    attempt([&] {
      if (owner_.netcdf_) owner_.netcdf_->flush();
    });
  }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  template <class Function>
  void attempt(Function&& function) {
    if (failure_) return;
    try {
      function();
    } catch (const Error& e) {
      failure_ = e;
    } catch (const std::bad_alloc&) {
      failure_ = Error(ExitCode::out_of_memory, "out of memory");
    }
  }

  ResultWriter& owner_;
  std::optional<Error> failure_;
};

void ResultWriter::begin_netcdf() {
  if (!all_write_) {
    netcdf_.emplace(options_.prefix, model_, plan_, plan_, options_);
    return;
  }
  // The beginning of the file names all entities.
  const RecordPlan all(model_, ownership_, rank_, ranks_);
  netcdf_.emplace(options_.prefix, model_, plan_, all, options_);
}

/// The other ranks open the files of results that rank 0 has begun.
void ResultWriter::share() {
  const bool classic = netcdf_wanted_ && !arrays_wanted();
  ClassicRecords::Place place;
  if (rank_ == 0 && classic) place = netcdf_->share();
  MPI_Bcast(&place, sizeof place / sizeof(std::int64_t), MPI_INT64_T, 0, communicator_);
  together(communicator_, [&] {
    if (rank_ == 0) return;
    if (text_wanted_) text_.emplace(options_.prefix, options_.precision, plan_.layouts(), TextFile::Start::join);
    if (classic) netcdf_.emplace(options_.prefix, plan_, place);
  });
  if (text_) text_->share(communicator_);
}

void ResultWriter::write_together(const StepReport& report, const State& state, const double* momenta,
                                  const double* momentum_rates, const MonitorValues& monitored) {
  if (!all_write_ || !writes_records()) return;
  instant_is_open_ = true;
  Sinks sinks(*this);
  sinks.begin_instant(report, monitored);
  collector_->collect(state, momenta, momentum_rates, sinks);
  sinks.end_instant();
  try {
    throw_together(communicator_, pending_ ? pending_ : sinks.failure());
  } catch (const Error&) {
    drop_instant(rank_ == 0);
    instant_is_open_ = false;
    throw;
  }
  instant_is_open_ = false;
  if (text_) text_->parts()->keep();
  try {
    if (netcdf_) netcdf_->end_instant();
  } catch (const Error& e) {
    pending_ = e;
  }
}

/// No rank writes any more, and not all have written this instant.
void ResultWriter::drop_instant(bool cuts) noexcept {
  if (text_) text_->parts()->drop(cuts);
  if (netcdf_) netcdf_->drop(cuts);
}

void ResultWriter::send_records(const State& state, const double* momenta, const double* momentum_rates) {
  if (rank_ == 0 || all_write_ || !writes_records()) return;
  NoSink none;
  collector_->collect(state, momenta, momentum_rates, none);
}

void ResultWriter::take_records(const StepReport& report, const State& state, const double* momenta,
                                const double* momentum_rates, const MonitorValues& monitored) {
  if (all_write_ || !writes_records()) return;
  Sinks sinks(*this);
  sinks.begin_instant(report, monitored);
  collector_->collect(state, momenta, momentum_rates, sinks);
  if (sinks.failure()) throw Error(*sinks.failure());
  if (netcdf_) netcdf_->end_instant();
}

}  // namespace flexura
