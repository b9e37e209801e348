// The binary result file <prefix>.nc with arrays of all entities of a kind, written by all ranks.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "output/array_file.h"
#include "output/monitors.h"
#include "output/options.h"
#include "output/record_collector.h"
#include "output/record_plan.h"
#include "output/result_variables.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// Writes `node.struct.dynamic.X(time, entity, 3)`, ...: one variable a layout and quantity (docs/output-files.md), in
/// chunks of several instants and many entities, compressed. Lives on the ranks of its communicator, all of which call
/// the same functions in the same order; each has the records it is home to.
///
/// An instant is begin_instant, the records of this home in the order of the plan, end_instant. Instants are kept until
/// a chunk is full. Every failure throws Error(output_failed) on all ranks.
class ArrayResults final : public RecordSink {
 public:
  /// `from`: instants of a run that was saved, whose file goes on; negative: a new file.
  ArrayResults(const std::string& prefix, const Model& model, const RecordPlan& plan, const OutputOptions& options,
               std::int64_t from, MPI_Comm communicator);

  /// The values of monitors are written when the options ask for them.
  void begin_instant(const StepReport& report, const MonitorValues& monitored);
  void record(int layout, unsigned label, const double* values) override;
  /// Collective, like all below.
  void end_instant();
  /// Instants written, once they are on the disk.
  std::int64_t save();
  void close();

 private:
  /// A variable of the file and where the instants of this rank are kept.
  struct Slot {
    int id = -1;
    int width = 1;                    ///< doubles of an entity
    std::size_t first = 0, size = 0;  ///< entities of this rank; of a variable of the run: one, of rank 0
    std::size_t place = 0;            ///< in the buffer
    std::vector<std::size_t> parts;   ///< rows and columns, where the variable has them
    bool of_run = false;
  };

  void add_slot(const ResultVariable& variable, std::size_t first, std::size_t size, bool of_run);
  void write_labels(const Model& model, const std::vector<int>& variables) const;
  double* row(const Slot& slot, std::size_t index);
  [[nodiscard]] std::size_t room() const { return instants_ - written_ % instants_; }
  void write_kept();
  void write(const Slot& slot) const;

  const RecordPlan& plan_;
  ArrayFile file_;
  bool monitored_;
  int rank_ = 0;
  std::size_t instants_;                 ///< of a chunk
  std::size_t kept_ = 0;                 ///< instants in memory
  std::size_t written_ = 0;              ///< instants in the file
  std::int64_t chunk_bytes_ = 0;         ///< of all ranks, not compressed
  std::vector<Slot> slots_;              ///< of the run, then those of the layouts
  std::vector<std::size_t> first_slot_;  ///< by layout
  std::vector<std::size_t> next_;        ///< by layout: records of this instant
  std::vector<double> buffer_;
};

}  // namespace flexura
