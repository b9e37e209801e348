#include "input/blocks/module_loader.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "elements/authoring/module.h"
#include "input/blocks/registries.h"

namespace flexura {

namespace {

namespace fs = std::filesystem;

/// Where the types of a loaded module are in the catalogue.
using Range = std::pair<std::size_t, std::size_t>;

std::map<std::string, Range>& loaded_modules() {
  static std::map<std::string, Range> loaded;
  return loaded;
}

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path result = fs::canonical(path, error);
  return error ? path : result.string();
}

}  // namespace

ModuleSearch find_module(const std::string& file, const std::vector<std::string>& folders) {
  fs::path name(file);
  if (name.extension() == ".la") name.replace_extension(".so");
  std::vector<fs::path> candidates{name};
  for (const std::string& folder : folders) candidates.push_back(fs::path(folder) / name.filename());
  if (const char* path = std::getenv("FLEXURA_MODULE_PATH")) {
    const std::string all(path);
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = std::min(all.find(':', at), all.size());
      if (end > at) candidates.push_back(fs::path(all.substr(at, end - at)) / name.filename());
      at = end + 1;
    }
  }
  ModuleSearch search;
  for (const fs::path& candidate : candidates) {
    std::vector<fs::path> spellings{candidate};
    if (candidate.extension() != ".so") spellings.emplace_back(candidate.string() + ".so");
    for (const fs::path& spelling : spellings) {
      std::error_code error;
      if (fs::is_regular_file(spelling, error)) {
        search.found = spelling.string();
        return search;
      }
      search.tried.push_back(spelling.string());
    }
  }
  return search;
}

void load_module(const std::string& path, const std::vector<Value>& arguments) {
  const std::string key = canonical(path);
  if (loaded_modules().count(key) != 0) return;
  // It stays in memory: batches and registries hold functions of it until the process ends.
  void* const handle = dlopen(key.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw ModuleError(fmt::format("module {} cannot be loaded: {}", path, dlerror()));
  const auto* const descriptor = static_cast<const authoring::ModuleDescriptor*>(dlsym(handle, "flexura_module"));
  std::string reason =
      descriptor ? refusal(*descriptor) : "it has no symbol `flexura_module`, so it is no Flexura module";
  if (!reason.empty()) {
    dlclose(handle);
    throw ModuleError(fmt::format("module {} is refused: {}", path, reason));
  }
  const std::size_t first = authoring::catalogue().size();
  authoring::Types types(open_drive_registry(), arguments);
  try {
    descriptor->add_types(types);
  } catch (const std::logic_error& error) {
    throw ModuleError(fmt::format("module {} is refused: {}", path, error.what()));
  }
  loaded_modules()[key] = {first, authoring::catalogue().size()};
}

std::string module_help(const std::string& path) {
  std::string text;
  const auto [first, end] = loaded_modules().at(canonical(path));
  for (std::size_t k = first; k < end; ++k) text += authoring::catalogue()[k].table->page() + '\n';
  return text;
}

}  // namespace flexura
