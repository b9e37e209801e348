// Card `module load`.
#pragma once

#include <string>
#include <vector>

#include "input/reader.h"

namespace flexura {

/// Names of the modules a model asked for and that are built in (run_storage).
struct LoadedModules {
  std::vector<std::string> names;
};

/// Adds the card `module load`.
void register_module_card(CardRegistry& registry);

}  // namespace flexura
