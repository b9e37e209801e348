// Pictures of the running analysis by ParaView Catalyst.
#pragma once

#include <mpi.h>

#include <chrono>
#include <memory>
#include <string>

#include "output/picture_sink.h"
#include "output/vtk_results.h"

namespace flexura {

/// Shows the model to a pipeline script every so many steps, as VtkPicture has it.
class LivePictures {
 public:
  /// `script`: empty for the one that comes with the program; `client`: HOST:PORT of a ParaView that watches, or empty;
  /// `folder`: what the script writes goes there. Collective. Throws what load_catalyst throws.
  LivePictures(const Model& model, const Ownership& ownership, int every, const std::string& script,
               const std::string& client, const std::string& folder, MPI_Comm communicator);

  /// Takes an accepted step. Collective.
  void accepted(const StepReport& report, const State& state);
  /// How many there were and what they cost, in words.
  [[nodiscard]] std::string summary() const;

 private:
  VtkPicture picture_;
  int every_;
  std::unique_ptr<PictureSink> sink_;
  std::chrono::duration<double> first_{}, others_{};
  std::int64_t count_ = 0;
};

}  // namespace flexura
