#include "model/element_batch.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace flexura {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
}

PatternProbe::PatternProbe(int max_nodes, int max_unknowns, int drives)
    : nodes_(max_nodes, {Vec3::Constant(nan), Mat3::Constant(nan), Vec3::Constant(nan), Vec3::Constant(nan),
                         Vec3::Constant(nan), Vec3::Constant(nan)}),
      spin_(max_nodes, Mat3::Constant(nan)),
      unknowns_(std::max(1, max_unknowns), nan),
      drives_(std::max(1, drives), Taylor2(nan, nan, nan)),
      numbers_(std::max({1, max_nodes, max_unknowns})) {
  std::iota(numbers_.begin(), numbers_.end(), 0);
  state_.nodes = nodes_.data();
  state_.spin = spin_.data();
  state_.y = state_.y_rate = state_.momentum_known = unknowns_.data();
  state_.drives = drives_.data();
  state_.time = state_.time_step = state_.c = nan;
  state_.uniform_gravity = Vec3::Constant(nan);
}

void ElementBatch::append(ElementInfo info, std::span<const NodeIndex> nodes, int unknowns, int momenta, int memory) {
  info_.push_back(std::move(info));
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  node_offset_.push_back(static_cast<int>(nodes_.size()));
  unknown_offset_.push_back(unknown_offset_.back() + unknowns);
  momentum_offset_.push_back(momentum_offset_.back() + momenta);
  memory_offset_.push_back(memory_offset_.back() + memory);
  const int local = 6 * static_cast<int>(nodes.size()) + unknowns;
  dof_offset_.push_back(dof_offset_.back() + local);
  dofs_.resize(static_cast<std::size_t>(dof_offset_.back()), -1);
}

void ElementBatch::set_dofs(const std::function<int(NodeIndex)>& node_dof, const std::function<int(int)>& own_dof) {
  for (int i = 0; i < size(); ++i) {
    int* dof = dofs_.data() + dof_offset_[i];
    for (const NodeIndex node : nodes(i)) {
      const int first = node_dof(node);
      for (int k = 0; k < 6; ++k) *dof++ = first < 0 ? -1 : first + k;
    }
    const int first = unknown_count(i) > 0 ? own_dof(i) : -1;
    for (int j = 0; j < unknown_count(i); ++j) *dof++ = first < 0 ? -1 : first + j;
  }
}

void ElementBatch::set_first_momentum(int first) { first_momentum_ = first; }

void ElementBatch::set_first_memory(int first) { first_memory_ = first; }

void ElementBatch::set_patterns(std::span<const int> which, const PatternProbe& probe) {
  entries_.clear();
  entry_offset_.assign(1, 0);
  for (const int i : which) {
    const auto dof = dofs(i);
    const int n = local_size(i);
    for (const std::uint16_t at : pattern(i, probe))
      if (dof[at / n] >= 0 && dof[at % n] >= 0) entries_.push_back(at);
    entry_offset_.push_back(static_cast<int>(entries_.size()));
  }
}

}  // namespace flexura
