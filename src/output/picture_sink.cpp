#include "output/picture_sink.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>

#include "support/error.h"

namespace flexura {

namespace {

namespace fs = std::filesystem;

using Make = PictureSink* (*)(const char* script, const char* folder, MPI_Comm communicator);

/// The folder of the library this function is in.
fs::path library_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&load_catalyst), &info) == 0 || !info.dli_fname) return {};
  std::error_code ignored;
  return fs::weakly_canonical(info.dli_fname, ignored).parent_path();
}

}  // namespace

std::unique_ptr<PictureSink> load_catalyst(const std::string& script, const std::string& folder,
                                           MPI_Comm communicator) {
  const fs::path module = library_folder() / "flexura_catalyst.so";
  const std::string pipeline = script.empty() ? (library_folder() / "catalyst_frames.py").string() : script;
  if (::access(pipeline.c_str(), R_OK) != 0)
    throw Error(ExitCode::input_error, "cannot read the script `" + pipeline + "` for Catalyst");
  // The module stays loaded: ParaView does not come to an end before the process does.
  void* const library = dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    const char* const reason = dlerror();
    throw Error(ExitCode::output_failed, std::string("Catalyst cannot be used: ") + (reason ? reason : module.c_str()) +
                                             "; is the program built with ParaView?");
  }
  const auto make = reinterpret_cast<Make>(dlsym(library, "flexura_make_catalyst"));
  if (!make) throw Error(ExitCode::internal_error, "`" + module.string() + "` is no module for pictures");
  return std::unique_ptr<PictureSink>(make(pipeline.c_str(), folder.c_str(), communicator));
}

}  // namespace flexura
