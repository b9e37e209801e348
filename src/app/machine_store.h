// One copy of a model on a machine.
#pragma once

#include <mpi.h>

#include <memory>

#include "support/shared_blocks.h"

namespace flexura {

/// While it lives, ranks on one machine have in common what they hold equal of the tables of a model. Where the system
/// does not let them, each has its own.
class MachineStore {
 public:
  /// All ranks together. Nothing is shared where a rank is alone on its machine.
  explicit MachineStore(MPI_Comm communicator);
  MachineStore(const MachineStore&) = delete;
  MachineStore& operator=(const MachineStore&) = delete;
  ~MachineStore() { use_block_store(nullptr); }

 private:
  std::unique_ptr<BlockStore> store_;
};

}  // namespace flexura
