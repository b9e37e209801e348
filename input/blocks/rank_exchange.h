// What ranks tell each other while they read a model together.
#pragma once

#include <string>
#include <vector>

namespace flexura {

/// All functions but rank() and ranks() are collective.
class RankExchange {
 public:
  RankExchange() = default;
  RankExchange(const RankExchange&) = delete;
  RankExchange& operator=(const RankExchange&) = delete;
  virtual ~RankExchange() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// The messages of all ranks, by rank.
  virtual std::vector<std::string> all(const std::string& mine) = 0;
  /// The same on rank 0, nothing elsewhere.
  virtual std::vector<std::string> at_first(const std::string& mine) = 0;
};

}  // namespace flexura
