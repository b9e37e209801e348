#include "app/reading_exchange.h"

#include <cstdint>
#include <limits>
#include <numeric>

#include "assembly/ranks.h"
#include "support/error.h"

namespace flexura {

namespace {

/// Where the messages of all ranks lie one behind the other.
struct Places {
  Places(int mine, MPI_Comm communicator)
      : counts(static_cast<std::size_t>(ranks_in(communicator))), begins(counts.size(), 0) {
    MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, communicator);
    total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (total > std::numeric_limits<int>::max())
      throw Error(ExitCode::internal_error, "messages about a model that is being read are too long");
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
  }
  [[nodiscard]] std::vector<std::string> split(const std::string& joined) const {
    std::vector<std::string> messages;
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
      messages.push_back(joined.substr(static_cast<std::size_t>(begins[rank]), static_cast<std::size_t>(counts[rank])));
    return messages;
  }

  std::vector<int> counts, begins;
  std::int64_t total = 0;
};

}  // namespace

int ReadingExchange::rank() const { return rank_in(communicator_); }
int ReadingExchange::ranks() const { return ranks_in(communicator_); }

std::vector<std::string> ReadingExchange::all(const std::string& mine) {
  const Places places(static_cast<int>(mine.size()), communicator_);
  std::string joined(static_cast<std::size_t>(places.total), '\0');
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_CHAR, joined.data(), places.counts.data(),
                 places.begins.data(), MPI_CHAR, communicator_);
  return places.split(joined);
}

std::vector<std::string> ReadingExchange::at_first(const std::string& mine) {
  const Places places(static_cast<int>(mine.size()), communicator_);
  const bool first = rank() == 0;
  std::string joined(first ? static_cast<std::size_t>(places.total) : 0, '\0');
  MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_CHAR, joined.data(), places.counts.data(),
              places.begins.data(), MPI_CHAR, 0, communicator_);
  return first ? places.split(joined) : std::vector<std::string>();
}

}  // namespace flexura
