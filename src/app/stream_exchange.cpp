#include "app/stream_exchange.h"

#include "app/stop_signals.h"
#include "assembly/ranks.h"

namespace flexura {

StreamExchange::StreamExchange(std::shared_ptr<Streams> streams, const Model& model, const Ownership& ownership,
                               MPI_Comm communicator, std::function<void(const std::string&)> tell)
    : streams_(std::move(streams)),
      model_(model),
      communicator_(communicator),
      root_(rank_in(communicator) == 0),
      tell_(std::move(tell)) {
  const int rank = rank_in(communicator);
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const NodeKind kind = model.properties(i).kind;
    const bool everywhere = kind == NodeKind::ground || kind == NodeKind::parameter;
    here_.push_back(everywhere ? root_ : ownership.node_rank[static_cast<std::size_t>(i)] == rank);
  }
  patience_.seconds = streams_->patience;
  patience_.interrupted = [] { return stop_signals::noted() != 0; };
}

void StreamExchange::at_root(const std::function<void()>& action) {
  std::string failure;
  int size = 0;
  if (root_) {
    try {
      action();
    } catch (const Error& error) {
      failure = error.what();
      size = static_cast<int>(failure.size());
    }
  }
  MPI_Bcast(&size, 1, MPI_INT, 0, communicator_);
  if (size == 0) return;
  failure.resize(static_cast<std::size_t>(size));
  MPI_Bcast(failure.data(), size, MPI_CHAR, 0, communicator_);
  throw Error(ExitCode::output_failed, failure);
}

void StreamExchange::connect() {
  if (empty()) return;
  at_root([this] {
    for (const auto& input : streams_->inputs) input->listen();
    for (const auto& output : streams_->outputs) output->listen();
    // Sockets of others are looked for first: whoever waits for this side to connect gets on.
    for (const bool create : {false, true}) {
      for (const auto& input : streams_->inputs)
        if (input->creates() == create) input->connect(patience_);
      for (const auto& output : streams_->outputs)
        if (output->creates() == create) output->connect(patience_);
    }
  });
}

void StreamExchange::begin_step(std::int64_t step, double time) {
  if (streams_->inputs.empty() || step <= received_) return;
  received_ = step;
  Patience patience = patience_;
  patience.seconds = -1;
  at_root([&] {
    for (const auto& input : streams_->inputs) {
      const std::string text = input->receive(step, time, patience);
      if (!text.empty()) tell_(text);
    }
  });
  for (const auto& input : streams_->inputs)
    MPI_Bcast(input->values().data(), input->channels(), MPI_DOUBLE, 0, communicator_);
}

void StreamExchange::send(std::int64_t step, double time, const State& state, bool predicted) {
  if (streams_->outputs.empty() || (predicted && step <= predicted_)) return;
  if (predicted) predicted_ = step;
  for (const auto& output : streams_->outputs) {
    // Nothing is predicted at the initial time.
    if ((output->after_predict() && step > 0) != predicted) continue;
    int due = output->due(step);
    MPI_Bcast(&due, 1, MPI_INT, 0, communicator_);
    if (!due) continue;
    output->content().values(model_, state, here_, root_, values_);
    MPI_Allreduce(MPI_IN_PLACE, values_.data(), static_cast<int>(values_.size()), MPI_DOUBLE, MPI_SUM, communicator_);
    Patience patience = patience_;
    patience.seconds = -1;
    at_root([&] {
      const std::string text = output->send(values_, time, patience);
      if (!text.empty()) tell_(text);
    });
  }
}

}  // namespace flexura
