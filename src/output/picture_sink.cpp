#include "output/picture_sink.h"

#include <unistd.h>

#include <cstdlib>

#include "support/error.h"
#include "support/own_module.h"

namespace flexura {

std::unique_ptr<PictureSink> load_catalyst(const std::string& script, const std::string& client,
                                           const std::string& folder, MPI_Comm communicator) {
  const std::string pipeline = script.empty() ? (library_folder() / "catalyst_frames.py").string() : script;
  if (::access(pipeline.c_str(), R_OK) != 0)
    throw Error(ExitCode::input_error, "cannot read the script `" + pipeline + "` for Catalyst");
  using Make = PictureSink* (*)(const char* script, const char* folder, MPI_Comm communicator);
  const auto make =
      reinterpret_cast<Make>(function_of_own_module("flexura_catalyst", "flexura_make_catalyst", "ParaView"));
  if (!client.empty()) ::setenv("FLEXURA_LIVE", client.c_str(), 1);  // for the script
  return std::unique_ptr<PictureSink>(make(pipeline.c_str(), folder.c_str(), communicator));
}

}  // namespace flexura
