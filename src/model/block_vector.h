// A sequence in blocks: it grows without doubling its room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace flexura {

/// Elements lie next to each other within blocks of some 64 kB. A large std::vector has room for twice of what it
/// holds, and three times while it grows.
template <class T>
class BlockVector {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return blocks_[i / block][i % block]; }
  [[nodiscard]] T& operator[](std::size_t i) { return blocks_[i / block][i % block]; }

  void push_back(T value) {
    if (size_ % block == 0) {
      blocks_.emplace_back();
      if (size_ > 0 || in_place_) blocks_.back().reserve(block);  // small models stay small
    }
    blocks_.back().push_back(std::move(value));
    ++size_;
  }

  /// From now on no element moves when others are added.
  void stay_in_place() {
    if (!blocks_.empty()) blocks_.front().reserve(block);
    in_place_ = true;
  }

  /// Drops all but those for whose number `wanted` is true; these move up. Memory is given back as it goes.
  template <class Wanted>
  void keep(Wanted&& wanted) {
    BlockVector kept;
    std::size_t i = 0;
    for (std::vector<T>& values : blocks_) {
      for (T& value : values)
        if (wanted(i++)) kept.push_back(std::move(value));
      std::vector<T>().swap(values);
    }
    *this = std::move(kept);
  }

 private:
  static constexpr std::size_t power_of_two_below(std::size_t n) {
    std::size_t power = 1;
    while (2 * power <= n) power *= 2;
    return power;
  }
  static constexpr std::size_t block = power_of_two_below(std::max<std::size_t>(1, 65536 / sizeof(T)));

  std::vector<std::vector<T>> blocks_;
  std::size_t size_ = 0;
  bool in_place_ = false;
};

}  // namespace flexura
