#include "support/own_module.h"

#include <dlfcn.h>

#include "support/error.h"

namespace flexura {

std::filesystem::path library_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&library_folder), &info) == 0 || !info.dli_fname) return {};
  std::error_code ignored;
  return std::filesystem::weakly_canonical(info.dli_fname, ignored).parent_path();
}

void* function_of_own_module(const std::string& name, const char* function, const std::string& needs) {
  const std::filesystem::path module = library_folder() / (name + ".so");
  // Global, since what these modules load (ParaView's Python) looks for symbols in the whole program.
  void* const library = dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    const char* const reason = dlerror();
    throw Error(ExitCode::usage,
                "" + std::string(reason ? reason : module.c_str()) + "; was the program built with " + needs + "?");
  }
  void* const found = dlsym(library, function);
  if (!found) throw Error(ExitCode::internal_error, "`" + module.string() + "` has no " + function);
  return found;
}

}  // namespace flexura
