// Lets the streams of a model talk while it runs: one process has the sockets.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "assembly/partition.h"
#include "input/blocks/streams/streams.h"

namespace flexura {

/// All calls are collective.
class StreamExchange {
 public:
  /// `tell` gets sentences for the user.
  StreamExchange(std::shared_ptr<Streams> streams, const Model& model, const Ownership& ownership,
                 MPI_Comm communicator, std::function<void(const std::string&)> tell);
  [[nodiscard]] bool empty() const { return streams_->inputs.empty() && streams_->outputs.empty(); }
  /// Makes the sockets of this side, then waits for the others.
  void connect();
  /// A step is about to be computed; repeated when it failed, which receives nothing more.
  void begin_step(std::int64_t step, double time);
  void predicted(std::int64_t step, double time, const State& state) { send(step, time, state, true); }
  void accepted(std::int64_t step, double time, const State& state) { send(step, time, state, false); }

 private:
  void send(std::int64_t step, double time, const State& state, bool predicted);
  /// Does on the process with the sockets what may fail; the failure is thrown everywhere.
  void at_root(const std::function<void()>& action);

  std::shared_ptr<Streams> streams_;
  const Model& model_;
  MPI_Comm communicator_;
  bool root_;
  std::vector<char> here_;  // by node
  std::function<void(const std::string&)> tell_;
  Patience patience_;
  std::int64_t received_ = -1, predicted_ = -1;  // last step
  std::vector<double> values_;
};

}  // namespace flexura
