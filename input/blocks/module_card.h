// Cards `module load` and `loadable path`.
#pragma once

#include <string>
#include <vector>

#include "input/blocks/context.h"
#include "input/reader.h"

namespace flexura {

/// What a model says about modules (run_storage).
struct LoadedModules {
  std::vector<std::string> built_in;  ///< names of those that it asked for and that are not needed
  std::vector<std::string> folders;   ///< `loadable path`
};

/// Adds the card `module load`.
void register_module_card(CardRegistry& registry);
/// Adds the card `loadable path` of the control data.
void register_loadable_path(BlockCards& cards);

}  // namespace flexura
