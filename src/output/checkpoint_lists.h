// The contents of a checkpoint file.
#pragma once

#include <mpi.h>

#include <string>

#include "output/checkpoint_file.h"

namespace flexura {

/// Writes all lists of a snapshot to a new file; false when that failed on this rank. Collective.
bool write_lists(const std::string& path, const CheckpointHeader& header, const Snapshot& snapshot,
                 MPI_Comm communicator);

/// Reads what `ranks` ranks need; returns what is wrong, e.g. "is damaged: ...", or nothing. Each rank for itself.
std::string read_lists(const std::string& path, CheckpointHeader& header, Snapshot& snapshot, int ranks);

}  // namespace flexura
