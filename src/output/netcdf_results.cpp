#include "output/netcdf_results.h"

#include <netcdf.h>

#include <algorithm>
#include <utility>

#include "output/classic_header.h"
#include "output/netcdf_library.h"
#include "output/result_variables.h"
#include "output/sync.h"

namespace flexura {

namespace {

/// Instants kept in memory take at most so many doubles.
constexpr std::size_t buffer_limit = std::size_t{1} << 22;
constexpr std::size_t max_instants = 256;
/// A classic file cannot address a record larger than 2 GiB.
constexpr std::int64_t classic_limit = std::int64_t{1} << 30;

/// Whether a classic file needs offsets of eight bytes.
bool is_wide(const OutputOptions& options, const RecordPlan& plan) {
  // Names and attributes take some 400 bytes a variable.
  return options.netcdf_format == NetcdfFormat::classic64 ||
         plan.variable_size() * 8 + plan.variables() * 400 > classic_limit;
}

}  // namespace

void NetcdfResults::check(int code) const { check_netcdf(code, path_); }

NetcdfResults::NetcdfResults(const std::string& prefix, const Model& model, const RecordPlan& plan,
                             const RecordPlan& all, const OutputOptions& options)
    : path_(prefix + ".nc"), plan_(plan), sync_(options.sync), monitored_(options.monitors) {
  hdf5_ = options.netcdf_format == NetcdfFormat::nc4 || options.netcdf_format == NetcdfFormat::nc4classic;
  if (hdf5_) {
    create_hdf5(model, all, options, options.netcdf_format == NetcdfFormat::nc4classic);
  } else {
    write_classic_header(model, all, options);
  }
}

NetcdfResults::NetcdfResults(const std::string& prefix, const RecordPlan& plan, const ClassicRecords::Place& place)
    : path_(prefix + ".nc"), plan_(plan), shared_(true), instant_size_(place.size) {
  records_.emplace(path_, place);
}

ClassicRecords::Place NetcdfResults::share() {
  shared_ = true;
  return records_->share();
}

void NetcdfResults::write_classic_header(const Model& model, const RecordPlan& all, const OutputOptions& options) {
  ClassicHeader header(is_wide(options, all));
  for (const ResultVariable& v : define_results(header, model, all, options))
    instant_size_ += v.size() * static_cast<std::int64_t>(v.integer ? sizeof(std::int32_t) : sizeof(double));
  if (!header.write_to(path_)) define_results(header, model, all, options);
  header.finish();
  records_.emplace(path_, header.record_begin(), instant_size_);
}

void NetcdfResults::create_hdf5(const Model& model, const RecordPlan& all, const OutputOptions& options,
                                bool classic_model) {
  choose_capacity();
  check(nc_create(path_.c_str(), NC_CLOBBER | NC_NETCDF4 | (classic_model ? NC_CLASSIC_MODEL : 0), &id_));
  // Everything is written: filling first would double the work.
  int old_mode = 0;
  check(nc_set_fill(id_, NC_NOFILL, &old_mode));
  NetcdfLibrary library(id_, path_, capacity_);
  for (const ResultVariable& v : define_results(library, model, all, options))
    slots_.push_back({v.id, v.size(), 0, v.rows});
  place_slots();
}

NetcdfResults::NetcdfResults(const std::string& prefix, const RecordPlan& plan, const OutputOptions& options,
                             Archive& saved)
    : path_(prefix + ".nc"), plan_(plan), sync_(options.sync) {
  std::int64_t instants = 0;
  remember(saved, instants);
  if (!hdf5_) {
    // Variables that were added when the file was closed have moved the instants.
    records_.emplace(path_, record_begin(path_), instant_size_, instants);
    return;
  }
  choose_capacity();
  check(nc_open(path_.c_str(), NC_WRITE, &id_));
  written_ = static_cast<std::size_t>(instants);
  place_slots();
}

void NetcdfResults::choose_capacity() {
  const auto doubles = static_cast<std::size_t>(plan_.variable_size()) + 7 + monitor_row({}).size();
  capacity_ = std::clamp<std::size_t>(buffer_limit / doubles, 1, max_instants);
  // Each variable has a cache of chunks of its own; it is written whole and needs none.
  check(nc_set_chunk_cache(0, 1, 0));
}

void NetcdfResults::place_slots() {
  std::size_t position = 0;
  for (Slot& slot : slots_) {
    slot.position = position;
    position += static_cast<std::size_t>(slot.size) * capacity_;
  }
  buffer_.resize(position);
}

void NetcdfResults::remember(Archive& archive, std::int64_t& instants) {
  std::size_t slots = slots_.size();
  archive(hdf5_, instant_size_, instants, monitored_, slots);
  slots_.resize(slots);
  for (Slot& slot : slots_) archive(slot.id, slot.size, slot.rows);
}

void NetcdfResults::drop(bool cuts) noexcept {
  if (records_) records_->drop(cuts);
}

void NetcdfResults::sync() {
  if (records_) records_->sync();
}

void NetcdfResults::save(Archive& archive) {
  flush();
  std::int64_t instants = records_ ? records_->sync() : static_cast<std::int64_t>(written_);
  if (!records_ && !sync_path(path_)) throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`");
  remember(archive, instants);
}

NetcdfResults::~NetcdfResults() {
  try {
    close();
  } catch (const std::exception&) {
    // Reported when data were written while somebody was listening; nothing can be done about it here.
  }
}

void NetcdfResults::begin_instant(const StepReport& report, const MonitorValues& monitored) {
  next_ = 0;
  if (shared_) records_->go_to(0);
  const auto run = run_row(report);
  for (std::size_t k = 0; k < run.size(); ++k) {
    if (run_variables[k].integer) {
      put_integer(static_cast<std::int64_t>(run[k]));
    } else {
      put(&run[k]);
    }
  }
  if (!monitored_) return;
  const auto row = monitor_row(monitored);
  const double* next = row.data();
  for (const MonitorVariable& v : monitor_variables) {
    put(next, v.rows);
    next += v.rows;
  }
}

void NetcdfResults::put_integer(std::int64_t value) {
  if (records_) {
    records_->append(static_cast<std::int32_t>(value));
  } else {
    const auto number = static_cast<double>(value);
    put(&number);
  }
}

void NetcdfResults::put(const double* values, int size) {
  if (records_) {
    records_->append(values, size);
    return;
  }
  const Slot& slot = slots_[next_++];
  std::copy_n(values, slot.size, buffer_.data() + slot.position + kept_ * slot.size);
}

void NetcdfResults::begin_chunk(int chunk) {
  if (!shared_) return;
  // The variables of the run come first.
  constexpr std::int64_t size = sizeof(double);
  records_->go_to(instant_size_ + size * (plan_.variables_before(chunk) - plan_.variable_size()));
}

void NetcdfResults::record(int layout, unsigned, const double* values) {
  const RecordLayout& description = plan_.layouts()[layout];
  if (!description.has_variables()) return;
  for (const OutputVariable& v : description.spec.variables) {
    double by_columns[9];
    put(values_of(v, values, by_columns), v.rows * v.columns);
  }
}

void NetcdfResults::end_instant() {
  if (records_) {
    records_->end_instant();
  } else if (++kept_ == capacity_) {
    write_buffered();
  }
  if (sync_ || shared_) flush();
}

void NetcdfResults::write_buffered() {
  if (kept_ == 0) return;
  const std::size_t start[] = {written_, 0, 0};
  // The plain C interface: a call a variable is where the time goes.
  for (const Slot& slot : slots_) {
    const std::size_t count[] = {kept_, static_cast<std::size_t>(slot.rows), 3};
    check(nc_put_vara_double(id_, slot.id, start, count, buffer_.data() + slot.position));
  }
  written_ += std::exchange(kept_, 0);
}

void NetcdfResults::flush() {
  if (records_) records_->flush();
  if (id_ < 0) return;
  write_buffered();
  check(nc_sync(id_));
}

void NetcdfResults::close() {
  if (records_) records_->close();
  if (id_ < 0) return;
  try {
    write_buffered();
  } catch (const Error&) {
    close_file();
    throw;
  }
  close_file();
}

void NetcdfResults::close_file() { check(nc_close(std::exchange(id_, -1))); }

}  // namespace flexura
