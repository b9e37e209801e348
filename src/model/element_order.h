// All elements in the order of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace flexura {

/// One element: its batch and number in it.
struct ElementReference {
  int batch = -1;
  int number = -1;
};

/// Elements of one batch that follow each other take no memory each.
class ElementOrder {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] ElementReference operator[](std::size_t i) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), i,
                                        [](std::size_t place, const Run& run) { return place < run.place; });
    const Run& run = *(after - 1);
    return {run.batch, run.number + static_cast<int>(i - run.place)};
  }
  /// Numbers of a batch come in increasing order, one after the other.
  void push_back(ElementReference element) {
    if (runs_.empty() || runs_.back().batch != element.batch) runs_.push_back({size_, element.batch, element.number});
    ++size_;
  }

  class Iterator {
   public:
    ElementReference operator*() const {
      return {of_->runs_[run_].batch, of_->runs_[run_].number + static_cast<int>(place_ - of_->runs_[run_].place)};
    }
    Iterator& operator++() {
      ++place_;
      if (run_ + 1 < of_->runs_.size() && of_->runs_[run_ + 1].place == place_) ++run_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return place_ != other.place_; }

   private:
    friend class ElementOrder;
    Iterator(const ElementOrder* of, std::size_t place) : of_(of), place_(place) {}
    const ElementOrder* of_;
    std::size_t place_, run_ = 0;
  };
  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, size_}; }

 private:
  struct Run {
    std::size_t place;
    int batch, number;  // of the first
  };
  std::vector<Run> runs_;
  std::size_t size_ = 0;
};

}  // namespace flexura
