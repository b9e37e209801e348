// Where entries of variable number lie behind each other.
#pragma once

#include <vector>

namespace flexura {

/// Sums of counts. As long as all counts are equal, which is the rule within a batch, they take no memory.
class EntryOffsets {
 public:
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int count(int i) const { return begin_.empty() ? step_ : begin_[i + 1] - begin_[i]; }
  [[nodiscard]] bool uniform() const { return begin_.empty(); }  ///< all counts are equal
  /// Sum of the counts before i; i may be size().
  [[nodiscard]] int operator[](int i) const { return begin_.empty() ? i * step_ : begin_[i]; }
  [[nodiscard]] int total() const { return (*this)[size_]; }

  void append(int count) {
    if (begin_.empty()) {
      if (size_ == 0) step_ = count;
      if (count == step_) {
        ++size_;
        return;
      }
      begin_.reserve(static_cast<std::size_t>(size_) + 2);
      for (int i = 0; i <= size_; ++i) begin_.push_back(i * step_);
    }
    begin_.push_back(begin_.back() + count);
    ++size_;
  }

 private:
  std::vector<int> begin_;  // of each and the end; empty while all counts are step_
  int size_ = 0, step_ = 0;
};

}  // namespace flexura
