// Checkpoints: files from which an analysis goes on.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "support/snapshot.h"

namespace flexura {

/// What a checkpoint says about itself.
struct CheckpointHeader {
  std::string version;  ///< of the program
  std::string model;    ///< fingerprint of the model's text
  std::int64_t step = 0;
  double time = 0;
};

/// Where the checkpoint of a prefix is, and the one before it.
std::string checkpoint_path(const std::string& prefix);
std::string previous_checkpoint_path(const std::string& prefix);

/// Writes PREFIX.chk, an HDF5 file: lists that ranks share as /shared/<name>, parts of all ranks one behind the other
/// as /parts/<name> with the places where they begin; every list has a checksum. The ranks write together (MPI-IO).
///
/// The file is written under another name, brought to the disk, and only then takes the place of the last one, which
/// stays as PREFIX.chk.previous. Whatever happens in between, PREFIX.chk is a complete checkpoint if it was one before.
/// Throws Error(output_failed) on all ranks. Collective.
void write_checkpoint(const std::string& prefix, const CheckpointHeader& header, const Snapshot& snapshot,
                      MPI_Comm communicator);

/// The same into a file of that name, which takes the place of an older one. Collective.
void write_checkpoint_file(const std::string& path, const CheckpointHeader& header, const Snapshot& snapshot,
                           MPI_Comm communicator);

/// Reads a checkpoint of this version and this model. Ranks that are as many as those that wrote it get their own
/// parts, others (and all with `divide_anew`) all of them. Throws Error(input_error) on all ranks when the file is
/// missing, damaged, of another model or of another version. Collective.
Snapshot read_checkpoint(const std::string& path, CheckpointHeader& header, MPI_Comm communicator,
                         bool divide_anew = false);

/// Whether a file could not be written to its end. HDF5 has not let go of it then, and fails when MPI is finalised: the
/// process has to end without that.
bool hdf5_is_unfinished();

/// The file that `--restart NAME` means: NAME.chk, or NAME itself when it is a file and NAME.chk is none.
std::string find_checkpoint(const std::string& name);

}  // namespace flexura
