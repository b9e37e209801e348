#include "assembly/partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "assembly/petsc.h"
#include "assembly/ranks.h"

namespace flexura {

namespace {

/// Rank of dummy nodes and the ground follows from the nodes they depend on.
void complete_nodes(const Model& model, std::vector<int>& node_rank) {
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const NodeProperties& node = model.properties(i);
    if (node.kind == NodeKind::ground) node_rank[i] = 0;
    if (node.kind == NodeKind::dummy && node.follows) {
      const auto masters = node.follows->masters();
      node_rank[i] = masters.empty() ? 0 : node_rank[masters.front()];
    }
  }
}

/// The rank of element e, which the cut put into a part. The inertia of a node, which knows its acceleration, goes
/// where the node is.
int rank_of(const ElementBatch& batch, int e, PetscInt part, const std::vector<int>& node_rank) {
  const bool inertia = batch.momentum_count(e) > 0 && batch.node_count(e) == 1;
  return inertia ? node_rank[batch.nodes(e)[0]] : static_cast<int>(part);
}

/// Weights of the elements of each batch, 100 on average; empty when the costs are.
std::vector<PetscInt> weights_of(const Model& model, const ElementCosts& costs) {
  double sum = 0, count = 0;
  for (std::size_t b = 0; b < costs.size(); ++b) {
    sum += costs[b] * model.batch(static_cast<int>(b)).size();
    count += model.batch(static_cast<int>(b)).size();
  }
  if (!(sum > 0)) return {};
  std::vector<PetscInt> weights;
  for (const double cost : costs) weights.push_back(1 + static_cast<PetscInt>(100 * cost * count / sum));
  return weights;
}

/// Of weights in PTScotch, whose integers have 32 bits.
constexpr std::int64_t largest_sum = std::int64_t{1} << 30;

/// What an element of each batch weighs, at least 1: by cost, or else as its local Jacobian. All together they stay
/// within the integers of PTScotch.
class Weights {
 public:
  Weights(const Model& model, const ElementCosts& costs) : model_(model), of_cost_(weights_of(model, costs)) {
    std::int64_t sum = 0;
    for (int b = 0; b < model.batch_count(); ++b)
      for (int e = 0; e < model.batch(b).size(); ++e) sum += full(b, e);
    divisor_ = sum / largest_sum + 1;
  }
  [[nodiscard]] PetscInt of(int b, int e) const {
    return static_cast<PetscInt>(std::max<std::int64_t>(1, full(b, e) / divisor_));
  }

 private:
  [[nodiscard]] std::int64_t full(int b, int e) const {
    if (!of_cost_.empty()) return of_cost_[static_cast<std::size_t>(b)];
    const std::int64_t size = model_.batch(b).local_size(e);
    return 1 + size * size;
  }

