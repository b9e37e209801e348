// The counters of the control data: how many entities of each kind the file announces.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/error.h"

namespace flexura {

class Counters {
 public:
  enum class Block { nodes, drivers, elements };
  struct Kind {
    std::string name;  ///< of the counter card
    Block block;
    std::vector<std::string> cards;  ///< descriptions of the cards that it counts
    bool unique = false;             ///< there can be one at most; the counter needs no number
  };
  static const std::vector<Kind>& kinds();

  /// What the counter card says. Throws InputError when it was said before.
  void announce(const Kind& kind, int number, const SourceLocation& where);
  /// One more card of a block, `description` in normal form; also counts cards that turn out to be wrong, so that an
  /// error in a card does not bring a second one about its number.
  void count(Block block, std::string_view description);
  /// Where the numbers of a block differ from what was announced; also where there are entities that nothing announced.
  struct Difference {
    SourceLocation where;  ///< of the counter card; nowhere when there is none
    std::string message;
  };
  [[nodiscard]] std::vector<Difference> differences(Block block) const;

 private:
  struct Tally {
    int announced = -1;
    SourceLocation where;
    int read = 0;
  };
  Tally* tally(Block block, std::string_view description);

  std::map<std::string, Tally, std::less<>> tallies_;  // by name of the counter
};

}  // namespace flexura
