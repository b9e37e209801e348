#include "assembly/partition.h"

#include <fmt/format.h>

#include <algorithm>

#include "assembly/petsc.h"

namespace flexura {

namespace {

/// Rank of dummy nodes and the ground follows from the nodes they depend on.
void complete(const Model& model, Ownership& owner) {
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const StructuralNode& node = model.node(i);
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

}  // namespace

Ownership undivided(const Model& model) {
  Ownership owner;
  owner.node_rank.assign(model.node_count(), 0);
  for (int b = 0; b < model.batch_count(); ++b) owner.element_rank.emplace_back(model.batch(b).size(), 0);
  return owner;
}

Ownership partition(const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  return partition_into(ranks, model, communicator, costs);
}

Ownership partition_into(int parts, const Model& model, MPI_Comm communicator, const ElementCosts& costs) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  Ownership owner = undivided(model);
  owner.costs = costs;
  if (parts == 1) return owner;

  // Vertices: nodes with unknowns first, then elements batch by batch.
  std::vector<PetscInt> vertex_of_node(model.node_count(), -1);
  PetscInt vertices = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (model.node(i).has_unknowns()) vertex_of_node[i] = vertices++;
  const PetscInt first_element = vertices;
  for (int b = 0; b < model.batch_count(); ++b) vertices += model.batch(b).size();

  const std::vector<PetscInt> of_cost = weights_of(model, costs);
  std::vector<std::vector<PetscInt>> neighbours(vertices);
  std::vector<PetscInt> weight(vertices, 1);
  PetscInt vertex = first_element;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e, ++vertex) {
      weight[vertex] = of_cost.empty() ? 1 + batch.local_size(e) * batch.local_size(e) : of_cost[b];
      for (const auto nodes : {batch.nodes(e), batch.scalars(e)}) {
        for (const NodeIndex node : nodes) {
          if (vertex_of_node[node] < 0) continue;
          neighbours[vertex].push_back(vertex_of_node[node]);
          neighbours[vertex_of_node[node]].push_back(vertex);
        }
      }
    }
  }

  // PETSc wants each rank to bring a block of rows and takes ownership of arrays from PetscMalloc.
  const PetscInt begin = vertices * rank / ranks;
  const PetscInt end = vertices * (rank + 1) / ranks;
  PetscInt edges = 0;
  for (PetscInt v = begin; v < end; ++v) {
    std::sort(neighbours[v].begin(), neighbours[v].end());
    neighbours[v].erase(std::unique(neighbours[v].begin(), neighbours[v].end()), neighbours[v].end());
    edges += static_cast<PetscInt>(neighbours[v].size());
  }
  PetscInt* row = nullptr;
  PetscInt* column = nullptr;
  PetscInt* edge_weight = nullptr;
  PetscInt* vertex_weight = nullptr;
  FLEXURA_PETSC(PetscMalloc1(end - begin + 1, &row));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, edges), &column));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, edges), &edge_weight));
  FLEXURA_PETSC(PetscMalloc1(std::max<PetscInt>(1, end - begin), &vertex_weight));
  PetscInt at = 0;
  for (PetscInt v = begin; v < end; ++v) {
    row[v - begin] = at;
    vertex_weight[v - begin] = weight[v];
    for (const PetscInt n : neighbours[v]) {
      column[at] = n;
      edge_weight[at++] = 6;  // unknowns of the node at either end
    }
  }
  row[end - begin] = at;

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
    all += model.node(i).unknown_count();
    if (of_node[i] == shared) interface += model.node(i).unknown_count();
  }
  const auto [least, most] = std::minmax_element(elements.begin(), elements.end());
  return fmt::format("divided among {} ranks: {} to {} elements each; {} of {} unknowns of nodes are in the interface",
                     ranks, *least, *most, interface, all);
}

}  // namespace flexura
