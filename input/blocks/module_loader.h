// Loads modules: shared objects with further elements, laws, drives and scalar functions.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "input/value.h"

namespace flexura {

/// Why a module cannot be used.
struct ModuleError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a module is, and where it was looked for.
struct ModuleSearch {
  std::string found;  ///< empty when it is nowhere
  std::vector<std::string> tried;
};

/// Looks for a module: `file` itself, with `.so` behind it (or instead of `.la`), then by its last name in the folders
/// given and in those of the environment variable FLEXURA_MODULE_PATH (separated by colons).
ModuleSearch find_module(const std::string& file, const std::vector<std::string>& folders);

/// Loads a module, unless it has been loaded before, and registers its types for the life of the process. Throws
/// ModuleError: it is no module, was built for another interface, version or compiler, or brings words that are taken.
void load_module(const std::string& path, const std::vector<Value>& arguments);

/// Documentation of the types that a loaded module brought.
std::string module_help(const std::string& path);

}  // namespace flexura
