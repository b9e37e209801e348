// The binary result file <prefix>.nc, readable by every NetCDF tool.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/classic_records.h"
#include "output/monitors.h"
#include "output/netcdf_definitions.h"
#include "output/options.h"
#include "output/record_collector.h"
#include "solvers/problems/observer.h"
#include "support/archive.h"

namespace flexura {

/// Writes one variable an entity and quantity, with the unlimited dimension `time` first: `node.struct.<label>.X`,
/// `elem.joint.<label>.F`, ... (docs/output-files.md has them all). Lives on rank 0; files of the classic kinds, after
/// share(), on all ranks, each of which has the records it is home to.
///
/// An instant is begin_instant, the records of the plan in order, end_instant. Files of the classic kinds are written
/// by ClassicHeader and ClassicRecords, those of the HDF5 kinds by the library: there each access to a variable is
/// expensive, and several instants are kept in memory and written together, compressed. Every failure throws
/// Error(output_failed).
class NetcdfResults final : public RecordSink {
 public:
  /// `all` is a plan of the same records that has them all on this rank; it may be `plan`.
  NetcdfResults(const std::string& prefix, const Model& model, const RecordPlan& plan, const RecordPlan& all,
                const OutputOptions& options);
  /// Goes on with the file of a run that was saved; one of an HDF5 kind is what it was then.
  NetcdfResults(const std::string& prefix, const RecordPlan& plan, const OutputOptions& options, Archive& saved);
  /// Writes beside the rank that has made a file of a classic kind.
  NetcdfResults(const std::string& prefix, const RecordPlan& plan, const ClassicRecords::Place& place);
  ~NetcdfResults() override;

  /// From here on other ranks write a file of a classic kind, too: for these.
  ClassicRecords::Place share();

  /// The values of monitors are written when the options ask for them. On the rank that has made the file.
  void begin_instant(const StepReport& report, const MonitorValues& monitored);
  /// Goes to the place of the records that follow, when the file is shared.
  void begin_chunk(int chunk) override;
  void record(int layout, unsigned label, const double* values) override;
  /// When a file is shared: all ranks have written, and called flush().
  void end_instant();
  /// Makes what was written so far visible to other programs.
  void flush();
  void close();
  /// A file of a classic kind takes no more data; one rank cuts it back to the complete instants, if that is possible.
  void drop(bool cuts) noexcept;
  /// Waits until what this rank has written is on the disk.
  void sync();
  /// Saves how far the file has come, once that is on the disk.
  void save(Archive& archive);

 private:
  struct Slot {
    int id = -1;               ///< of the variable
    int size = 1;              ///< doubles an instant
    std::size_t position = 0;  ///< of its first buffered instant
    int rows = 1;              ///< 1 or 3, more for a vector
  };

  void check(int code) const;
  void write_classic_header(const Model& model, const RecordPlan& all, const OutputOptions& options);
  void create_hdf5(const Model& model, const RecordPlan& all, const OutputOptions& options, bool classic_model);
  void choose_capacity();
  void place_slots();
  void remember(Archive& archive, std::int64_t& instants);
  void put(const double* values, int size = 1);
  void put_integer(std::int64_t value);
  void write_buffered();
  void close_file();

  std::string path_;
  std::optional<ClassicRecords> records_;  ///< the data of a classic kind
  const RecordPlan& plan_;
  int id_ = -1;  ///< of the open file, an HDF5 kind; negative: none
  bool hdf5_ = false, sync_ = false, monitored_ = false, shared_ = false;
  std::int64_t instant_size_ = 0;  ///< bytes in the file
  std::size_t capacity_ = 1;       ///< instants kept in memory
  std::size_t kept_ = 0;           ///< of them, filled
  std::size_t written_ = 0;        ///< instants in the file
  std::vector<Slot> slots_;        ///< run variables, then those of the records in the order of the plan
  std::size_t next_ = 0;           ///< slot of the next value of the instant
  std::vector<double> buffer_;
};

}  // namespace flexura
