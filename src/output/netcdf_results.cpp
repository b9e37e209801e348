#include "output/netcdf_results.h"

#include <netcdf.h>

#include <algorithm>
#include <map>
#include <utility>

#include "output/sync.h"
#include "output/units.h"
#include "support/version.h"

namespace flexura {

namespace {

using netCDF::NcFile;

/// Instants kept in memory take at most so many doubles.
constexpr std::size_t buffer_limit = std::size_t{1} << 22;
constexpr std::size_t max_instants = 256;
/// A classic file cannot address a record larger than 2 GiB.
constexpr std::int64_t classic_limit = std::int64_t{1} << 30;

NcFile::FileFormat file_format(const OutputOptions& options, const RecordPlan& plan) {
  switch (options.netcdf_format) {
    case NetcdfFormat::classic:
      // Names and attributes take some 400 bytes a variable.
      return plan.variable_size() * 8 + plan.variables() * 400 > classic_limit ? NcFile::classic64 : NcFile::classic;
    case NetcdfFormat::classic64:
      return NcFile::classic64;
    case NetcdfFormat::nc4:
      return NcFile::nc4;
    case NetcdfFormat::nc4classic:
      return NcFile::nc4classic;
  }
  return NcFile::classic;
}

std::string unit_text(const std::string& dimension, const OutputOptions& options) {
  return options.units ? unit_of(dimension, *options.units) : dimension;
}

using FamilyLabels = std::vector<std::pair<std::string, std::vector<int>>>;

/// Labels of one kind of entity, kinds in the order of their first appearance.
class LabelLists {
 public:
  void add(const std::string& kind, unsigned label) {
    const auto [at, fresh] = index_.emplace(kind, lists_.size());
    if (fresh) lists_.emplace_back(kind, std::vector<int>());
    lists_[at->second].second.push_back(static_cast<int>(label));
  }
  [[nodiscard]] const FamilyLabels& all() const { return lists_; }

 private:
  std::map<std::string, std::size_t> index_;
  FamilyLabels lists_;
};

}  // namespace

template <class Function>
void NetcdfResults::guarded(Function&& function) const {
  try {
    function();
  } catch (const netCDF::exceptions::NcException& e) {
    throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + nc_strerror(e.errorCode()));
  }
}

void NetcdfResults::check(int code) const {
  if (code != NC_NOERR)
    throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + nc_strerror(code));
}

NetcdfResults::NetcdfResults(const std::string& prefix, const Model& model, const RecordPlan& plan,
                             const OutputOptions& options)
    : path_(prefix + ".nc"), layouts_(plan.layouts()), sync_(options.sync) {
  const NcFile::FileFormat format = file_format(options, plan);
  hdf5_ = format == NcFile::nc4 || format == NcFile::nc4classic;
  if (hdf5_) choose_capacity(plan);
  guarded([&] {
    file_ = std::make_unique<NcFile>(path_, NcFile::replace, format);
    id_ = file_->getId();
    // Everything is written: filling first would double the work.
    int old_mode = 0;
    check(nc_set_fill(id_, NC_NOFILL, &old_mode));
    define(model, plan, options);
  });
  if (!hdf5_) {
    start_classic_records();
    return;
  }
  place_slots();
}

NetcdfResults::NetcdfResults(const std::string& prefix, const RecordPlan& plan, const OutputOptions& options,
                             Archive& saved)
    : path_(prefix + ".nc"), layouts_(plan.layouts()), sync_(options.sync) {
  std::int64_t instants = 0;
  remember(saved, instants);
  if (!hdf5_) {
    // Variables that were added when the file was closed have moved the instants.
    records_.emplace(path_, record_begin(path_), instant_size_, instants);
    return;
  }
  choose_capacity(plan);
  guarded([&] { file_ = std::make_unique<NcFile>(path_, NcFile::write); });
  id_ = file_->getId();
  std::size_t length = 0;
  guarded([&] { length = file_->getDim("time").getSize(); });
  written_ = static_cast<std::size_t>(instants);
  if (length < written_) {
    throw Error(ExitCode::output_failed, "result file `" + path_ + "` has fewer than the " + std::to_string(instants) +
                                             " instants it had when the checkpoint was made");
  }
  place_slots();
}

