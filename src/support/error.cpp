#include "support/error.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>

namespace flexura {

std::string SourceLocation::str() const {
  return std::string(file) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

const char* intern_file_name(const std::string& name) {
  static std::set<std::string> names;
  static std::mutex guard;
  const std::lock_guard<std::mutex> lock(guard);
  return names.insert(name).first->c_str();
}

namespace {
/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}
}  // namespace

std::vector<std::string> nearest_names(const std::string& word, const std::vector<std::string>& candidates,
                                       std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> near;
  const std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  for (const auto& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= limit) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < near.size() && i < most; ++i) names.push_back(near[i].second);
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  std::string text;
  for (const auto& name : nearest_names(word, candidates))
    text += (text.empty() ? ", did you mean `" : "` or `") + name;
  return text.empty() ? text : text + "`?";
}

}  // namespace flexura
