// Which process this is, and of how many.
#pragma once

#include <mpi.h>

namespace flexura {

/// Number of this process in a communicator.
inline int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

/// Number of processes of a communicator.
inline int ranks_in(MPI_Comm communicator) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  return ranks;
}

}  // namespace flexura
