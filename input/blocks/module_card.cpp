#include "input/blocks/module_card.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "input/blocks/module_loader.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

/// Plug-ins of other programs whose words are built in.
constexpr std::array<std::string_view, 3> built_in = {"cont-contact", "contact", "randdrive"};

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

/// `[seed, n] [, seed {input | output} file name, "file"]`
void read_random_drive_options(Reader& reader) {
  while (reader.more()) {
    if (reader.choice({"seed", "seed input file name", "seed output file name"}, "option of the module") > 0)
      reader.fail("files with the state of another program's random numbers are not supported; give a `seed`");
    reader.symbols().generator.seed(static_cast<std::mt19937::result_type>(reader.integer()));
  }
}

void read_module_load(Reader& reader) {
  const std::string file = reader.file_name();
  const SourceLocation where = reader.where();
  const std::string name = module_name(file);
  const auto modules = run_storage<LoadedModules>(reader.shared_symbols());
  if (std::find(built_in.begin(), built_in.end(), name) != built_in.end()) {
    if (name == "randdrive") read_random_drive_options(reader);
    while (reader.more()) reader.value();
    modules->built_in.push_back(name);
    return;
  }
  const ModuleSearch search = find_module(file, modules->folders);
  if (search.found.empty()) {
    reader.fail(
        fmt::format("module `{}` is not supported: it is not built in, and there is no such file (looked for {})", name,
                    fmt::join(search.tried, ", ")));
  }
  const bool help = reader.more() && reader.keyword("help");
  std::vector<Value> arguments;
  while (reader.more()) arguments.push_back(reader.value());
  try {
    load_module(search.found, arguments);
  } catch (const ModuleError& error) {
    reader.fail_at(where, error.what());
  }
  if (help) reader.symbols().print_line(module_help(search.found));
}

void read_loadable_path(ReadContext& context) {
  Reader& reader = context.reader;
  const bool set = reader.one_of({"set", "add"}) == 0;
  const auto modules = run_storage<LoadedModules>(reader.shared_symbols());
  if (set) modules->folders.clear();
  modules->folders.push_back(reader.file_name());
}

}  // namespace

void register_module_card(CardRegistry& registry) {
  registry.add("module load", read_module_load, "load a shared object with further types");
}

void register_loadable_path(BlockCards& cards) {
  cards.add("loadable path", read_loadable_path, "folder that modules are looked for in");
}

}  // namespace flexura
