#include "assembly/numbering.h"

#include <malloc.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "assembly/ranks.h"

namespace flexura {

namespace {

/// What the equation of a scalar node balances.
Dimension dimension_of(NodeFamily family) {
  switch (family) {
    case NodeFamily::electric:
      return Dimension::current;
    case NodeFamily::hydraulic:
      return Dimension::mass_flow;
    case NodeFamily::thermal:
      return Dimension::heat_flow;
    default:
      return Dimension::dimensionless;
  }
}

}  // namespace

Numbering::Numbering(Model& model, Ownership owner, MPI_Comm communicator)
    : Numbering(model, std::move(owner), rank_in(communicator), ranks_in(communicator)) {}

Numbering::Numbering(Model& model, Ownership ownership, int rank, int ranks)
    : model_(model), owner_(std::move(ownership)) {
  const Ownership& owner = owner_;
  const int nodes = model.node_count();
  node_.resize(static_cast<std::size_t>(nodes));
  elements_.resize(model.batch_count());

  // Unknowns of every rank, to know where each rank's numbers start and where each node is: structural nodes first.
  std::vector<PetscInt> count(ranks, 0);
  std::vector<PetscInt> offset_in_rank(nodes, -1);
  const auto number_nodes = [&](bool balanced) {
    for (NodeIndex i = 0; i < nodes; ++i) {
      const NodeProperties& node = model.properties(i);
      if (!node.has_unknowns() || node.balanced() != balanced) continue;
      offset_in_rank[i] = count[owner.node_rank[i]];
      count[owner.node_rank[i]] += node.unknown_count();
    }
  };
  number_nodes(true);
  balance_ = static_cast<int>(count[rank]);
  number_nodes(false);
  nodes_ = static_cast<int>(count[rank]);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) count[owner.element_rank[b][e]] += batch.unknown_count(e);
  }
  std::vector<PetscInt> start(ranks + 1, 0);
  for (int r = 0; r < ranks; ++r) start[r + 1] = start[r] + count[r];
  first_ = start[rank];
  total_ = start[ranks];
  owned_ = static_cast<int>(count[rank]);

  for (const bool balanced : {true, false}) {
    for (NodeIndex i = 0; i < nodes; ++i) {
      const NodeProperties& node = model.properties(i);
      if (!node.has_unknowns() || owner.node_rank[i] != rank || node.balanced() != balanced) continue;
      node_.set(i, static_cast<int>(offset_in_rank[i]) + 1);
      local_nodes_.push_back(i);
      if (!balanced) equations_.push_back({node.order, Row::equation, dimension_of(node.family)});
      const Dimension force = node.structural() ? Dimension::force : Dimension::generalized_force;
      for (int k = 0; balanced && k < node.unknown_count(); ++k)
        equations_.push_back({Order::differential, Row::balance, k < 3 ? force : Dimension::moment});
    }
  }

  // Own unknowns of local elements.
  std::vector<SparseNumbers> own(model.batch_count());
  int next = nodes_;
  std::vector<char> needed(nodes, 0);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    own[b].resize(batch.size());
    for (int e = 0; e < batch.size(); ++e) {
      if (owner.element_rank[b][e] != rank) continue;
      elements_[b].push_back(e);
      own[b].set(e, next);
      for (int j = 0; j < batch.unknown_count(e); ++j, ++next) {
        const UnknownInfo info = batch.unknown(e, j);
        equations_.push_back({info.order, info.row, info.dimension});
      }
      for (const NodeIndex node : batch.nodes(e)) needed[node] = 1;
      for (const NodeIndex node : batch.scalars(e)) needed[node] = 1;
    }
  }

  // Halo: nodes of other ranks that local elements, dummy nodes or state-dependent drives look at.
  bool all = false;
  for (DriveId d = 0; d < model.drive_count(); ++d) all = all || model.drive(d).depends_on_state();
  for (NodeIndex i = 0; i < nodes; ++i) {
    if (all) needed[i] = 1;
    const NodeProperties& node = model.properties(i);
    if (node.follows && owner.node_rank[i] == rank)
      for (const NodeIndex master : node.follows->masters()) needed[master] = 1;
  }
  for (NodeIndex i = 0; i < nodes; ++i) {
    if (!needed[i] || node(i) >= 0 || !model.properties(i).has_unknowns()) continue;
    node_.set(i, owned_ + static_cast<int>(ghosts_.size()) + 1);
    local_nodes_.push_back(i);
    for (int k = 0; k < model.properties(i).unknown_count(); ++k)
      ghosts_.push_back(start[owner.node_rank[i]] + offset_in_rank[i] + k);
  }
  known_ = NodeRuns(nodes);
  for (NodeIndex i = 0; i < nodes; ++i)
    if (needed[i] || owner.node_rank[i] == rank || !model.properties(i).has_unknowns()) known_.add(i);

  int momenta = 0;
  int memory = 0;
  for (int b = 0; b < model.batch_count(); ++b) {
    model.batch(b).set_dofs(
        elements_[b],
        [this, &model](NodeIndex i) {
          const NodeProperties& node = model.properties(i);
          return NodeUnknowns{this->node(i), node.unknown_count(), !node.balanced() && node.order == Order::algebraic};
        },
        [&own, b](int e) { return own[b][e]; });
    model.batch(b).keep_histories(elements_[b]);
    model.batch(b).set_first_momentum(momenta);
    momenta += model.batch(b).momentum_total();
    model.batch(b).set_first_memory(memory);
    memory += model.batch(b).memory_total();
  }
}

