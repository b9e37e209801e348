// Divides a model into 1, 2, 4, ... parts as the program does and prints what each division means for its ranks.
//
// usage: bench_parts MODEL [MOST_PARTS]
// One JSON object a division: see docs/scaling.md, "Paper model", for what the numbers stand for.
#include <camd.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "assembly/partition.h"
#include "assembly/petsc.h"
#include "bench/scaling/program.h"
#include "input/blocks/analysis.h"

namespace flexura {
namespace {

/// A clique of unknowns for each element of a part, boundary unknowns behind the others.
class PartGraph {
 public:
  PartGraph(int interior, int boundary) : interior_(interior), size_(interior + boundary), columns_(size_) {}

  void add(const std::vector<int>& clique) {
    for (const int row : clique)
      for (const int column : clique)
        if (row != column) columns_[column].push_back(row);
  }

  struct Cost {
    double flops = 0, factor_entries = 0;
  };
  /// LU factorisation of the interior with the Schur complement on the boundary, ordered by constrained approximate
  /// minimum degree (Chen, Davis, Hager, Rajamanickam, ACM TOMS 35, 2008).
  Cost factor() {
    std::vector<int> begin{0}, rows;
    for (auto& column : columns_) {
      std::sort(column.begin(), column.end());
      column.erase(std::unique(column.begin(), column.end()), column.end());
      rows.insert(rows.end(), column.begin(), column.end());
      begin.push_back(static_cast<int>(rows.size()));
      std::vector<int>().swap(column);
    }
    std::vector<int> order(size_), set(size_, 1);
    std::fill_n(set.begin(), interior_, 0);
    double control[CAMD_CONTROL], info[CAMD_INFO];
    camd_defaults(control);
    if (camd_order(size_, begin.data(), rows.data(), order.data(), control, info, set.data()) < 0)
      throw std::runtime_error("CAMD failed");
    const double b = size_ - interior_;
    return {std::max(0.0, info[CAMD_NDIV] + 2 * info[CAMD_NMULTSUBS_LU] - 2 * b * b * b / 3),
            std::max(0.0, 2 * info[CAMD_LNZ] + size_ - b * b)};
  }

