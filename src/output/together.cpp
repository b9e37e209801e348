#include "output/together.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <thread>

#include "assembly/ranks.h"

namespace flexura {

namespace {

using std::chrono::seconds;

/// False when the request is not complete after this time.
bool wait_for(MPI_Request& request, seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (;;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return true;
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

void throw_from(int from, MPI_Comm communicator, const std::optional<Error>& failure) {
  const int rank = rank_in(communicator);
  int about[2] = {0, 0};  // exit code, length of the message
  std::string message;
  if (rank == from && failure) {
    message = failure->what();
    about[0] = static_cast<int>(failure->exit_code());
    about[1] = static_cast<int>(message.size());
  }
  MPI_Bcast(about, 2, MPI_INT, from, communicator);
  if (about[0] == 0) return;
  message.resize(static_cast<std::size_t>(about[1]));
  MPI_Bcast(message.data(), about[1], MPI_CHAR, from, communicator);
  throw Error(static_cast<ExitCode>(about[0]), message);
}

void throw_together(MPI_Comm communicator, const std::optional<Error>& failure) {
  const int ranks = ranks_in(communicator);
  if (ranks == 1) {
    if (failure) throw Error(*failure);
    return;
  }
  const int rank = rank_in(communicator);
  int mine = failure ? rank : ranks, first = ranks;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&mine, &first, 1, MPI_INT, MPI_MIN, communicator, &request);
  if (!failure) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (!wait_for(request, seconds(30))) {
    fmt::print(stderr, "flexura: rank {}: {}\n", rank, failure->what());
    MPI_Abort(communicator, static_cast<int>(failure->exit_code()));
  }
  if (first < ranks) throw_from(first, communicator, failure);
}

bool all_are_here(MPI_Comm communicator) {
  if (ranks_in(communicator) == 1) return true;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(communicator, &request);
  return wait_for(request, seconds(5));
}

}  // namespace flexura
