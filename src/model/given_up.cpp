#include "model/given_up.h"

#include <algorithm>
#include <utility>

namespace flexura {

int GivenUpElements::number_of(const ElementShape& shape) {
  // Neighbours are mostly of one kind.
  auto known = std::find(shapes_.rbegin(), shapes_.rend(), shape);
  if (known == shapes_.rend()) {
    shapes_.push_back(shape);
    known = shapes_.rbegin();
  }
  return static_cast<int>(shapes_.rend() - known) - 1;
}

void GivenUpElements::add(int element, ElementSource::Ticket ticket, int shape, std::string_view log) {
  const auto before = static_cast<int>(ticket_.size());
  while (static_cast<int>(ticket_.size()) < element) ticket_.push_back(0);
  ticket_.push_back(ticket);
  if (element > before) runs_.push_back({before, -1});
  if (runs_.empty() || runs_.back().shape != shape) runs_.push_back({element, shape});
  if (log.empty() && log_end_.empty()) return;
  log_end_.resize(static_cast<std::size_t>(element) + 1, logs_.size());
  logs_ += log;
  log_end_.back() = logs_.size();
}

int GivenUpElements::shape_of(int element) const {
  if (element >= static_cast<int>(ticket_.size())) return -1;
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), element,
                                      [](int wanted, const Run& run) { return wanted < run.first; });
  return after == runs_.begin() ? -1 : (after - 1)->shape;
}

std::string GivenUpElements::log(int element) const {
  if (element >= static_cast<int>(log_end_.size())) return {};
  const std::size_t begin = element > 0 ? log_end_[element - 1] : 0;
  return logs_.substr(begin, log_end_[element] - begin);
}

}  // namespace flexura
