// One text for all ranks, from the rank that has most to say.
#pragma once

#include <mpi.h>

#include <string>

namespace flexura {

/// The text of the rank with the largest value, on all ranks. Collective.
inline std::string said_by_largest(double value, std::string text, MPI_Comm communicator) {
  struct {
    double value;
    int rank;
  } mine{value, 0}, most{};
  MPI_Comm_rank(communicator, &mine.rank);
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, communicator);
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, most.rank, communicator);
  text.resize(length);
  MPI_Bcast(text.data(), length, MPI_CHAR, most.rank, communicator);
  return text;
}

}  // namespace flexura
