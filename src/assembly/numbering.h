// Numbers of unknowns on this rank and in the whole system.
#pragma once

#include <petscsystypes.h>

#include <string>
#include <vector>

#include "assembly/node_array.h"
#include "assembly/partition.h"
#include "model/model.h"
#include "support/sparse_numbers.h"

namespace flexura {

/// What is known of one owned unknown and its equation.
struct EquationInfo {
  Order order = Order::differential;
  Row row = Row::balance;
  Dimension dimension = Dimension::force;
};

/// Local numbers: owned structural nodes (six or three each), owned scalar nodes, own unknowns of local elements, then
/// nodes of other ranks that are needed here.
///
/// Global numbers are contiguous per rank, in the order of the local ones. Every rank has the same view of the global
/// numbers of all nodes.
class Numbering {
 public:
  Numbering(Model& model, Ownership owner, int rank, int ranks);
  Numbering(Model& model, Ownership owner, MPI_Comm communicator);

  [[nodiscard]] int owned() const { return owned_; }            ///< unknowns this rank owns
  [[nodiscard]] int owned_balance() const { return balance_; }  ///< the first so many: balances of structural nodes
  [[nodiscard]] int owned_nodes() const { return nodes_; }      ///< with the scalar nodes behind them
  [[nodiscard]] int local() const { return owned_ + static_cast<int>(ghosts_.size()); }
  [[nodiscard]] PetscInt first() const { return first_; }  ///< global number of local 0
  [[nodiscard]] PetscInt total() const { return total_; }
  [[nodiscard]] const std::vector<PetscInt>& ghosts() const { return ghosts_; }  ///< global numbers
  [[nodiscard]] PetscInt global(int local) const { return local < owned_ ? first_ + local : ghosts_[local - owned_]; }

  /// First local number of a node's unknowns; -1 when it has none or is not needed here.
  [[nodiscard]] int node(NodeIndex i) const { return node_[static_cast<std::size_t>(i)] - 1; }
  /// Nodes with unknowns that have a local number, in increasing order of that number.
  [[nodiscard]] const std::vector<NodeIndex>& local_nodes() const { return local_nodes_; }
  /// Nodes whose state this rank has: those with a local number, and all that have no unknowns.
  [[nodiscard]] const NodeRuns& known_nodes() const { return known_; }
  /// Elements of a batch that this rank evaluates.
  [[nodiscard]] const std::vector<int>& elements(int batch) const { return elements_[batch]; }
  /// Forgets what the elements of other ranks are (ElementBatch::keep), once all that looks at the whole model has been
  /// made: logs, plans of results. What drives look at stays. Memory that becomes free goes back to the system.
  void forget_others(Model& model) const;
  [[nodiscard]] const EquationInfo& equation(int owned) const { return equations_[owned]; }
  [[nodiscard]] const std::vector<EquationInfo>& equations() const { return equations_; }
  [[nodiscard]] const Ownership& owner() const { return owner_; }

  /// "structural node 12: force balance, x" or "joint 3 (revolute hinge): position constraint x".
  [[nodiscard]] std::string describe(int owned) const;

 private:
  const Model& model_;
  Ownership owner_;
  int owned_ = 0, balance_ = 0, nodes_ = 0;
  PetscInt first_ = 0, total_ = 0;
  std::vector<PetscInt> ghosts_;
  SparseNumbers node_;  // first local number, from 1 on
  std::vector<NodeIndex> local_nodes_;
  NodeRuns known_;
  std::vector<std::vector<int>> elements_;
  std::vector<EquationInfo> equations_;
};

}  // namespace flexura
