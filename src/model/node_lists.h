// The nodes of each element of a batch.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/entry_offsets.h"
#include "model/node.h"
#include "model/table.h"

namespace flexura {

/// Lists of nodes behind each other. As long as all have the same length, which is the rule within a batch, ranks of
/// one machine have them in common.
class NodeLists {
 public:
  [[nodiscard]] int count(int i) const { return offset_.count(i); }
  [[nodiscard]] const NodeIndex* operator[](int i) const {
    return offset_.uniform() ? uniform_.row(static_cast<std::size_t>(i)) : others_.data() + offset_[i];
  }

  void append(std::span<const NodeIndex> nodes) {
    const bool was_uniform = offset_.uniform();
    if (offset_.size() == 0) uniform_ = Table<NodeIndex>(nodes.size());
    offset_.append(static_cast<int>(nodes.size()));
    if (offset_.uniform()) {
      uniform_.push_row(nodes);
      return;
    }
    if (was_uniform) {
      for (int i = 0; i + 1 < offset_.size(); ++i)
        others_.insert(others_.end(), uniform_.row(static_cast<std::size_t>(i)),
                       uniform_.row(static_cast<std::size_t>(i)) + count(i));
      uniform_ = Table<NodeIndex>();
    }
    others_.insert(others_.end(), nodes.begin(), nodes.end());
  }

 private:
  EntryOffsets offset_;
  Table<NodeIndex> uniform_;
  std::vector<NodeIndex> others_;
};

}  // namespace flexura
