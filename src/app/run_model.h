// One model file from text to results.
#pragma once

#include <mpi.h>

#include <string>

#include "app/command_line.h"
#include "support/error.h"

namespace flexura {

/// Reads, assembles and integrates a model and writes its results; with CommandLine::check it stops after the initial
/// assembly and writes none. Collective. Returns success, or `interrupted` / `terminated` when a signal ended the run
/// after a complete step. Throws Error.
ExitCode run_model(const std::string& path, const CommandLine& line, MPI_Comm communicator);

}  // namespace flexura