  const Model& model_;
  std::vector<PetscInt> of_cost_;
  std::int64_t divisor_ = 1;
};

/// The first vertex of which a rank brings the row.
PetscInt first_row(PetscInt vertices, int rank, int ranks) {
  return static_cast<PetscInt>(std::int64_t{vertices} * rank / ranks);
}

/// Calls `use(vertex, part)` on all ranks with all vertices in order; `own` are the parts of those of this rank. In
/// pieces: no rank has those of all at a time.
template <class Use>
void each_part(IS own, PetscInt vertices, MPI_Comm communicator, Use&& use) {
  constexpr PetscInt piece = 1 << 18;
  const int ranks = ranks_in(communicator);
  const int here = rank_in(communicator);
  const PetscInt* parts = nullptr;
  FLEXURA_PETSC(ISGetIndices(own, &parts));
  std::vector<PetscInt> values;
  for (int rank = 0; rank < ranks; ++rank) {
    const PetscInt begin = first_row(vertices, rank, ranks), end = first_row(vertices, rank + 1, ranks);
    for (PetscInt from = begin; from < end; from += piece) {
      const PetscInt to = std::min(end, from + piece);
      values.resize(static_cast<std::size_t>(to - from));
      if (rank == here) std::copy(parts + (from - begin), parts + (to - begin), values.begin());
      MPI_Bcast(values.data(), to - from, MPIU_INT, rank, communicator);
      for (PetscInt v = from; v < to; ++v) use(v, values[static_cast<std::size_t>(v - from)]);
    }
  }
  FLEXURA_PETSC(ISRestoreIndices(own, &parts));
}

/// Rows of the graph: the neighbours of vertices in increasing order, each once.
struct Rows {
  std::vector<PetscInt> begin, column;
};

/// Those of vertices first, ..., last - 1. Vertices are nodes, as `vertex_of_node` has them, and elements batch by
/// batch from `first_element` on.
Rows rows_of(const Model& model, const std::vector<PetscInt>& vertex_of_node, PetscInt first_element, PetscInt first,
             PetscInt last) {
  const auto each_edge = [&](auto&& use) {
    PetscInt vertex = first_element;
    for (int b = 0; b < model.batch_count(); ++b) {
      const ElementBatch& batch = model.batch(b);
      for (int e = 0; e < batch.size(); ++e, ++vertex) {
        for (const auto nodes : {batch.nodes(e), batch.scalars(e)}) {
          for (const NodeIndex node : nodes) {
            const PetscInt other = vertex_of_node[node];
            if (other < 0) continue;
            if (vertex >= first && vertex < last) use(vertex - first, other);
            if (other >= first && other < last) use(other - first, vertex);
          }
        }
      }
    }
  };
  Rows rows;
  rows.begin.assign(static_cast<std::size_t>(last - first) + 1, 0);
  each_edge([&](PetscInt row, PetscInt) { ++rows.begin[row + 1]; });
  for (PetscInt v = 0; v < last - first; ++v) rows.begin[v + 1] += rows.begin[v];
  rows.column.resize(static_cast<std::size_t>(rows.begin.back()));
  std::vector<PetscInt> next(rows.begin.begin(), rows.begin.end() - 1);
  each_edge([&](PetscInt row, PetscInt column) { rows.column[next[row]++] = column; });
  PetscInt kept = 0;
  for (PetscInt v = 0; v < last - first; ++v) {
    const auto from = rows.column.begin() + rows.begin[v], to = rows.column.begin() + next[v];
    std::sort(from, to);
    rows.begin[v] = kept;
    kept =
        static_cast<PetscInt>(std::move(from, std::unique(from, to), rows.column.begin() + kept) - rows.column.begin());
  }
  rows.begin.back() = kept;
  rows.column.resize(static_cast<std::size_t>(kept));
  return rows;
}

}  // namespace

Ownership undivided(const Model& model) {
  Ownership owner;
  owner.node_rank.assign(model.node_count(), 0);
  for (int b = 0; b < model.batch_count(); ++b) {
    Table<int>& ranks = owner.element_rank.emplace_back();
    for (int e = 0; e < model.batch(b).size(); ++e) ranks.push_back(0);
  }
  return owner;
}

Ownership partition(const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  const int ranks = ranks_in(communicator);
  return partition_into(ranks, model, communicator, costs);
}

