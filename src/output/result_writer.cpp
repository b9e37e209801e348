#include "output/result_writer.h"

#include <fmt/format.h>

#include <utility>

#include "assembly/ranks.h"
#include "model/remembers.h"
#include "output/eigen_results.h"
#include "output/model_log.h"
#include "output/state_space_results.h"
#include "output/together.h"
#include "support/version.h"

namespace flexura {

namespace {

/// Somebody may look at the files while the analysis runs.
constexpr auto flush_interval = std::chrono::seconds(2);

}  // namespace

ResultWriter::ResultWriter(const Model& model, OutputOptions options, const Ownership& ownership, MPI_Comm communicator)
    : model_(model),
      ownership_(ownership),
      options_(std::move(options)),
      communicator_(communicator),
      rank_(rank_in(communicator)),
      ranks_(ranks_in(communicator)),
      all_write_(ranks_ > 1 && options_.netcdf_format != NetcdfFormat::nc4 &&
                 options_.netcdf_format != NetcdfFormat::nc4classic),
      plan_(model, ownership, rank_, ranks_, RecordPlan::default_chunk,
            all_write_ ? RecordHomes::runs : RecordHomes::root) {
  if (options_.monitors) monitors_.emplace(model, ownership, communicator);
  chosen_by_size_ = !options_.netcdf && !options_.text && plan_.text_rows() > large_model;
  netcdf_wanted_ = options_.netcdf.value_or(chosen_by_size_);
  text_wanted_ = options_.text.value_or(!chosen_by_size_);
  if (ranks_ > 1 && options_.meter && options_.meter->depends_on_state()) {
    throw Error(ExitCode::input_error,
                "an output meter that depends on nodes or elements is not supported on several ranks: use one that "
                "depends on time, or one rank");
  }
}

ResultWriter::~ResultWriter() = default;

/// The array file with its own way to the records.
struct ResultWriter::Arrays {
  /// All ranks write when the library can; otherwise rank 0 does, and `file` is empty on the others.
  Arrays(const ResultWriter& of, std::int64_t from)
      : communicator(of.ranks_ > 1 && !ArrayFile::by_many() ? MPI_COMM_SELF : of.communicator_),
        plan(of.model_, of.ownership_, of.rank_, of.ranks_, RecordPlan::default_chunk,
             communicator == MPI_COMM_SELF ? RecordHomes::root : RecordHomes::blocks),
        collector(of.model_, plan, of.communicator_) {
    if (of.rank_ == 0 || communicator != MPI_COMM_SELF)
      file.emplace(of.options_.prefix, of.model_, plan, of.options_, from, communicator);
  }
  MPI_Comm communicator;
  RecordPlan plan;
  RecordCollector collector;
  std::optional<ArrayResults> file;
};

/// Runs the function on rank 0 and throws what it throws on all ranks.
template <class Function>
void ResultWriter::on_root(Function&& function) {
  if (ranks_ == 1) {
    function();
    return;
  }
  std::optional<Error> failure;
  if (rank_ == 0) {
    try {
      function();
    } catch (const Error& e) {
      failure = e;
    }
  }
  throw_from(0, communicator_, failure);
}

void ResultWriter::add(std::vector<WriterMaker> writers) {
  requested_ = std::move(writers);
  if (requested_.empty() || !all_write_) return;
  // They want all records on rank 0; what is written there anyway does not travel twice.
  write_on_root();
}

void ResultWriter::write_on_root() {
  all_write_ = false;
  plan_ = RecordPlan(model_, ownership_, rank_, ranks_);
}

void ResultWriter::begin(const Snapshot* from) {
  if (from && options_.meter) {
    Archive meter = from->restore("output meter");
    remember(*options_.meter, meter);
  }
  if (all_write_ && text_wanted_) {
    int possible = rank_ != 0 || TextResults::can_be_shared(options_.prefix, plan_.layouts()) ? 1 : 0;
    MPI_Bcast(&possible, 1, MPI_INT, 0, communicator_);
    if (possible == 0) write_on_root();
  }
  on_root([&] {
    if (from && from->continues) {
      if (hdf5_wanted()) {
        Archive image = from->restore_part("results file", 0);
        image_.remember(image);
        image_.put_back(options_.prefix + ".nc");
        image_.forget_bytes();
      }
      Archive saved = from->restore("results");
      go_on(saved);
    } else {
      begin_anew();
    }
  });
  if (all_write_) share();
  if (arrays_wanted()) begin_arrays(from);
  collector_.emplace(model_, plan_, communicator_);
  last_flush_ = std::chrono::steady_clock::now();
}

bool ResultWriter::hdf5_wanted() const {
  return netcdf_wanted_ && options_.netcdf_format != NetcdfFormat::classic &&
         options_.netcdf_format != NetcdfFormat::classic64;
}

/// The results of all ranks have been handed to the system.
void ResultWriter::save_image(Snapshot& snapshot) {
  if (!hdf5_wanted()) return;
  Archive archive = snapshot.save_part("results file");
  on_root([&] {
    image_.take(options_.prefix + ".nc");
    image_.remember(archive);
    image_.forget_bytes();
  });
}

void ResultWriter::begin_arrays(const Snapshot* from) {
  std::int64_t instants = -1;
  if (from && from->continues) {
    Archive saved = from->restore("arrays");
    saved(instants);
  }
  together(communicator_, [&] { arrays_ = std::make_unique<Arrays>(*this, instants); });
}

void ResultWriter::write_arrays(const StepReport& report, const State& state, const double* momenta,
                                const double* momentum_rates, const MonitorValues& monitored) {
  if (!arrays_) return;
  together(communicator_, [&] {
    NoSink none;
    if (arrays_->file) arrays_->file->begin_instant(report, monitored);
    arrays_->collector.collect(state, momenta, momentum_rates,
                               arrays_->file ? static_cast<RecordSink&>(*arrays_->file) : none);
    if (arrays_->file) arrays_->file->end_instant();
  });
}

void ResultWriter::close_arrays() {
  if (arrays_ && arrays_->file) arrays_->file->close();
  arrays_.reset();
}

void ResultWriter::begin_anew() {
  step_log_.emplace(options_.prefix);
  comment(fmt::format("Flexura {}", version));
  if (!model_.title.empty()) comment(model_.title);
  if (chosen_by_size_) {
    comment(
        fmt::format("{} rows an instant: results go to `{}.nc` alone; `output results: netcdf, text;` in the "
                    "control data asks for text files too",
                    plan_.text_rows(), options_.prefix));
  }
  write_model_log(options_.prefix, model_, options_);
  write_reference_frames();
  begin_monitors(nullptr);
  if (text_wanted_) text_.emplace(options_.prefix, options_.precision, plan_.layouts());
  if (netcdf_wanted_ && !arrays_wanted()) begin_netcdf();
  begin_writers(nullptr);
}

void ResultWriter::go_on(Archive& saved) {
  std::int64_t length = 0;
  saved(header_written_, length);
  step_log_.emplace(options_.prefix, TextFile::Start::go_on);
  if (text_wanted_) {
    text_.emplace(options_.prefix, options_.precision, plan_.layouts(), TextFile::Start::go_on);
    text_->remember(saved);
  }
  if (netcdf_wanted_ && !arrays_wanted()) netcdf_.emplace(options_.prefix, plan_, options_, saved);
  exchange_eigen(saved);
  begin_monitors(&saved);
  begin_writers(&saved);
  saved.finish();
  step_log_->cut_back(length);
}

void ResultWriter::save(Snapshot& snapshot) {
  if (options_.meter) {
    Archive meter = snapshot.save("output meter");
    remember(*options_.meter, meter);
  }
  if (all_write_) {
    // What a rank has written may still be on its machine.
    together(communicator_, [&] {
      if (text_ && rank_ != 0) text_->sync();
      if (netcdf_ && rank_ != 0) netcdf_->sync();
    });
  }
  on_root([&] {
    if (pending_) throw Error(*pending_);
    Archive archive = snapshot.save("results");
    std::int64_t length = step_log_->sync();
    archive(header_written_, length);
    if (text_) text_->remember(archive);
    if (netcdf_) netcdf_->save(archive);
    exchange_eigen(archive);
    std::int64_t monitored = monitor_file_ ? monitor_file_->sync() : -1;
    archive(monitored);
    for (RunningWriter& writer : writers_) writer.remember(archive);
  });
  snapshot.shared.try_emplace("results");  // all ranks name the same lists
  if (arrays_) {
    Archive archive = snapshot.save("arrays");
    together(communicator_, [&] {
      std::int64_t instants = arrays_->file ? arrays_->file->save() : 0;
      archive(instants);
    });
  }
  save_image(snapshot);
}

/// The file of the monitors, anew or cut back to what a saved run had; a run that had none begins it here.
void ResultWriter::begin_monitors(Archive* saved) {
  std::int64_t length = -1;
  if (saved) (*saved)(length);
  if (!monitors_) return;
  const std::string path = options_.prefix + ".mon";
  if (length >= 0) {
    monitor_file_.emplace(path, TextFile::Start::go_on);
    monitor_file_->cut_back(length);
  } else {
    monitor_file_.emplace(path);
    monitor_file_->write(fmt::format("# {}\n", Monitors::header));
  }
}

void ResultWriter::begin_writers(Archive* saved) {
  for (const WriterMaker& make : requested_)
    writers_.emplace_back(make(), options_.prefix, model_, plan_.layouts(), saved);
}

void ResultWriter::write_monitors(const StepReport& report, const MonitorValues& v) {
  monitor_file_->write(fmt::format("{:.15g}", report.time));
  for (const double value : monitor_row(v)) monitor_file_->write(fmt::format(" {:.{}e}", value, options_.precision));
  monitor_file_->write("\n");
}

void ResultWriter::exchange_eigen(Archive& archive) {
  std::size_t count = eigen_.size();
  archive(count);
  eigen_.resize(count);
  for (EigenResult& result : eigen_) {
    EigenSettings settings = archive.saving() ? *result.settings : EigenSettings();
    archive(settings.matrices, settings.eigenvectors, settings.geometry);
    if (!archive.saving()) result.settings = &eigen_settings_.emplace_back(settings);
    archive(result.number, result.step, result.time, result.coefficient, result.size, result.unknowns, result.labels,
            result.offsets);
    std::size_t modes = result.modes.size();
    std::size_t nodes = result.geometry.size();
    archive(modes, nodes);
    result.modes.resize(modes);
    result.geometry.resize(nodes);
    const auto exchange = [&archive](std::complex<double>& z) { archive.numbers(reinterpret_cast<double*>(&z), 2); };
    for (EigenMode& mode : result.modes) {
      std::size_t size = mode.vector.size();
      archive(mode.rigid, size);
      mode.vector.resize(size);
      exchange(mode.s);
      for (auto& z : mode.vector) exchange(z);
    }
    for (auto& pose : result.geometry) archive.numbers(pose.data(), pose.size());
    for (Triplets* m : {&result.e, &result.a}) archive(m->row, m->column, m->value);
  }
}

void ResultWriter::write_reference_frames() {
  if (options_.reference_frames.empty()) return;
  TextFile file(options_.prefix + ".rfm");
  const NumberFormat format(options_.precision);
  for (const ReferenceFrameRow& row : options_.reference_frames) {
    StructuralNode frame;
    frame.orientation_format = row.orientation_format;
    const RecordLayout layout(node_output_spec(frame), {});
    double record[32];
    write_node_record(frame, row.frame, record);
    file.advance(write_row(file.reserve(row_room(layout)), layout, format, row.label, record));
  }
  file.close();
}

bool ResultWriter::due(const StepReport& report, const State& state) {
  if (!options_.meter) return options_.frequency <= 1 || report.step % options_.frequency == 0;
  DriveContext context;
  context.time = Taylor2(report.time, 1, 0);
  context.time_step = report.time_step;
  context.step = report.step;
  context.model = &model_;
  context.state = &state;
  context.previous = &state;
  const bool wanted = options_.meter->value(context.time, context).f != 0;
  options_.meter->accept(context.time, context);
  return wanted;
}

void ResultWriter::write(const StepReport& report, const State& state, const double* momenta,
                         const double* momentum_rates) {
  const MonitorValues monitored = monitors_ ? monitors_->at(state, momenta) : MonitorValues();
  write_arrays(report, state, momenta, momentum_rates, monitored);
  write_together(report, state, momenta, momentum_rates, monitored);
  send_records(state, momenta, momentum_rates);
  on_root([&] {
    if (pending_) throw Error(*pending_);
    take_records(report, state, momenta, momentum_rates, monitored);
  });
}

void ResultWriter::step(const StepReport& report, bool results_written) {
  if (!step_log_) return;
  if (!std::exchange(header_written_, true)) step_log_->header();
  step_log_->step(report, results_written);
}

void ResultWriter::comment(std::string_view text) {
  if (step_log_) step_log_->comment(text);
}

void ResultWriter::accepted(const StepReport& report, const State& state, const double* momenta,
                            const double* momentum_rates) {
  const bool wanted = due(report, state);
  MonitorValues monitored;
  if (wanted && monitors_) monitored = monitors_->at(state, momenta);
  if (wanted) {
    write_arrays(report, state, momenta, momentum_rates, monitored);
    write_together(report, state, momenta, momentum_rates, monitored);
    send_records(state, momenta, momentum_rates);
  }
  const auto write_step = [&] {
    if (pending_) throw Error(*pending_);
    if (wanted) take_records(report, state, momenta, momentum_rates, monitored);
    if (wanted && monitors_) write_monitors(report, monitored);
    step(report, wanted);
    flush_sometimes();
  };
  if (wanted || ranks_ == 1) {
    on_root(write_step);
    return;
  }
  // Most steps of most runs have no results: the ranks need not meet, a failure is told when they do.
  try {
    if (!pending_) write_step();
  } catch (const Error& e) {
    pending_ = e;
  }
}

void ResultWriter::flush_sometimes() {
  if (!step_log_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_flush_ < flush_interval) return;
  last_flush_ = now;
  step_log_->flush();
  if (monitor_file_) monitor_file_->flush();
  if (text_) text_->flush();
  if (netcdf_) netcdf_->flush();
  for (RunningWriter& writer : writers_) writer.flush();
}

void ResultWriter::eigen(const EigenResult& result) {
  on_root([&] {
    if (text_wanted_) write_eigen_script(options_.prefix, result);
    if (netcdf_wanted_) eigen_.push_back(result);
  });
}

void ResultWriter::state_space(const StateSpaceResult& result) {
  on_root([&] { write_state_space(options_.prefix, result); });
}

void ResultWriter::finish() {
  together(communicator_, [this] {
    close_arrays();
    if (rank_ != 0) close_all();
  });
  on_root([this] {
    if (pending_) throw Error(*pending_);
    for (RunningWriter& writer : writers_) writer.finish();
    close_all();
  });
}

void ResultWriter::close_after_failure(std::string_view reason) noexcept { close_failed(reason, true); }

void ResultWriter::close_alone(std::string_view reason) noexcept { close_failed(reason, false); }

void ResultWriter::close_failed(std::string_view reason, bool others_may_come) noexcept {
  try {
    comment(reason);
    if (arrays_ && others_may_come && all_are_here(communicator_)) close_arrays();
  } catch (const std::exception&) {
    // The reason is reported elsewhere; the files that can be completed still are.
  }
  try {
    close_all();
  } catch (const std::exception&) {
    // Likewise.
  }
}

/// All are closed even when one of them fails; the first failure is told.
void ResultWriter::close_all() {
  if (std::exchange(instant_is_open_, false)) drop_instant(true);
  std::optional<Error> failure;
  const auto attempt = [&failure](auto&& close) {
    try {
      close();
    } catch (const Error& e) {
      if (!failure) failure = e;
    }
  };
  if (text_) attempt([this] { text_->close(); });
  if (netcdf_ || (arrays_wanted() && !arrays_)) {
    attempt([this] {
      if (netcdf_) netcdf_->close();
      append_eigen_variables(options_.prefix + ".nc", std::exchange(eigen_, {}));
    });
  }
  if (monitor_file_) attempt([this] { monitor_file_->close(); });
  for (RunningWriter& writer : writers_) attempt([&writer] { writer.close(); });
  if (step_log_) attempt([this] { step_log_->close(); });
  if (failure) throw Error(*failure);
}

}  // namespace flexura
