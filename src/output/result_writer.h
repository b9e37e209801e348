// All result files of an analysis, on any number of ranks.
#pragma once

#include <mpi.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assembly/partition.h"
#include "model/model.h"
#include "output/array_results.h"
#include "output/hdf5_image.h"
#include "output/monitors.h"
#include "output/netcdf_results.h"
#include "output/options.h"
#include "output/output_writer.h"
#include "output/record_collector.h"
#include "output/record_plan.h"
#include "output/step_log.h"
#include "output/text_file.h"
#include "output/text_results.h"
#include "solvers/problems/eigen_result.h"
#include "solvers/problems/observer.h"
#include "solvers/problems/state_space_result.h"
#include "support/error.h"
#include "support/snapshot.h"

namespace flexura {

/// Writes <prefix>.log, .out, text files by kind of entity and <prefix>.nc.
///
/// Every rank makes one and calls the same functions in the same order. Text files of results, binary files of the
/// classic kinds and arrays are written by all ranks, the others by rank 0; when one of these wants all records
/// (writers of modules, kinds `nc4` and `nc4classic`), rank 0 writes the text files, too. A failure to write throws
/// Error(output_failed) on all ranks, and what was written before stays readable. The model and the ownership are
/// referred to; batches have their momenta numbered (set_first_momentum).
class ResultWriter {
 public:
  ResultWriter(const Model& model, OutputOptions options, const Ownership& ownership, MPI_Comm communicator);
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  /// More writers, the same on all ranks, before begin().
  void add(std::vector<WriterMaker> writers);
  /// Creates the files and writes the model log. Collective. With the state of a run that was saved and whose results
  /// have the same prefix it goes on with the files of that run, cut back to what they had then.
  void begin(const Snapshot* from = nullptr);
  /// Adds to a snapshot how far the results have come, once they are on the disk. Collective.
  void save(Snapshot& snapshot);
  /// Takes an accepted step: results when they are due, and its row in `.out`. Collective; a failure to write the row
  /// of a step without results is thrown with the next results or by finish. Momenta and their rates are indexed by
  /// ElementBatch::first_momentum.
  void accepted(const StepReport& report, const State& state, const double* momenta, const double* momentum_rates);
  /// Whether results of this step are wanted; asks the output meter, so it is called once a step. Collective.
  [[nodiscard]] bool due(const StepReport& report, const State& state);
  /// Results of this instant. Collective.
  void write(const StepReport& report, const State& state, const double* momenta, const double* momentum_rates);
  /// The row of a step in `.out`.
  void step(const StepReport& report, bool results_written);
  /// Lines of comment in `.out`.
  void comment(std::string_view text);
  /// Takes the result of an eigenanalysis: its text file is written at once, its part of the binary file at the end.
  /// Collective.
  void eigen(const EigenResult& result);
  /// Writes the files of a linear model at once. Collective.
  void state_space(const StateSpaceResult& result);
  /// Completes and closes all files. Collective.
  void finish();
  /// The same when the analysis failed, with the reason in `.out`. Does not throw, and needs no other rank: an array
  /// file of several ranks that do not all come is left as it was when its last chunk was written.
  void close_after_failure(std::string_view reason) noexcept;
  /// The same on a rank whose others are known not to come: does not wait for them.
  void close_alone(std::string_view reason) noexcept;

  /// Models with more rows an instant are written to the binary file alone, unless the model file says what it wants.
  static constexpr std::int64_t large_model = 2000;

 private:
  void close_failed(std::string_view reason, bool others_may_come) noexcept;
  class Sinks;
  struct Arrays;
  template <class Function>
  void on_root(Function&& function);
  [[nodiscard]] bool arrays_wanted() const { return netcdf_wanted_ && options_.netcdf_format == NetcdfFormat::arrays; }
  [[nodiscard]] bool hdf5_wanted() const;
  /// Whether anything is made of single records.
  [[nodiscard]] bool writes_records() const {
    return text_wanted_ || (netcdf_wanted_ && !arrays_wanted()) || !requested_.empty();
  }
  void save_image(Snapshot& snapshot);
  void begin_arrays(const Snapshot* from);
  void write_arrays(const StepReport& report, const State& state, const double* momenta, const double* momentum_rates,
                    const MonitorValues& monitored);
  void close_arrays();
  void write_on_root();
  void begin_anew();
  void begin_netcdf();
  void share();
  void begin_writers(Archive* saved);
  void go_on(Archive& saved);
  void exchange_eigen(Archive& archive);
  void close_all();
  void write_reference_frames();
  void write_together(const StepReport& report, const State& state, const double* momenta, const double* momentum_rates,
                      const MonitorValues& monitored);
  void drop_instant(bool cuts) noexcept;
  void send_records(const State& state, const double* momenta, const double* momentum_rates);
  void take_records(const StepReport& report, const State& state, const double* momenta, const double* momentum_rates,
                    const MonitorValues& monitored);
  void flush_sometimes();
  void begin_monitors(Archive* saved);
  void write_monitors(const StepReport& report, const MonitorValues& values);

  const Model& model_;
  const Ownership& ownership_;
  OutputOptions options_;
  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  bool all_write_ = false;        ///< records have homes on all ranks
  bool instant_is_open_ = false;  ///< of those that all write
  RecordPlan plan_;
  std::optional<RecordCollector> collector_;
  bool text_wanted_ = true, netcdf_wanted_ = false, chosen_by_size_ = false;
  bool header_written_ = false;
  std::optional<Monitors> monitors_;
  std::optional<TextFile> monitor_file_;  // rank 0, like the rest
  std::optional<StepLog> step_log_;
  std::optional<TextResults> text_;  // these two are on all ranks when all write
  std::optional<NetcdfResults> netcdf_;
  std::unique_ptr<Arrays> arrays_;  // on all ranks
  Hdf5Image image_;                 // of a binary file of the HDF5 kind
  std::vector<WriterMaker> requested_;
  std::deque<RunningWriter> writers_;
  std::vector<EigenResult> eigen_;            ///< for the binary file
  std::deque<EigenSettings> eigen_settings_;  ///< of those that an earlier run has found
  std::optional<Error> pending_;              ///< of rank 0, not yet told to the others
  std::chrono::steady_clock::time_point last_flush_;
};

}  // namespace flexura