Ownership partition_into(int parts, const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  const int rank = rank_in(communicator);
  const int ranks = ranks_in(communicator);
  if (parts == 1) {
    Ownership owner = undivided(model);
    owner.costs = costs;
    return owner;
  }

  // Vertices: nodes with unknowns first, then elements batch by batch.
  std::vector<PetscInt> vertex_of_node(model.node_count(), -1);
  PetscInt vertices = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (model.properties(i).has_unknowns()) vertex_of_node[i] = vertices++;
  const PetscInt first_element = vertices;
  for (int b = 0; b < model.batch_count(); ++b) vertices += model.batch(b).size();

  // PETSc wants each rank to bring a block of rows and takes ownership of arrays from PetscMalloc.
  const PetscInt begin = first_row(vertices, rank, ranks);
  const PetscInt end = first_row(vertices, rank + 1, ranks);
  const Rows rows = rows_of(model, vertex_of_node, first_element, begin, end);
  const Weights weights(model, costs);
  PetscInt* row = nullptr;
  PetscInt* column = nullptr;
  PetscInt* edge_weight = nullptr;
  PetscInt* vertex_weight = nullptr;
  const auto edges = static_cast<PetscInt>(rows.column.size());
  FLEXURA_PETSC(PetscMalloc1(end - begin + 1, &row));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, edges), &column));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, edges), &edge_weight));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, end - begin), &vertex_weight));
  std::copy(rows.begin.begin(), rows.begin.end(), row);
  std::copy(rows.column.begin(), rows.column.end(), column);
  // Unknowns of the node at either end, as long as their sum over all edges is an integer of PTScotch, too.
  constexpr std::int64_t unknowns = 6;
  std::int64_t all_edges = edges;
  MPI_Allreduce(MPI_IN_PLACE, &all_edges, 1, MPI_INT64_T, MPI_SUM, communicator);
  std::fill_n(edge_weight, edges, static_cast<PetscInt>(unknowns * all_edges <= largest_sum ? unknowns : 1));
  std::fill_n(vertex_weight, end - begin, 1);
  PetscInt vertex = first_element;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e, ++vertex)
      if (vertex >= begin && vertex < end) vertex_weight[vertex - begin] = weights.of(b, e);
  }

  MatHandle graph;
  FLEXURA_PETSC(MatCreateMPIAdj(communicator, end - begin, vertices, row, column, edge_weight, graph.out()));
  PetscHandle<MatPartitioning, MatPartitioningDestroy> cut;
  FLEXURA_PETSC(MatPartitioningCreate(communicator, cut.out()));
  FLEXURA_PETSC(MatPartitioningSetAdjacency(cut, graph));
  FLEXURA_PETSC(MatPartitioningSetVertexWeights(cut, vertex_weight));
  FLEXURA_PETSC(MatPartitioningSetUseEdgeWeights(cut, PETSC_TRUE));
  FLEXURA_PETSC(MatPartitioningSetNParts(cut, parts));
  FLEXURA_PETSC(MatPartitioningSetType(cut, MATPARTITIONINGPTSCOTCH));
  FLEXURA_PETSC(MatPartitioningSetFromOptions(cut));
  PetscHandle<IS, ISDestroy> own;
  FLEXURA_PETSC(MatPartitioningApply(cut, own.out()));
  Ownership owner;
  owner.costs = costs;
  owner.node_rank.assign(model.node_count(), 0);
  NodeIndex node = 0;
  int b = 0, e = 0;
  for (int k = 0; k < model.batch_count(); ++k) owner.element_rank.emplace_back();
  each_part(own, vertices, communicator, [&](PetscInt v, PetscInt part) {
    if (v < first_element) {
      while (vertex_of_node[node] < 0) ++node;
      owner.node_rank[node++] = static_cast<int>(part);
      return;
    }
    while (e == model.batch(b).size()) {
      ++b;
      e = 0;
    }
    owner.element_rank[b].push_back(rank_of(model.batch(b), e, part, owner.node_rank));
    ++e;
  });
  complete_nodes(model, owner.node_rank);
  return owner;
}

std::string describe_division(const Model& model, const Ownership& owner, int ranks) {
  if (ranks == 1) return {};
  constexpr int untouched = -1, shared = -2;
  std::vector<int> elements(static_cast<std::size_t>(ranks), 0);
  std::vector<int> of_node(static_cast<std::size_t>(model.node_count()), untouched);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      const int rank = owner.element_rank[b][e];
      ++elements[rank];
      for (const auto nodes : {batch.nodes(e), batch.scalars(e)})
        for (const NodeIndex i : nodes) of_node[i] = of_node[i] == untouched || of_node[i] == rank ? rank : shared;
    }
  }
  std::int64_t all = 0, interface = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    all += model.properties(i).unknown_count();
    if (of_node[i] == shared) interface += model.properties(i).unknown_count();
  }
  const auto [least, most] = std::minmax_element(elements.begin(), elements.end());
  return fmt::format("divided among {} ranks: {} to {} elements each; {} of {} unknowns of nodes are in the interface",
                     ranks, *least, *most, interface, all);
}

}  // namespace flexura
