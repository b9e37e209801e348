// Card `module load`: what other programs keep in plug-ins is built in here, or cannot be read.
#include "input/blocks/module_card.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "input/run_storage.h"

namespace flexura {

namespace {

/// Plug-ins whose words are built in.
constexpr std::array<std::string_view, 2> built_in = {"cont-contact", "contact"};

/// "dir/libmodule-NAME.la" -> "NAME".
std::string module_name(std::string path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string::npos) path.erase(0, slash + 1);
  for (const std::string_view ending : {".la", ".so", ".dll"})
    if (path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0)
      path.resize(path.size() - ending.size());
  for (const std::string_view start : {"lib", "module-"})
    if (path.compare(0, start.size(), start) == 0) path.erase(0, start.size());
  return path;
}

void read_module_load(Reader& reader) {
  const std::string name = module_name(reader.string());
  if (std::find(built_in.begin(), built_in.end(), name) == built_in.end())
    reader.fail(
        fmt::format("module `{}` is not supported: there are no plug-ins, and what it adds is not built in", name));
  while (reader.more()) reader.value();
  run_storage<LoadedModules>(reader.shared_symbols())->names.push_back(name);
}

}  // namespace

void register_module_card(CardRegistry& registry) {
  registry.add("module load", read_module_load, "read, not needed for what is built in");
}

}  // namespace flexura
