// The state of a running analysis between two steps: everything the next steps depend on, by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/archive.h"

namespace flexura {

/// Lists of numbers: those that all ranks share and those of each rank.
///
/// A part belongs to one rank of the run that was saved. All ranks name the same lists. A rank that saves fills its own
/// part; one that restores has the parts of all ranks, or only its own when the model is divided as before.
struct Snapshot {
  using Lists = std::map<std::string, std::vector<double>>;

  /// An empty one, to be filled or read by rank `own`; `ranks` were or are part of the run that is saved.
  Snapshot(int own, int ranks) : rank(own), parts(static_cast<std::size_t>(ranks)) {}

  [[nodiscard]] Archive save(const std::string& name) { return Archive::save(shared[name]); }
  [[nodiscard]] Archive save_part(const std::string& name) { return Archive::save(parts[rank][name]); }
  /// Throw Error(input_error) when there is no such list.
  [[nodiscard]] Archive restore(const std::string& name) const { return Archive::restore(find(shared, name)); }
  [[nodiscard]] Archive restore_part(const std::string& name, std::size_t of) const {
    return Archive::restore(find(parts[of], name));
  }
  [[nodiscard]] bool has(const std::string& name) const { return shared.count(name) > 0; }

  int rank;                  ///< of this process, in the run that saves or that restores
  Lists shared;              ///< the same on all ranks
  std::vector<Lists> parts;  ///< by rank of the run that is saved
  bool same_parts = true;    ///< restoring: the ranks are those of the run that was saved
  bool continues = true;     ///< restoring: the results of that run are to go on

 private:
  static const std::vector<double>& find(const Lists& lists, const std::string& name);
};

}  // namespace flexura
