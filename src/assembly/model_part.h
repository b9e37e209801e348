// The nodes and elements of one rank, as they are written to a snapshot and found again by any number of ranks.
#pragma once

#include <functional>
#include <vector>

#include "assembly/numbering.h"
#include "support/snapshot.h"

namespace flexura {

/// Walks values of nodes and elements in a fixed order. A part that another rank has saved gives this rank what it has
/// of it; the rest is read and dropped.
class ModelPart {
 public:
  /// Nodes known on this rank, those of other ranks included, and its elements.
  ModelPart(const Model& model, const Numbering& numbering);

  /// Which nodes and elements, to begin with.
  void lists(Archive& archive);
  /// States of nodes, by NodeIndex.
  void nodes(Archive& archive, NodeState* nodes) const;
  /// Own unknowns of elements, by local number.
  void unknowns(Archive& archive, double* y) const;
  /// Momenta of elements, by ElementBatch::first_momentum.
  void momenta(Archive& archive, double* p) const;
  /// Internal variables of elements, by ElementBatch::first_memory.
  void memory(Archive& archive, double* memory) const;

  /// Calls `exchange(part, archive)` for the own part of a snapshot that is being saved, list `name`.
  static void save(const Model& model, const Numbering& numbering, Snapshot& snapshot, const std::string& name,
                   const std::function<void(const ModelPart&, Archive&)>& exchange);
  /// The same for all parts that this rank needs of a saved one.
  static void restore(const Model& model, const Numbering& numbering, const Snapshot& snapshot, const std::string& name,
                      const std::function<void(const ModelPart&, Archive&)>& exchange);
  /// Whether the part with the number of this rank has the nodes and elements of this rank.
  static bool same(const Model& model, const Numbering& numbering, const Snapshot& snapshot);

 private:
  template <class Use>
  void each_element(Use&& use) const;
  [[nodiscard]] bool here(int batch, int element) const;

  const Model& model_;
  const Numbering& numbering_;
  std::vector<NodeIndex> nodes_;
  std::vector<char> owned_;                 // by position in nodes_
  std::vector<std::vector<int>> elements_;  // by batch
  bool own_ = true;                         // the part of this rank: everything is taken
};

}  // namespace flexura
