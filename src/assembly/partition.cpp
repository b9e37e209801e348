#include "assembly/partition.h"

#include <fmt/format.h>

#include <algorithm>

#include "assembly/petsc.h"
#include "assembly/ranks.h"

namespace flexura {

namespace {

/// Rank of dummy nodes and the ground follows from the nodes they depend on. The inertia of a node, which knows its
/// acceleration, goes where the node is.
void complete(const Model& model, Ownership& owner) {
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    if (batch.momentum_total() == 0) continue;
    for (int e = 0; e < batch.size(); ++e)
      if (batch.momentum_count(e) > 0 && batch.node_count(e) == 1)
        owner.element_rank[b][e] = owner.node_rank[batch.nodes(e)[0]];
  }
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const NodeProperties& node = model.properties(i);
    if (node.kind == NodeKind::ground) owner.node_rank[i] = 0;
    if (node.kind == NodeKind::dummy && node.follows) {
      const auto masters = node.follows->masters();
      owner.node_rank[i] = masters.empty() ? 0 : owner.node_rank[masters.front()];
    }
  }
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
  for (int b = 0; b < model.batch_count(); ++b) owner.element_rank.emplace_back(model.batch(b).size(), 0);
  return owner;
}

Ownership partition(const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  const int ranks = ranks_in(communicator);
  return partition_into(ranks, model, communicator, costs);
}

Ownership partition_into(int parts, const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  const int rank = rank_in(communicator);
  const int ranks = ranks_in(communicator);
  Ownership owner = undivided(model);
  owner.costs = costs;
  if (parts == 1) return owner;

  // Vertices: nodes with unknowns first, then elements batch by batch.
  std::vector<PetscInt> vertex_of_node(model.node_count(), -1);
  PetscInt vertices = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (model.properties(i).has_unknowns()) vertex_of_node[i] = vertices++;
  const PetscInt first_element = vertices;
  for (int b = 0; b < model.batch_count(); ++b) vertices += model.batch(b).size();

  // PETSc wants each rank to bring a block of rows and takes ownership of arrays from PetscMalloc.
  const PetscInt begin = vertices * rank / ranks;
  const PetscInt end = vertices * (rank + 1) / ranks;
  const Rows rows = rows_of(model, vertex_of_node, first_element, begin, end);
  const std::vector<PetscInt> of_cost = weights_of(model, costs);
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
  std::fill_n(edge_weight, edges, 6);  // unknowns of the node at either end
  std::fill_n(vertex_weight, end - begin, 1);
  PetscInt vertex = first_element;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e, ++vertex)
      if (vertex >= begin && vertex < end)
        vertex_weight[vertex - begin] = of_cost.empty() ? 1 + batch.local_size(e) * batch.local_size(e) : of_cost[b];
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
  PetscHandle<IS, ISDestroy> all;
  FLEXURA_PETSC(ISAllGather(own, all.out()));
  const PetscInt* part = nullptr;
  FLEXURA_PETSC(ISGetIndices(all, &part));
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (vertex_of_node[i] >= 0) owner.node_rank[i] = static_cast<int>(part[vertex_of_node[i]]);
  vertex = first_element;
  for (auto& batch : owner.element_rank)
    for (int& element : batch) element = static_cast<int>(part[vertex++]);
  FLEXURA_PETSC(ISRestoreIndices(all, &part));
  complete(model, owner);
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
