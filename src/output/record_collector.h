// Evaluates the records of an instant on the ranks that own them and hands them, in order, to sinks at their homes.
#pragma once

#include <mpi.h>

#include <exception>
#include <memory>
#include <vector>

#include "model/model.h"
#include "output/record_plan.h"

namespace flexura {

/// Receiver of the records of a home, in the order of the plan.
class RecordSink {
 public:
  RecordSink() = default;
  RecordSink(const RecordSink&) = delete;
  RecordSink& operator=(const RecordSink&) = delete;
  virtual ~RecordSink() = default;
  /// The records of a chunk follow. Called for every chunk of the plan on every rank, whatever has failed.
  virtual void begin_chunk(int /*chunk*/) {}
  /// `layout`: number in RecordPlan::layouts(). `values`: its record, valid during the call.
  virtual void record(int layout, unsigned label, const double* values) = 0;
};

/// Of a rank that is home to no record.
class NoSink final : public RecordSink {
 public:
  void record(int, unsigned, const double*) override {}
};

/// Brings the records of all ranks to their homes in the chunks of the plan, so that no rank ever holds those of the
/// whole model; a rank evaluates all that it has of a chunk before it waits for what others send of it.
class RecordCollector {
 public:
  RecordCollector(const Model& model, const RecordPlan& plan, MPI_Comm communicator);

  /// Collective. `momenta` and `momentum_rates` are indexed by ElementBatch::first_momentum. What a sink throws is
  /// thrown on its rank after the last chunk has arrived.
  void collect(const State& state, const double* momenta, const double* momentum_rates, RecordSink& sink);

 private:
  struct Source {
    const State& state;
    const double* momenta;
    const double* momentum_rates;
  };

  void evaluate(const Source& source, const RecordPiece& piece, double* out) const;
  void send(const Source& source, int chunk);
  void post_receives(int chunk);
  void wait_receives(int chunk);
  void take(const Source& source, int chunk, RecordSink& sink, std::exception_ptr& failure);
  /// Adds a piece to the record being put together.
  void absorb(const Source& source, const RecordPiece& piece, const double* values);

  struct Box {
    std::vector<double> values;
    std::vector<MPI_Request> requests;
  };

  const Model& model_;
  const RecordPlan& plan_;
  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  std::vector<double> record_, piece_;
  Box inbox_[2], outbox_[2];
  std::vector<double> own_;                          // of the chunk, evaluated for this rank itself
  std::vector<const double*> cursor_;                // by rank, into the inbox of the chunk being taken
  std::vector<double*> packed_;                      // by rank, into the outbox being filled
  std::unique_ptr<std::vector<NodeState>> masters_;  // by NodeIndex, when a dummy node follows nodes of several ranks
};

}  // namespace flexura
