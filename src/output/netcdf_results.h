// The binary result file <prefix>.nc, readable by every NetCDF tool.
#pragma once

#include <cstdint>
#include <memory>
#include <netcdf>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/classic_records.h"
#include "output/monitors.h"
#include "output/options.h"
#include "output/record_collector.h"
#include "solvers/problems/observer.h"
#include "support/archive.h"

namespace flexura {

/// Writes one variable an entity and quantity, with the unlimited dimension `time` first: `node.struct.<label>.X`,
/// `elem.joint.<label>.F`, ... (docs/output-files.md has them all). Lives on rank 0.
///
/// An instant is begin_instant, the records of the plan in order, end_instant. The library makes the header; behind it,
/// files of the classic kinds are written by ClassicRecords. In the HDF5 kinds each access to a variable is expensive:
/// several instants are kept in memory and written together. Every failure throws Error(output_failed).
class NetcdfResults final : public RecordSink {
 public:
  NetcdfResults(const std::string& prefix, const Model& model, const RecordPlan& plan, const OutputOptions& options);
  /// Goes on with the file of a run that was saved.
  NetcdfResults(const std::string& prefix, const RecordPlan& plan, const OutputOptions& options, Archive& saved);
  ~NetcdfResults() override;

  /// The values of monitors are written when the options ask for them.
  void begin_instant(const StepReport& report, const MonitorValues& monitored);
  void record(int layout, unsigned label, const double* values) override;
  void end_instant();
  /// Makes what was written so far visible to other programs.
  void flush();
  void close();
  /// Saves how far the file has come, once that is on the disk.
  void save(Archive& archive);

 private:
  struct Slot {
    int id = -1;               ///< of the variable
    int size = 1;              ///< doubles an instant
    std::size_t position = 0;  ///< of its first buffered instant
    int rows = 1;              ///< 1 or 3, more for a vector
  };

  template <class Function>
  void guarded(Function&& function) const;
  void check(int code) const;
  void define(const Model& model, const RecordPlan& plan, const OutputOptions& options);
  void define_run(const OutputOptions& options);
  void define_entity(const RecordLayout& layout, unsigned label, bool with_type, const OutputOptions& options);
  /// The dimension of vectors of another length than three.
  netCDF::NcDim dimension_of(int rows);
  int define_variable(const std::string& name, bool integer, int rows, int columns, const std::string& unit,
                      const std::string& description);
  using FamilyLabels = std::vector<std::pair<std::string, std::vector<int>>>;
  /// Defines the label lists of the kinds of nodes or elements; their contents are appended to `data` by variable.
  void define_labels(const std::string& root, const FamilyLabels& families,
                     std::vector<std::pair<int, std::vector<int>>>& data);
  void choose_capacity(const RecordPlan& plan);
  void place_slots();
  void remember(Archive& archive, std::int64_t& instants);
  void start_classic_records();
  void put(const double* values, int size = 1);
  void put_integer(std::int64_t value);
  void write_buffered();
  void close_file();

  std::string path_;
  std::unique_ptr<netCDF::NcFile> file_;   ///< open: an HDF5 kind, or a header being written
  std::optional<ClassicRecords> records_;  ///< the data of a classic kind
  netCDF::NcDim time_, one_, three_;
  const std::vector<RecordLayout>& layouts_;
  int id_ = -1;
  bool hdf5_ = false, sync_ = false, monitored_ = false;
  std::int64_t instant_size_ = 0;  ///< bytes in the file
  std::size_t capacity_ = 1;       ///< instants kept in memory
  std::size_t kept_ = 0;           ///< of them, filled
  std::size_t written_ = 0;        ///< instants in the file
  std::vector<Slot> slots_;        ///< run variables, then those of the records in the order of the plan
  std::size_t next_ = 0;           ///< slot of the next value of the instant
  std::vector<double> buffer_;
};

}  // namespace flexura