void NetcdfResults::choose_capacity(const RecordPlan& plan) {
  const auto doubles = static_cast<std::size_t>(plan.variable_size()) + 7 + monitor_row({}).size();
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
  for (Slot& slot : slots_) archive(slot.id, slot.size);
}

void NetcdfResults::save(Archive& archive) {
  flush();
  std::int64_t instants = records_ ? records_->sync() : static_cast<std::int64_t>(written_);
  if (!records_ && !sync_path(path_)) throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`");
  remember(archive, instants);
}

/// Closes the file and goes on behind its header.
void NetcdfResults::start_classic_records() {
  close_file();
  records_.emplace(path_, record_begin(path_), instant_size_);
}

NetcdfResults::~NetcdfResults() {
  try {
    close();
  } catch (const std::exception&) {
    // Reported when data were written while somebody was listening; nothing can be done about it here.
  }
}

void NetcdfResults::define(const Model& model, const RecordPlan& plan, const OutputOptions& options) {
  file_->putAtt("source", std::string("Flexura ") + version);
  if (!model.title.empty()) file_->putAtt("title", model.title);
  time_ = file_->addDim("time");
  one_ = file_->addDim("Vec1", 1);
  three_ = file_->addDim("Vec3", 3);
  define_run(options);

  LabelLists nodes, elements;
  for (int c = 0; c < plan.chunk_count(); ++c) {
    for (const RecordPiece& piece : plan.chunk(c)) {
      const RecordLayout& layout = layouts_[piece.layout];
      if (!piece.last || !layout.has_variables()) continue;
      const bool element = piece.source == RecordPiece::Source::element;
      const unsigned label = element ? model.batch(piece.batch).info(piece.number).label : model.node(piece.node).label;
      if (element) {
        // Couples are listed among the forces although their data have a place of their own.
        elements.add(layout.spec.family == "couple" ? "force" : layout.spec.family, label);
      } else if (piece.source == RecordPiece::Source::inertia) {
        elements.add("autostruct", label);
      } else {
        nodes.add(layout.spec.family, label);
      }
      define_entity(layout, label, piece.source != RecordPiece::Source::inertia, options);
    }
  }
  std::vector<std::pair<int, std::vector<int>>> data;
  define_labels("node", nodes.all(), data);
  define_labels("elem", elements.all(), data);
  // Data follow when all is defined: a classic file is laid out anew whenever a definition comes after data.
  check(nc_enddef(id_));
  for (const auto& [variable, values] : data) check(nc_put_var_int(id_, variable, values.data()));
}

void NetcdfResults::define_run(const OutputOptions& options) {
  const std::string time_unit = unit_text("Time", options);
  define_variable("run.step", true, 1, 1, "-", "time step index");
  define_variable("time", false, 1, 1, time_unit, "simulation time");
  define_variable("run.timestep", false, 1, 1, time_unit, "integration time step");
  define_variable("run.iterations", true, 1, 1, "-", "Newton iterations of the step");
  define_variable("run.restest", false, 1, 1, "-", "value of the residual test");
  define_variable("run.soltest", false, 1, 1, "-", "value of the solution test");
  define_variable("run.solconv", true, 1, 1, "-", "1: the solution test ended the iteration");
  monitored_ = options.monitors;
  if (!monitored_) return;
  for (const MonitorVariable& v : monitor_variables)
    define_variable(v.name, false, v.rows, 1, unit_text(v.dimension, options), v.description);
}

netCDF::NcDim NetcdfResults::dimension_of(int rows) {
  const std::string name = "Vec" + std::to_string(rows);
  const netCDF::NcDim known = file_->getDim(name);
  return known.isNull() ? file_->addDim(name, static_cast<std::size_t>(rows)) : known;
}

int NetcdfResults::define_variable(const std::string& name, bool integer, int rows, int columns,
                                   const std::string& unit, const std::string& description) {
  std::vector<netCDF::NcDim> dims{time_};
  if (rows != 1) dims.push_back(rows == 3 ? three_ : dimension_of(rows));
  if (columns == 3) dims.push_back(three_);
  const netCDF::NcVar variable =
      integer ? file_->addVar(name, netCDF::ncInt, dims) : file_->addVar(name, netCDF::ncDouble, dims);
  const char* type = integer        ? "integer"
                     : columns == 3 ? "Mat3x3"
                     : rows == 3    ? "Vec3"
                     : rows > 1     ? "VecN"
                                    : "doublereal";
  variable.putAtt("units", unit);
  variable.putAtt("type", type);
  variable.putAtt("description", description);
  if (hdf5_) {
    const std::size_t chunk[] = {capacity_, static_cast<std::size_t>(rows == 1 ? 3 : rows), 3};
    check(nc_def_var_chunking(id_, variable.getId(), NC_CHUNKED, chunk));
  }
  instant_size_ += rows * columns * static_cast<std::int64_t>(integer ? sizeof(std::int32_t) : sizeof(double));
  if (hdf5_) slots_.push_back({variable.getId(), rows * columns, 0, rows});
  return variable.getId();
}

void NetcdfResults::define_entity(const RecordLayout& layout, unsigned label, bool with_type,
                                  const OutputOptions& options) {
  const std::string entity = layout.path + "." + std::to_string(label);
  if (with_type) file_->addVar(entity, netCDF::ncChar, one_).putAtt("type", layout.spec.type);
  for (const OutputVariable& v : layout.spec.variables) {
    define_variable(entity + "." + v.name, false, v.rows, v.columns, unit_text(v.dimension, options), v.description);
  }
}

void NetcdfResults::define_labels(const std::string& root, const FamilyLabels& families,
                                  std::vector<std::pair<int, std::vector<int>>>& data) {
  std::string types;
  for (const auto& [family, labels] : families) {
    if (!types.empty()) types += ';';
    types += family;
    const auto dim = file_->addDim(family + "_" + root + "_labels_dim", labels.size());
    const auto variable = file_->addVar(root + "." + family, netCDF::ncInt, dim);
    variable.putAtt("description", root + " labels");
    data.emplace_back(variable.getId(), labels);
  }
  const auto count = file_->addVar(root, netCDF::ncInt, file_->addDim(root + "_types_dim", 1));
  count.putAtt("types", types);
  data.emplace_back(count.getId(), std::vector<int>{static_cast<int>(families.size())});
}

void NetcdfResults::begin_instant(const StepReport& report, const MonitorValues& monitored) {
  next_ = 0;
  put_integer(report.step);
  put(&report.time);
  put(&report.time_step);
  put_integer(report.iterations);
  put(&report.residual_error);
  put(&report.solution_error);
  put_integer(report.solution_converged ? 1 : 0);
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

void NetcdfResults::record(int layout, unsigned, const double* values) {
  const RecordLayout& description = layouts_[layout];
  if (!description.has_variables()) return;
  for (const OutputVariable& v : description.spec.variables) {
    const double* first = values + v.first;
    if (v.rows == 3 && v.columns == 3) {
      // Matrices lie in the file by columns.
      double transposed[9];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) transposed[3 * c + r] = first[3 * r + c];
      put(transposed, 9);
    } else {
      put(first, v.rows * v.columns);
    }
  }
}

void NetcdfResults::end_instant() {
  if (records_) {
    records_->end_instant();
  } else if (++kept_ == capacity_) {
    write_buffered();
  }
  if (sync_) flush();
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
  if (!file_) return;
  write_buffered();
  check(nc_sync(id_));
}

void NetcdfResults::close() {
  if (records_) records_->close();
  if (!file_) return;
  try {
    write_buffered();
  } catch (const Error&) {
    close_file();
    throw;
  }
  close_file();
}

void NetcdfResults::close_file() {
  // An NcFile that cannot be closed would try again in its destructor, on memory that is gone: it is then left alone.
  netCDF::NcFile* file = file_.release();
  guarded([&] { file->close(); });
  delete file;
}

}  // namespace flexura
