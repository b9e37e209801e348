// Arrays by NodeIndex that take memory only for the nodes this rank knows.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/state.h"

namespace flexura {

/// Some of the nodes of a model, in runs first, ..., last - 1.
class NodeRuns {
 public:
  struct Run {
    NodeIndex first = 0, last = 0;
  };
  /// `count`: nodes of the model.
  explicit NodeRuns(int count = 0) : count_(count) {}
  /// In increasing order.
  void add(NodeIndex i) {
    if (runs_.empty() || runs_.back().last != i) runs_.push_back({i, i});
    ++runs_.back().last;
  }
  [[nodiscard]] int count() const { return count_; }
  /// Pages of memory that hold nodes of the runs, where `by_page` nodes lie in one and the first begins a page.
  [[nodiscard]] std::size_t pages(double by_page) const {
    std::size_t pages = 0;
    std::size_t next = 0;  // behind the last page counted
    for (const Run& run : runs_) {
      const auto first = std::max(next, static_cast<std::size_t>(run.first / by_page));
      next = std::max(next, static_cast<std::size_t>(std::ceil(run.last / by_page)));
      pages += next - std::min(first, next);
    }
    return pages;
  }
  template <class Use>
  void each(Use&& use) const {
    for (const Run& run : runs_)
      for (NodeIndex i = run.first; i < run.last; ++i) use(i);
  }

 private:
  int count_;
  std::vector<Run> runs_;
};

/// One T for each node of the model, by NodeIndex, of which only those in the runs exist. The array has addresses for
/// all; pages of memory that no run touches are never made, so that a rank pays for its own nodes and its halo. Arrays
/// of which nearly all exists are on the heap.
template <class T>
class NodeArray {
 public:
  NodeArray() = default;
  /// `runs` has to outlive the array and its copies. Nodes outside them are all zero bytes and are not to be used.
  NodeArray(const NodeRuns& runs, const T& value) : runs_(&runs), data_(reserve(runs)) {
    runs.each([&](NodeIndex i) { ::new (data_.get() + i) T(value); });
  }
  NodeArray(const NodeArray& other) { *this = other; }
  NodeArray& operator=(const NodeArray& other) {
    if (this == &other) return *this;
    if (!other.runs_) {
      data_.reset();
    } else if (runs_ != other.runs_) {
      data_ = reserve(*other.runs_);
    }
    runs_ = other.runs_;
    if (runs_) copy(other.data());
    return *this;
  }
  NodeArray(NodeArray&&) noexcept = default;
  NodeArray& operator=(NodeArray&&) noexcept = default;
  ~NodeArray() = default;

  [[nodiscard]] bool empty() const { return !runs_; }
  [[nodiscard]] T& operator[](NodeIndex i) { return data_.get()[i]; }
  [[nodiscard]] const T& operator[](NodeIndex i) const { return data_.get()[i]; }
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }

  /// Takes the values of the nodes in the runs from another array by NodeIndex; data() stays what it is.
  void copy(const T* from) {
    runs_->each([&](NodeIndex i) { data_.get()[i] = from[i]; });
  }
  /// Calls `use` with each node in the runs.
  template <class Use>
  void each(Use&& use) {
    runs_->each([&](NodeIndex i) { use(data_.get()[i]); });
  }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  struct Release {
    void* mapped = nullptr;  // null: on the heap
    std::size_t bytes = 0;
    void operator()(T* data) const {
      if (mapped) {
        munmap(mapped, bytes);
      } else {
        std::free(data);
      }
    }
  };
  using Storage = std::unique_ptr<T, Release>;

  static Storage reserve(const NodeRuns& runs) {
    const auto count = static_cast<std::size_t>(std::max(1, runs.count()));
    constexpr std::size_t small = std::size_t{1} << 20, page = 4096, huge = std::size_t{1} << 21;
    const std::size_t bytes = count * sizeof(T);
    const std::size_t needed = runs.pages(static_cast<double>(page) / sizeof(T)) * page;
    if (bytes <= small || 8 * needed > 7 * bytes) {
      void* const heap = std::calloc(count, sizeof(T));
      if (!heap) throw std::bad_alloc();
      return Storage(static_cast<T*>(heap), Release{});
    }
    const std::size_t reserved = bytes + 2 * huge;
    void* const pages =
        mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(pages) + huge - 1) / huge * huge;
    T* const data = reinterpret_cast<T*>(begin);
    // Huge pages where they hold few nodes of other ranks.
    if (8 * runs.pages(static_cast<double>(huge) / sizeof(T)) * huge <= 9 * needed)
      static_cast<void>(madvise(data, (bytes + huge - 1) / huge * huge, MADV_HUGEPAGE));
    return Storage(data, Release{pages, reserved});
  }

  const NodeRuns* runs_ = nullptr;
  Storage data_;
};

}  // namespace flexura
