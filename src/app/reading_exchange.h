// Messages of ranks that read a model together.
#pragma once

#include <mpi.h>

#include "input/blocks/rank_exchange.h"

namespace flexura {

/// RankExchange over MPI; messages of all ranks together have less than 2 GB.
class ReadingExchange final : public RankExchange {
 public:
  explicit ReadingExchange(MPI_Comm communicator) : communicator_(communicator) {}

  [[nodiscard]] int rank() const override;
  [[nodiscard]] int ranks() const override;
  std::vector<std::string> all(const std::string& mine) override;
  std::vector<std::string> at_first(const std::string& mine) override;

 private:
  MPI_Comm communicator_;
};

}  // namespace flexura
