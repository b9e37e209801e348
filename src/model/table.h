// Numbers of the whole model, which every rank looks at: once on a machine.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/shared_blocks.h"

namespace flexura {

/// Rows of `width` numbers each, which lie next to each other within blocks. Full blocks are KeptBlocks: ranks of one
/// machine that have read the same model have them in common, where all their bytes are the same (T has none that
/// nobody sets).
template <class T>
class Table {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Table(std::size_t width = 1) : width_(width) {
    while (2 * width_ * sizeof(T) << shift_ <= BlockStore::most_bytes && shift_ < 16) ++shift_;
  }
  Table(const Table& other) : Table(other.width_) {
    for (std::size_t i = 0; i < other.size_; ++i) push_row({other.row(i), width_});
  }
  Table& operator=(const Table& other) {
    if (this != &other) *this = Table(other);
    return *this;
  }
  Table(Table&&) noexcept = default;
  Table& operator=(Table&&) noexcept = default;
  ~Table() = default;

  [[nodiscard]] std::size_t size() const { return size_; }  ///< rows
  [[nodiscard]] const T* row(std::size_t i) const { return blocks_[i >> shift_] + (i & mask()) * width_; }
  [[nodiscard]] T* row(std::size_t i) { return blocks_[i >> shift_] + (i & mask()) * width_; }
  /// The first number of a row.
  [[nodiscard]] const T& operator[](std::size_t i) const { return *row(i); }
  [[nodiscard]] T& operator[](std::size_t i) { return *row(i); }

  void push_back(const T& value) { push_row({&value, 1}); }
  void push_row(std::span<const T> values) {
    if ((size_ & mask()) == 0) {
      if (size_ > 0) growing_.reserve((mask() + 1) * width_);  // small models stay small
      blocks_.push_back(nullptr);
    }
    growing_.insert(growing_.end(), values.begin(), values.end());
    blocks_.back() = growing_.data();
    if ((++size_ & mask()) != 0) return;
    full_.emplace_back(growing_.data(), growing_.size() * sizeof(T));
    blocks_.back() = static_cast<T*>(full_.back().data());
    growing_.clear();
  }

 private:
  [[nodiscard]] std::size_t mask() const { return (std::size_t{1} << shift_) - 1; }

  std::size_t width_, size_ = 0;
  unsigned shift_ = 0;  // a block has 2^shift rows
  std::vector<T*> blocks_;
  std::vector<KeptBlock> full_;
  std::vector<T> growing_;  // the last block
};

}  // namespace flexura
