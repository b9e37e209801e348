// Who is shown the model while it runs, beside files.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include "output/vtk_file.h"

namespace flexura {

/// A receiver of pictures in the program itself: ParaView Catalyst.
class PictureSink {
 public:
  PictureSink() = default;
  PictureSink(const PictureSink&) = delete;
  PictureSink& operator=(const PictureSink&) = delete;
  virtual ~PictureSink() = default;

  /// The grid of this rank after a step. Collective. Throws Error(output_failed).
  virtual void show(const VtkGrid& grid, std::int64_t step, double time) = 0;
};

/// Loads the module `flexura_catalyst`, which lies beside the library, and has it run a pipeline script of ParaView,
/// the one that comes with the module when `script` is empty. `client`: HOST:PORT of a ParaView that watches, or empty.
/// `folder`: for what the script writes. Collective. Throws Error(usage) when the program was built without ParaView,
/// or Error(input_error) for the script.
std::unique_ptr<PictureSink> load_catalyst(const std::string& script, const std::string& client,
                                           const std::string& folder, MPI_Comm communicator);

}  // namespace flexura
