// Many numbers, most of them zero.
#pragma once

#include <cstddef>

namespace flexura {

/// An array of integers. Zeros that have only zeros next to them take addresses, but no memory, as long as nobody looks
/// at them (some systems make a page for that, too): a rank has numbers for its own part of a model.
class SparseNumbers {
 public:
  SparseNumbers() = default;
  explicit SparseNumbers(std::size_t size) { resize(size); }
  SparseNumbers(const SparseNumbers&) = delete;
  SparseNumbers& operator=(const SparseNumbers&) = delete;
  SparseNumbers(SparseNumbers&& other) noexcept { swap(other); }
  SparseNumbers& operator=(SparseNumbers&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SparseNumbers();

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int operator[](std::size_t i) const { return data_[i]; }
  void set(std::size_t i, int value) { data_[i] = value; }
  void push_back(int value) {
    resize(size_ + 1);
    if (value != 0) data_[size_ - 1] = value;
  }
  /// What is added is zero; not for less than there was. Throws std::bad_alloc.
  void resize(std::size_t size) {
    if (size > room_) make_room(size);
    size_ = size;
  }

 private:
  void make_room(std::size_t size);
  void swap(SparseNumbers& other) noexcept;

  int* data_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace flexura
