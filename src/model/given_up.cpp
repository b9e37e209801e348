#include "model/given_up.h"

#include <algorithm>
#include <utility>

namespace flexura {

void GivenUpElements::add(int element, ElementSource::Ticket ticket, OutputSpec spec, std::string log) {
  const auto size = static_cast<std::size_t>(element) + 1;
  ticket_.resize(size);
  spec_.resize(size, -1);
  log_end_.resize(size, logs_.size());
  // Neighbours are mostly of one kind.
  auto known = std::find(specs_.rbegin(), specs_.rend(), spec);
  if (known == specs_.rend()) {
    specs_.push_back(std::move(spec));
    known = specs_.rbegin();
  }
  ticket_.back() = ticket;
  spec_.back() = static_cast<int>(specs_.rend() - known) - 1;
  logs_ += log;
  log_end_.back() = logs_.size();
}

std::string GivenUpElements::log(int element) const {
  const std::size_t begin = element > 0 ? log_end_[element - 1] : 0;
  return logs_.substr(begin, log_end_[element] - begin);
}

}  // namespace flexura
