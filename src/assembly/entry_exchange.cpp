#include "assembly/entry_exchange.h"

#include <petscsys.h>

#include <algorithm>

#include "assembly/ranks.h"

namespace flexura {

namespace {

/// Messages with one rank, a piece of an array.
struct Neighbour {
  PetscMPIInt rank = 0;
  PetscInt count = 0;
};

std::vector<Neighbour> receivers_of(const std::vector<Coordinates>& sent, const PetscInt* rows, int ranks) {
  std::vector<Neighbour> receivers;
  for (const Coordinates& at : sent) {
    const auto rank = static_cast<int>(std::upper_bound(rows, rows + ranks + 1, at.row) - rows) - 1;
    if (receivers.empty() || receivers.back().rank != rank) receivers.push_back({rank, 0});
    ++receivers.back().count;
  }
  return receivers;
}

/// Who has something for this rank, in increasing order of ranks.
std::vector<Neighbour> senders_to(MPI_Comm communicator, const std::vector<Neighbour>& receivers) {
  std::vector<PetscMPIInt> to;
  std::vector<PetscInt> counts;
  for (const Neighbour& receiver : receivers) {
    to.push_back(receiver.rank);
    counts.push_back(receiver.count);
  }
  PetscMPIInt found = 0;
  PetscMPIInt* from = nullptr;
  PetscInt* entries = nullptr;
  FLEXURA_PETSC(PetscCommBuildTwoSided(communicator, 1, MPIU_INT, static_cast<PetscMPIInt>(to.size()), to.data(),
                                       counts.data(), &found, &from, static_cast<void*>(&entries)));
  std::vector<Neighbour> senders;
  for (PetscMPIInt k = 0; k < found; ++k) senders.push_back({from[k], entries[k]});
  FLEXURA_PETSC(PetscFree(from));
  FLEXURA_PETSC(PetscFree(entries));
  std::ranges::sort(senders, {}, &Neighbour::rank);
  return senders;
}

}  // namespace

EntryExchange::EntryExchange(Mat matrix, std::vector<Coordinates> sent) : sent_(std::move(sent)) {
  MPI_Comm const communicator = PetscObjectComm(reinterpret_cast<PetscObject>(matrix));
  const PetscInt* rows = nullptr;
  PetscMPIInt places_tag = 0;
  PetscMPIInt values_tag = 0;
  FLEXURA_PETSC(MatGetOwnershipRanges(matrix, &rows));
  FLEXURA_PETSC(PetscObjectGetNewTag(reinterpret_cast<PetscObject>(matrix), &places_tag));
  FLEXURA_PETSC(PetscObjectGetNewTag(reinterpret_cast<PetscObject>(matrix), &values_tag));
  std::ranges::sort(sent_);
  const std::vector<Neighbour> receivers = receivers_of(sent_, rows, ranks_in(communicator));
  const std::vector<Neighbour> senders = senders_to(communicator, receivers);
  std::size_t count = 0;
  for (const Neighbour& sender : senders) count += static_cast<std::size_t>(sender.count);
  received_.resize(count);
  outgoing_.assign(sent_.size(), 0.0);
  incoming_.assign(count, 0.0);

  std::vector<MPI_Request> places(senders.size() + receivers.size());
  requests_.resize(places.size());
  arriving_ = static_cast<int>(senders.size());
  static_assert(sizeof(Coordinates) == 2 * sizeof(PetscInt));
  std::size_t k = 0;
  std::size_t at = 0;
  for (const auto& [rank, entries] : senders) {
    const auto number = static_cast<int>(entries);
    MPI_Irecv(received_.data() + at, 2 * number, MPIU_INT, rank, places_tag, communicator, &places[k]);
    MPI_Recv_init(incoming_.data() + at, number, MPI_DOUBLE, rank, values_tag, communicator, &requests_[k++]);
    at += static_cast<std::size_t>(entries);
  }
  at = 0;
  for (const auto& [rank, entries] : receivers) {
    const auto number = static_cast<int>(entries);
    MPI_Isend(sent_.data() + at, 2 * number, MPIU_INT, rank, places_tag, communicator, &places[k]);
    MPI_Send_init(outgoing_.data() + at, number, MPI_DOUBLE, rank, values_tag, communicator, &requests_[k++]);
    at += static_cast<std::size_t>(entries);
  }
  MPI_Waitall(static_cast<int>(places.size()), places.data(), MPI_STATUSES_IGNORE);
}

EntryExchange::~EntryExchange() {
  if (under_way_) {  // after an error: nothing may arrive any more
    for (int k = 0; k < arriving_; ++k) MPI_Cancel(&requests_[k]);
    MPI_Waitall(arriving_, requests_.data(), MPI_STATUSES_IGNORE);
  }
  for (MPI_Request& request : requests_) MPI_Request_free(&request);
}

void EntryExchange::begin() {
  under_way_ = true;
  // Macros of PETSc, which count messages for -log_view.
  const auto leaving = static_cast<int>(requests_.size()) - arriving_;
  MPI_Startall_irecv(static_cast<PetscMPIInt>(incoming_.size()), MPI_DOUBLE, arriving_, requests_.data());
  MPI_Startall_isend(static_cast<PetscMPIInt>(outgoing_.size()), MPI_DOUBLE, leaving, requests_.data() + arriving_);
}

void EntryExchange::end() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  under_way_ = false;
}

}  // namespace flexura
