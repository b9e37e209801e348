#include "app/machine_store.h"

#include <algorithm>
#include <array>
#include <string>

#include "assembly/ranks.h"

namespace flexura {

MachineStore::MachineStore(MPI_Comm communicator) {
  if (ranks_in(communicator) == 1) return;
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  if (ranks_in(machine) > 1) {
    const bool makes = rank_in(machine) == 0;
    std::array<char, 64> name{};
    if (makes && (store_ = BlockStore::create())) {
      const std::string text = store_->name();
      std::copy_n(text.data(), std::min(text.size(), name.size() - 1), name.data());
    }
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, machine);
    if (!makes && name[0] != 0) store_ = BlockStore::join(name.data());
    // The name is good while the rank that made the store has it.
    MPI_Barrier(machine);
    use_block_store(store_.get());
  }
  MPI_Comm_free(&machine);
}

}  // namespace flexura
