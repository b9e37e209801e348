// Finds numbers by label.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

namespace flexura {

/// Labels with a number each. Those that come in an arithmetic sequence, with numbers that do too, take no memory each:
/// the rule in large models, whose labels a program has counted.
class LabelMap {
 public:
  LabelMap() = default;
  LabelMap(const LabelMap&) = delete;
  LabelMap& operator=(const LabelMap&) = delete;
  ~LabelMap() = default;
  /// False when the label is taken already.
  bool add(unsigned label, int number);
  [[nodiscard]] std::optional<int> find(unsigned label) const;
  [[nodiscard]] int size() const { return size_; }

 private:
  struct Run {
    std::int64_t last, label_step;  // labels; the first one is the key
    std::int64_t number, number_step;
    [[nodiscard]] bool single() const { return label_step == 0; }
  };
  using Runs = std::map<std::int64_t, Run>;
  [[nodiscard]] std::optional<int> find_in_runs(std::int64_t label) const;
  /// Whether the run that was added to last goes on with this label and number, which no other run has.
  bool extend(std::int64_t label, std::int64_t number);

  Runs runs_;  // by first label; their ranges of labels are disjoint
  Runs::iterator newest_ = runs_.end();
  std::unordered_map<unsigned, int> others_;  // within the range of a run, but not of it
  int size_ = 0;
};

}  // namespace flexura
