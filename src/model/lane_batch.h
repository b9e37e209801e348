// Batch evaluation of a hot element type in SIMD lanes.
//
// A type opts in with
//   static constexpr int lanes, local_size;          // elements at once; 6 x its nodes: those in lanes have no more
//   rows bool in_lanes(const State&) const;               // whether this element may share lanes now static bool
//   residual_in_lanes(const std::array<const E*, lanes>&, const std::array<Local, lanes>&, double* r); static bool
//   jacobian_in_lanes(elements, locals, const JacobianFactors&, double* values);
// which overwrite local_size x lanes (local_size^2 x lanes) numbers, those of the lanes next to each other, 64-byte
// aligned, and return false when these elements are to be evaluated one by one; and with FLEXURA_LANES(type) behind the
// class, which makes its batch use them.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <ranges>
#include <vector>

#include "math/lanes.h"
#include "model/batch.h"

namespace flexura {

template <class E>
class LaneEvaluation {
 public:
  LaneEvaluation(const Batch<E>& batch, const State& state) : batch_(batch), state_(state) {}

  void residual(std::span<const int> which, double* f, double* f_abs) const {
    alignas(64) double r[E::local_size * E::lanes];
    for (std::size_t k = 0; k < which.size(); k += E::lanes) {
      const auto group = which.subspan(k, std::min<std::size_t>(E::lanes, which.size() - k));
      prefetch(which.subspan(k + group.size()));
      const bool together = in_lanes(
          group, [&](const auto& elements, const auto& locals) { return E::residual_in_lanes(elements, locals, r); });
      for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const int i = group[lane];
        if (together) {
          add(i, r + lane, E::lanes, f, f_abs);
        } else if (batch_.is_on(i)) {
          double* one = spare(batch_.local_size(i));
          std::fill(one, one + batch_.local_size(i), 0.0);
          Residual view(one, batch_.node_count(i));
          batch_.element(i).residual(local(i), view);
          add(i, one, 1, f, f_abs);
        }
      }
    }
  }

  double* jacobian(std::span<const int> which, int first, double* values) const {
    alignas(64) double dense[E::local_size * E::local_size * E::lanes];
    const JacobianFactors factors = JacobianFactors::of(state_);
    const int count = static_cast<int>(which.size());
    for (int k = 0; k < count; k += E::lanes) {
      const auto group = which.subspan(k, std::min(E::lanes, count - k));
      prefetch(which.subspan(k + group.size()));
      const bool together = in_lanes(group, [&](const auto& elements, const auto& locals) {
        return E::jacobian_in_lanes(elements, locals, factors, dense);
      });
      if (together && same_entries(first + k, group.size())) {
        values = spread(batch_.entries(first + k), dense, static_cast<int>(group.size()), values);
        continue;
      }
      for (int lane = 0; lane < static_cast<int>(group.size()); ++lane) {
        const auto entries = batch_.entries(first + k + lane);
        if (together) {
          for (const LocalEntry at : entries) *values++ = dense[at * E::lanes + lane];
        } else if (batch_.is_on(group[lane])) {
          const int size = batch_.local_size(group[lane]);
          double* one = spare(static_cast<std::size_t>(size) * size);
          batch_.local_jacobian(state_, group[lane], one);
          for (const LocalEntry at : entries) *values++ = one[at];
        } else {
          values = std::fill_n(values, entries.size(), 0.0);
        }
      }
    }
    return values;
  }

 private:
  /// Has the elements of the next group brought into the cache.
  void prefetch(std::span<const int> rest) const {
    for (const int i : rest.first(std::min<std::size_t>(E::lanes, rest.size()))) {
      const char* const begin = reinterpret_cast<const char*>(&batch_.element(i));
      for (std::size_t at = 0; at < sizeof(E); at += 64) __builtin_prefetch(begin + at);
    }
  }
  /// Whether elements k to k + count - 1 of the list have the same entries.
  [[nodiscard]] bool same_entries(int k, std::size_t count) const {
    const auto first = batch_.entries(k);
    for (std::size_t lane = 1; lane < count; ++lane) {
      const auto other = batch_.entries(k + static_cast<int>(lane));
      if (other.data() != first.data() && !std::ranges::equal(first, other)) return false;
    }
    return true;
  }
  /// The entries of each element behind each other, from the numbers of the lanes next to each other.
  static double* spread(std::span<const LocalEntry> entries, const double* dense, int count, double* values) {
    static_assert(E::lanes == Lanes::count);
    const std::size_t size = entries.size();
    std::size_t e = 0;
    for (; e + E::lanes <= size; e += E::lanes) {
      Lanes::Register rows[E::lanes];
      for (int i = 0; i < E::lanes; ++i) std::memcpy(&rows[i], dense + entries[e + i] * E::lanes, sizeof rows[i]);
      transpose(rows);
      for (int lane = 0; lane < count; ++lane) std::memcpy(values + lane * size + e, &rows[lane], sizeof rows[lane]);
    }
    for (; e < size; ++e)
      for (int lane = 0; lane < count; ++lane) values[lane * size + e] = dense[entries[e] * E::lanes + lane];
    return values + count * size;
  }
  /// Room for an element by itself; it may have more rows than those that share lanes.
  static double* spare(std::size_t size) {
    static thread_local std::vector<double> storage;
    if (storage.size() < size) storage.resize(size);
    return storage.data();
  }

  [[nodiscard]] Local local(int i) const {
    return {state_,
            batch_.nodes(i).data(),
            batch_.dofs(i).data() + E::local_size,
            batch_.first_momentum(i),
            batch_.first_memory(i),
            batch_.scalars(i).data(),
            batch_.momenta_coefficient(state_, i)};
  }

  /// Calls `evaluate(elements, locals)` for a group that fills the lanes, its last element repeated in empty ones;
  /// false when it returns false, or when elements of the group cannot share lanes.
  template <class F>
  bool in_lanes(std::span<const int> which, F evaluate) const {
    if (which.size() < 2 || state_.hybrid()) return false;
    for (const int i : which)
      if (!batch_.is_on(i) || !batch_.element(i).in_lanes(state_)) return false;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto at = [&](std::size_t lane) { return which[std::min(lane, which.size() - 1)]; };
      return evaluate(std::array<const E*, E::lanes>{&batch_.element(at(I))...},
                      std::array<Local, E::lanes>{local(at(I))...});
    }
    (std::make_index_sequence<E::lanes>());
  }

  /// Adds the residual of element i, its numbers `stride` apart.
  void add(int i, const double* r, int stride, double* f, double* f_abs) const {
    const auto dof = batch_.dofs(i);
    for (int j = 0; j < static_cast<int>(dof.size()); ++j) {
      if (dof[j] < 0) continue;
      f[dof[j]] += r[j * stride];
      if (f_abs) f_abs[dof[j]] += std::abs(r[j * stride]);
    }
  }

  const Batch<E>& batch_;
  const State& state_;
};

}  // namespace flexura

/// Makes the batch of an element type evaluate in lanes.
#define FLEXURA_LANES(E)                                                                                               \
  template <>                                                                                                          \
  inline void Batch<E>::residual(const State& state, std::span<const int> which, double* f, double* f_abs) const {     \
    LaneEvaluation<E>(*this, state).residual(which, f, f_abs);                                                         \
  }                                                                                                                    \
  template <>                                                                                                          \
  inline double* Batch<E>::jacobian(const State& state, std::span<const int> which, int first, double* values) const { \
    return LaneEvaluation<E>(*this, state).jacobian(which, first, values);                                             \
  }