 private:
  int interior_, size_;
  std::vector<std::vector<int>> columns_;
};

struct Division {
  std::vector<std::vector<std::pair<int, int>>> elements;  // of each part: batch, number
  std::vector<char> shared;                                // by node: touched by several parts
};

template <class Use>
void each_node(const ElementBatch& batch, int e, Use&& use) {
  for (const NodeIndex i : batch.nodes(e)) use(i);
  for (const NodeIndex i : batch.scalars(e)) use(i);
}

Division divide(const Model& model, const Ownership& owner, int parts) {
  Division d{std::vector<std::vector<std::pair<int, int>>>(parts), std::vector<char>(model.node_count(), 0)};
  std::vector<int> first(model.node_count(), -1);
  for (int b = 0; b < model.batch_count(); ++b) {
    for (int e = 0; e < model.batch(b).size(); ++e) {
      const int part = owner.element_rank[b][e];
      d.elements[part].emplace_back(b, e);
      each_node(model.batch(b), e, [&](NodeIndex i) {
        if (first[i] < 0) first[i] = part;
        if (first[i] != part) d.shared[i] = 1;
      });
    }
  }
  return d;
}

void report(const Model& model, int parts, std::int64_t unknowns, MPI_Comm communicator) {
  const Ownership owner = partition_into(parts, model, communicator);
  const Division d = divide(model, owner, parts);
  double weight_sum = 0, weight_most = 0, flops_sum = 0, flops_most = 0, entries_sum = 0, entries_most = 0;
  std::int64_t interface = 0, boundary_most = 0, ghosts_most = 0, ghosts_sum = 0, neighbours_most = 0, off_most = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (d.shared[i]) interface += model.node(i).unknown_count();
  std::vector<int> number(model.node_count(), -1);
  for (int part = 0; part < parts; ++part) {
    double weight = 0;
    std::int64_t ghosts = 0, off = 0;
    int interior = 0, boundary = 0;
    std::set<int> neighbours;
    std::vector<NodeIndex> nodes;
    for (const auto& [b, e] : d.elements[part]) {
      const ElementBatch& batch = model.batch(b);
      const double size = batch.local_size(e);
      weight += 1 + size * size;
      interior += batch.unknown_count(e);
      std::int64_t foreign = 0;
      each_node(batch, e, [&](NodeIndex i) {
        if (!model.node(i).has_unknowns()) return;
        if (owner.node_rank[i] != part) foreign += model.node(i).unknown_count();
        if (number[i] >= 0) return;
        number[i] = 0;
        nodes.push_back(i);
        (d.shared[i] ? boundary : interior) += model.node(i).unknown_count();
        if (owner.node_rank[i] == part) return;
        ghosts += model.node(i).unknown_count();
        neighbours.insert(owner.node_rank[i]);
      });
      off += foreign * static_cast<std::int64_t>(size);  // entries of the matrix in rows of other ranks
    }
    weight_sum += weight;
    weight_most = std::max(weight_most, weight);
    boundary_most = std::max<std::int64_t>(boundary_most, boundary);
    ghosts_most = std::max(ghosts_most, ghosts);
    ghosts_sum += ghosts;
    off_most = std::max(off_most, off);
    neighbours_most = std::max<std::int64_t>(neighbours_most, static_cast<std::int64_t>(neighbours.size()));
    int next = 0, next_boundary = interior;
    for (const NodeIndex i : nodes) {
      int& at = d.shared[i] ? next_boundary : next;
      number[i] = at;
      at += model.node(i).unknown_count();
    }
    PartGraph graph(interior, boundary);
    std::vector<int> clique;
    for (const auto& [b, e] : d.elements[part]) {
      clique.clear();
      each_node(model.batch(b), e, [&](NodeIndex i) {
        for (int k = 0; k < model.node(i).unknown_count(); ++k) clique.push_back(number[i] + k);
      });
      for (int k = 0; k < model.batch(b).unknown_count(e); ++k) clique.push_back(next++);
      graph.add(clique);
    }
    const PartGraph::Cost cost = graph.factor();
    flops_sum += cost.flops;
    flops_most = std::max(flops_most, cost.flops);
    entries_sum += cost.factor_entries;
    entries_most = std::max(entries_most, cost.factor_entries);
    for (const NodeIndex i : nodes) number[i] = -1;
  }
  fmt::print(
      "{{\"unknowns\": {}, \"parts\": {}, \"imbalance\": {:.4f}, \"interface\": {}, \"boundary\": {}, \"ghosts\": {}, "
      "\"all_ghosts\": {}, \"neighbours\": {}, \"off_entries\": {}, \"flops\": {:.4e}, \"most_flops\": {:.4e}, "
      "\"entries\": {:.4e}, \"most_entries\": {:.4e}}}\n",
      unknowns, parts, weight_most * parts / weight_sum, interface, boundary_most, ghosts_most, ghosts_sum,
      neighbours_most, off_most, flops_sum, flops_most, entries_sum, entries_most);
  std::fflush(stdout);
}

int run(int argc, char* argv[]) {
  if (argc < 2) throw std::runtime_error("usage: bench_parts MODEL [MOST_PARTS]");
  const int most = argc > 2 ? std::atoi(argv[2]) : 4096;
  const auto analysis = read_model(argv[1]);
  const Model& model = analysis->model;
  std::int64_t unknowns = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i) unknowns += model.node(i).unknown_count();
  for (const ElementReference& e : model.elements()) unknowns += model.batch(e.batch).unknown_count(e.number);
  for (int parts = 1; parts <= most; parts *= 2) report(model, parts, unknowns, MPI_COMM_SELF);
  return 0;
}

}  // namespace
}  // namespace flexura

int main(int argc, char* argv[]) { return flexura::run_with_petsc(flexura::run, argc, argv); }
