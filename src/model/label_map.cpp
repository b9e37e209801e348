#include "model/label_map.h"

#include <iterator>

namespace flexura {

std::optional<int> LabelMap::find_in_runs(std::int64_t label) const {
  auto at = runs_.upper_bound(label);
  if (at == runs_.begin()) return std::nullopt;
  --at;
  const Run& run = at->second;
  const std::int64_t from = label - at->first;
  if (label > run.last || (!run.single() && from % run.label_step != 0)) return std::nullopt;
  return static_cast<int>(run.number + (run.single() ? 0 : from / run.label_step * run.number_step));
}

std::optional<int> LabelMap::find(unsigned label) const {
  if (const auto number = find_in_runs(label)) return number;
  if (others_.empty()) return std::nullopt;
  const auto at = others_.find(label);
  return at == others_.end() ? std::nullopt : std::optional<int>(at->second);
}

bool LabelMap::extend(std::int64_t label, std::int64_t number) {
  if (newest_ == runs_.end() || label <= newest_->second.last) return false;
  Run& run = newest_->second;
  const auto next = std::next(newest_);
  if (next != runs_.end() && next->first <= label) return false;
  const std::int64_t label_step = label - run.last;
  if (run.single()) {
    run.label_step = label_step;
    run.number_step = number - run.number;
  } else {
    const std::int64_t length = (run.last - newest_->first) / run.label_step;
    if (label_step != run.label_step || number != run.number + (length + 1) * run.number_step) return false;
  }
  run.last = label;
  return true;
}

bool LabelMap::add(unsigned label, int number) {
  if (find(label)) return false;
  ++size_;
  if (extend(label, number)) return true;
  const auto next = runs_.upper_bound(label);
  if (next != runs_.begin() && std::prev(next)->second.last > label) {
    others_[label] = number;
  } else {
    newest_ = runs_.emplace_hint(next, label, Run{label, 0, number, 0});
  }
  return true;
}

}  // namespace flexura
