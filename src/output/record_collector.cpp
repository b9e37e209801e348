#include "output/record_collector.h"

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace flexura {

namespace {

constexpr int tag = 4711;

void pack(const NodeState& node, double* out) {
  for (const Vec3* v : {&node.x, &node.v, &node.w, &node.a, &node.alpha}) out = std::copy_n(v->data(), 3, out);
  std::copy_n(node.R.data(), 9, out);
}

void unpack(const double* in, NodeState& node) {
  for (Vec3* v : {&node.x, &node.v, &node.w, &node.a, &node.alpha}) {
    std::copy_n(in, 3, v->data());
    in += 3;
  }
  std::copy_n(in, 9, node.R.data());
}

void check(int code) {
  if (code != MPI_SUCCESS) throw Error(ExitCode::internal_error, "MPI failed while results were collected");
}

}  // namespace

RecordCollector::RecordCollector(const Model& model, const RecordPlan& plan, MPI_Comm communicator)
    : model_(model), plan_(plan), communicator_(communicator) {
  check(MPI_Comm_rank(communicator, &rank_));
  check(MPI_Comm_size(communicator, &ranks_));
  record_.resize(std::max(1, plan.max_record_size()));
  piece_.resize(std::max<std::size_t>(record_.size(), sizeof(NodeState) / sizeof(double)));
  cursor_.resize(ranks_);
  packed_.resize(ranks_);
  for (int c = 0; c < plan.chunk_count() && plan.split_followers() && !masters_; ++c)
    for (const RecordPiece& piece : plan.chunk(c))
      if (piece.source == RecordPiece::Source::master && piece.home == rank_ && !masters_)
        masters_ = std::make_unique<std::vector<NodeState>>(model.node_count());
}

void RecordCollector::evaluate(const Source& source, const RecordPiece& piece, double* out) const {
  switch (piece.source) {
    case RecordPiece::Source::node:
      write_node_record(model_.properties(piece.node), source.state.nodes[piece.node], out);
      break;
    case RecordPiece::Source::follower: {
      const NodeProperties& node = model_.properties(piece.node);
      write_node_record(node, node.follows->evaluate(source.state.nodes), out);
      break;
    }
    case RecordPiece::Source::master:
      pack(source.state.nodes[piece.number], out);
      break;
    case RecordPiece::Source::inertia: {
      if (piece.batch < 0) break;
      if (!source.momenta || !source.momentum_rates) throw std::logic_error("results need momenta and their rates");
      const ElementBatch& batch = model_.batch(piece.batch);
      const auto nodes = batch.nodes(piece.number);
      const auto number = std::find(nodes.begin(), nodes.end(), piece.node) - nodes.begin();
      const auto first = batch.first_momentum(piece.number) + 6 * number;
      std::copy_n(source.momenta + first, 6, out);
      std::copy_n(source.momentum_rates + first, 6, out + 6);
      break;
    }
    case RecordPiece::Source::element:
      model_.batch(piece.batch).output(source.state, model_, piece.number, out);
      break;
  }
}

void RecordCollector::collect(const State& state, const double* momenta, const double* momentum_rates,
                              RecordSink& sink) {
  const Source source{state, momenta, momentum_rates};
  std::exception_ptr failure;
  post_receives(0);
  for (int c = 0; c < plan_.chunk_count(); ++c) {
    send(source, c);
    wait_receives(c);
    post_receives(c + 1);
    take(source, c, sink, failure);
  }
  for (Box& box : outbox_)
    check(MPI_Waitall(static_cast<int>(box.requests.size()), box.requests.data(), MPI_STATUSES_IGNORE));
  if (failure) std::rethrow_exception(failure);
}

void RecordCollector::send(const Source& source, int chunk) {
  if (ranks_ == 1) return;
  Box& box = outbox_[chunk % 2];
  const auto contributions = plan_.sent(chunk);
  check(MPI_Waitall(static_cast<int>(box.requests.size()), box.requests.data(), MPI_STATUSES_IGNORE));
  std::size_t size = 0;
  for (const auto& c : contributions) size += static_cast<std::size_t>(c.size);
  box.values.assign(size, 0.0);
  box.requests.resize(contributions.size());
  double* out = box.values.data();
  for (const auto& c : contributions) {
    packed_[c.rank] = out;
    out += c.size;
  }
  // All that this rank has to evaluate, also for itself: the others do the same now, and wait for nobody.
  size = 0;
  for (const RecordPiece& piece : plan_.chunk(chunk))
    if (piece.owner == rank_ && piece.home == rank_) size += static_cast<std::size_t>(piece.size);
  own_.assign(size, 0.0);
  packed_[rank_] = own_.data();
  for (const RecordPiece& piece : plan_.chunk(chunk)) {
    if (piece.owner != rank_) continue;
    evaluate(source, piece, packed_[piece.home]);
    packed_[piece.home] += piece.size;
  }
  const double* begin = box.values.data();
  for (std::size_t k = 0; k < contributions.size(); ++k) {
    const auto& c = contributions[k];
    check(MPI_Isend(begin, c.size, MPI_DOUBLE, c.rank, tag, communicator_, &box.requests[k]));
    begin += c.size;
  }
}

void RecordCollector::post_receives(int chunk) {
  if (chunk >= plan_.chunk_count()) return;
  Box& inbox = inbox_[chunk % 2];
  const auto contributions = plan_.received(chunk);
  std::size_t size = 0;
  for (const auto& c : contributions) size += static_cast<std::size_t>(c.size);
  inbox.values.resize(size);
  inbox.requests.resize(contributions.size());
  double* in = inbox.values.data();
  for (std::size_t k = 0; k < contributions.size(); ++k) {
    const auto& c = contributions[k];
    check(MPI_Irecv(in, c.size, MPI_DOUBLE, c.rank, tag, communicator_, &inbox.requests[k]));
    in += c.size;
  }
}

void RecordCollector::wait_receives(int chunk) {
  Box& inbox = inbox_[chunk % 2];
  check(MPI_Waitall(static_cast<int>(inbox.requests.size()), inbox.requests.data(), MPI_STATUSES_IGNORE));
  // Large messages may need the sender: one that goes on with its records would keep the others waiting.
  Box& outbox = outbox_[chunk % 2];
  check(MPI_Waitall(static_cast<int>(outbox.requests.size()), outbox.requests.data(), MPI_STATUSES_IGNORE));
  const double* in = inbox.values.data();
  for (const auto& c : plan_.received(chunk)) {
    cursor_[c.rank] = in;
    in += c.size;
  }
  cursor_[rank_] = own_.data();
}

void RecordCollector::absorb(const Source& source, const RecordPiece& piece, const double* values) {
  switch (piece.source) {
    case RecordPiece::Source::master:
      unpack(values, (*masters_)[piece.number]);
      if (piece.last) {
        (*masters_)[ground_node] = source.state.nodes[ground_node];
        const NodeProperties& node = model_.properties(piece.node);
        write_node_record(node, node.follows->evaluate(masters_->data()), record_.data());
      }
      break;
    case RecordPiece::Source::inertia:
      for (int k = 0; k < piece.size; ++k) record_[k] += values[k];
      break;
    default:
      std::copy_n(values, piece.size, record_.data());
  }
}

void RecordCollector::take(const Source& source, int chunk, RecordSink& sink, std::exception_ptr& failure) {
  try {
    sink.begin_chunk(chunk);
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  bool first = true;  // of the pieces of a record
  for (const RecordPiece& piece : plan_.chunk(chunk)) {
    if (piece.home != rank_) continue;
    const bool whole = first && piece.last && piece.source != RecordPiece::Source::master;
    if (first && (!whole || piece.size == 0)) std::fill(record_.begin(), record_.end(), 0.0);
    const double* values = record_.data();
    if (ranks_ > 1 && piece.size > 0) {
      values = cursor_[piece.owner];
      cursor_[piece.owner] += piece.size;
      if (!whole) absorb(source, piece, values);
    } else if (whole) {
      evaluate(source, piece, record_.data());
    } else {
      evaluate(source, piece, piece_.data());
      absorb(source, piece, piece_.data());
    }
    first = piece.last;
    if (!piece.last || failure) continue;
    const unsigned label = piece.source == RecordPiece::Source::element ? model_.batch(piece.batch).label(piece.number)
                                                                        : model_.label(piece.node);
    try {
      sink.record(piece.layout, label, whole ? values : record_.data());
    } catch (...) {
      failure = std::current_exception();  // the other ranks still send: take what comes, then tell
    }
  }
}

}  // namespace flexura
