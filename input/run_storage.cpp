#include "input/run_storage.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

namespace flexura::detail {

namespace {

struct Run {
  std::weak_ptr<SymbolTable> symbols;
  std::map<std::type_index, std::shared_ptr<void>> storage;
};

}  // namespace

std::shared_ptr<void> run_storage(const std::shared_ptr<SymbolTable>& symbols, std::type_index type,
                                  const std::function<std::shared_ptr<void>()>& make) {
  static std::mutex mutex;
  static std::vector<Run> runs;
  const std::lock_guard lock(mutex);
  std::erase_if(runs, [](const Run& run) { return run.symbols.expired(); });
  // Compared by ownership: the address of a table that is gone may be taken by another one.
  auto run = std::find_if(runs.begin(), runs.end(), [&](const Run& other) {
    return !other.symbols.owner_before(symbols) && !symbols.owner_before(other.symbols);
  });
  if (run == runs.end()) run = runs.insert(runs.end(), Run{symbols, {}});
  std::shared_ptr<void>& stored = run->storage[type];
  if (!stored) stored = make();
  return stored;
}

}  // namespace flexura::detail
