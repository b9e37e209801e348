#include "model/element_batch.h"

#include <algorithm>
#include <limits>
#include <map>
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

void ElementBatch::append(ElementInfo info, std::span<const NodeIndex> nodes, std::span<const NodeIndex> scalars,
                          int unknowns, int momenta, int memory) {
  info_.push_back(std::move(info));
  scalars_.insert(scalars_.end(), scalars.begin(), scalars.end());
  scalar_algebraic_.resize(scalars_.size(), 0);
  scalar_offset_.append(static_cast<int>(scalars.size()));
  nodes_.append(nodes);
  unknown_count_.append(unknowns);
  momenta_.append(momenta);
  memories_.append(memory);
}

void ElementBatch::set_dofs(const std::function<int(NodeIndex)>& node_dof, const std::function<int(int)>& own_dof) {
  set_dofs([&](NodeIndex node) { return NodeUnknowns{node_dof(node), 6, false}; }, own_dof);
}

void ElementBatch::set_dofs(const std::function<NodeUnknowns(NodeIndex)>& node,
                            const std::function<int(int)>& own_dof) {
  std::vector<int> all(static_cast<std::size_t>(size()));
  std::iota(all.begin(), all.end(), 0);
  set_dofs(all, node, own_dof);
}

void ElementBatch::set_dofs(std::span<const int> which, const std::function<NodeUnknowns(NodeIndex)>& node,
                            const std::function<int(int)>& own_dof) {
  dof_place_ = SparseNumbers(static_cast<std::size_t>(size()));
  int total = 0;
  for (const int i : which) {
    dof_place_.set(static_cast<std::size_t>(i), total + 1);
    total += local_size(i);
  }
  std::vector<int>(static_cast<std::size_t>(total)).swap(dofs_);
  int* dof = dofs_.data();
  for (const int i : which) {
    for (const NodeIndex n : nodes(i)) {
      const NodeUnknowns at = node(n);
      for (int k = 0; k < 6; ++k) *dof++ = at.first < 0 || k >= at.count ? -1 : at.first + k;
    }
    const int first = unknown_count(i) > 0 ? own_dof(i) : -1;
    for (int j = 0; j < unknown_count(i); ++j) *dof++ = first < 0 ? -1 : first + j;
    for (int k = scalar_offset_[i]; k < scalar_offset_[i + 1]; ++k) {
      const NodeUnknowns at = node(scalars_[k]);
      scalar_algebraic_[k] = at.algebraic;
      *dof++ = at.first;
    }
  }
}

void ElementBatch::set_algebraic(const std::function<bool(NodeIndex)>& algebraic) {
  for (std::size_t k = 0; k < scalars_.size(); ++k) scalar_algebraic_[k] = algebraic(scalars_[k]);
}

void ElementBatch::switch_on(int i, bool on) {
  if (off_.empty()) {
    if (on) return;
    off_.resize(static_cast<std::size_t>(size()), 0);
  }
  off_[i] = !on;
}

void ElementBatch::residual_when_off(const State& state, int i, double* f) const {
  const int* dof = dofs(i).data() + 6 * node_count(i);
  for (int j = 0; j < unknown_count(i); ++j) {
    if (dof[j] < 0) continue;
    // The assembler puts ones on the diagonal: the Newton unknown is c times a multiplier, or a rate.
    f[dof[j]] -= unknown(i, j).order == Order::differential ? state.y_rate[dof[j]] : state.c * state.y[dof[j]];
  }
}

bool ElementBatch::has_equations(int i) const {
  if (scalar_count(i) > 0) return true;
  for (int j = 0; j < unknown_count(i); ++j) {
    const UnknownInfo info = unknown(i, j);
    if (info.row == Row::equation || info.order == Order::differential) return true;
  }
  return false;
}

void ElementBatch::combine_initial(int i, double* dense, const double* by_value, const double* by_rate) const {
  const int n = local_size(i);
  const int own = 6 * node_count(i);
  const int scalar = own + unknown_count(i);
  for (int column = own; column < n; ++column) {
    const bool is_scalar = column >= scalar;
    const bool algebraic = is_scalar ? scalar_algebraic_[scalar_offset_[i] + column - scalar] != 0
                                     : unknown(i, column - own).order == Order::algebraic;
    if (algebraic && !is_scalar) continue;  // a multiplier: its factors are right at c = 0
    for (int row = 0; row < n; ++row) {
      // A position-level row holds at the level of the highest derivative of each unknown: its derivative by the value.
      const bool level = row >= own && row < scalar && unknown(i, row - own).row == Row::constraint;
      dense[row * n + column] = (algebraic || level ? by_value : by_rate)[row * n + column];
    }
  }
  for (int row = own; row < n; ++row) {
    if (row < scalar && unknown(i, row - own).row != Row::equation) continue;
    std::fill(dense + row * n, dense + row * n + own, 0.0);
  }
}

bool ElementBatch::differs(const State& state, int i) const {
  const auto dof = dofs(i);
  return std::any_of(dof.begin(), dof.end(), [&](int j) { return state.coefficient(j) != state.c; });
}

void ElementBatch::scale_columns(const State& state, int i, const double* by_values, double* dense) const {
  const auto dof = dofs(i);
  const int n = local_size(i);
  for (int column = 0; column < n; ++column) {
    const double more = state.coefficient(dof[column]) / state.c - 1;
    if (more == 0) continue;
    for (int row = 0; row < n; ++row) dense[row * n + column] += more * by_values[row * n + column];
  }
}

void Histories::keep(std::span<const int> which) {
  kept_ = SparseNumbers();
  total_ = offset_.total();
  if (total_ == 0 || static_cast<int>(which.size()) == offset_.size()) return;
  kept_.resize(static_cast<std::size_t>(offset_.size()));
  total_ = 0;
  for (const int i : which) {
    kept_.set(static_cast<std::size_t>(i), total_);
    total_ += count(i);
  }
}

void ElementBatch::keep_histories(std::span<const int> which) {
  momenta_.keep(which);
  memories_.keep(which);
}

void ElementBatch::fail_forgotten(int i) const {
  throw Error(ExitCode::internal_error, family_ + " " + std::to_string(label(i)) + " belongs to another rank");
}

void ElementBatch::set_patterns(std::span<const int> which, const PatternProbe& probe) {
  patterns_.clear();
  pattern_of_.clear();
  std::map<std::vector<LocalEntry>, int> known;
  for (const int i : which) {
    const auto dof = dofs(i);
    const auto n = static_cast<LocalEntry>(local_size(i));
    std::vector<LocalEntry> entries = pattern(i, probe);
    std::erase_if(entries, [&](LocalEntry at) { return dof[at / n] < 0 || dof[at % n] < 0; });
    const auto [at, fresh] = known.emplace(std::move(entries), static_cast<int>(patterns_.size()));
    if (fresh) patterns_.push_back(at->first);
    pattern_of_.push_back(at->second);
  }
}

}  // namespace flexura