void Numbering::forget_others(Model& model) const {
  model.give_up_elements(nullptr);
  std::vector<std::vector<int>> wanted = elements_;
  if (model.all_elements_needed()) {
    for (int b = 0; b < model.batch_count(); ++b) {
      wanted[b].resize(static_cast<std::size_t>(model.batch(b).size()));
      std::iota(wanted[b].begin(), wanted[b].end(), 0);
    }
  }
  for (const Observation& o : model.observations()) wanted[o.element.batch].push_back(o.element.number);
  [[maybe_unused]] bool fewer = false;
  for (int b = 0; b < model.batch_count(); ++b) {
    std::sort(wanted[b].begin(), wanted[b].end());
    wanted[b].erase(std::unique(wanted[b].begin(), wanted[b].end()), wanted[b].end());
    fewer = fewer || static_cast<int>(wanted[b].size()) < model.batch(b).size();
    model.batch(b).keep(wanted[b]);
  }
#ifdef __GLIBC__
  if (fewer) malloc_trim(0);
#endif
}

std::string Numbering::describe(int owned) const {
  static constexpr const char* axis[] = {"x", "y", "z"};
  if (owned < nodes_) {
    const auto after = std::upper_bound(local_nodes_.begin(), local_nodes_.end(), owned,
                                        [this](int number, NodeIndex i) { return number < node(i); });
    const NodeIndex at = *(after - 1);
    const NodeProperties& node = model_.properties(at);
    if (node.kind == NodeKind::modal_coordinates)
      return node.name + ": balance of coordinate " + std::to_string(node.first_coordinate + owned - this->node(at));
    if (!node.structural())
      return std::string(name_of(node.family)) + " node " + std::to_string(model_.label(at)) + ": balance";
    const int k = owned - this->node(at);
    return "structural node " + std::to_string(model_.label(at)) + ": " + (k < 3 ? "force" : "moment") + " balance, " +
           axis[k % 3];
  }
  for (std::size_t b = 0; b < elements_.size(); ++b) {
    const ElementBatch& batch = model_.batch(static_cast<int>(b));
    for (const int e : elements_[b]) {
      const auto dofs = batch.dofs(e);
      const int first = 6 * batch.node_count(e);
      for (int j = 0; j < batch.unknown_count(e); ++j)
        if (dofs[first + j] == owned)
          return std::string(batch.family()) + " " + std::to_string(batch.label(e)) + " (" + std::string(batch.type()) +
                 "): " + std::string(batch.unknown(e, j).name);
    }
  }
  return "unknown equation";
}

}  // namespace flexura
