// Modules that the build makes, for tests.
#pragma once

#include <string>

#include "elements/check/sample.h"
#include "input/blocks/module_loader.h"
#include "test_paths.h"
#include "tests/input_blocks/deck.h"

namespace flexura::test {

using namespace checks;

/// Path of a module of the build.
inline std::string module_path(const std::string& name) {
  return std::string(FLEXURA_EXECUTABLE).substr(0, std::string(FLEXURA_EXECUTABLE).rfind('/')) + "/modules/" + name +
         ".so";
}
/// Loads it into this process, once.
inline void use_module(const std::string& name) { load_module(module_path(name), {}); }

/// What reading a text says is wrong; empty when nothing is.
inline std::string errors_of_text(const std::string& text) {
  try {
    TextModel model(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}
}  // namespace flexura::test
