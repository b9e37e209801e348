#include "solvers/linear/interface.h"

#include <algorithm>
#include <numeric>

#include "assembly/petsc.h"
#include "assembly/ranks.h"

namespace flexura {

namespace {

/// The two blocks of owned rows: columns of this rank (local numbers) and of others (through `ghosts`).
struct Blocks {
  int n = 0;
  const PetscInt *row = nullptr, *column = nullptr, *off_row = nullptr, *off_column = nullptr;
  const PetscInt* ghosts = nullptr;
  Mat diagonal = nullptr, off = nullptr;

  explicit Blocks(Mat matrix) {
    PetscBool done = PETSC_FALSE;
    PetscInt rows = 0;
    FLEXURA_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off, &ghosts));
    FLEXURA_PETSC(MatGetRowIJ(diagonal, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &column, &done));
    FLEXURA_PETSC(MatGetRowIJ(off, 0, PETSC_FALSE, PETSC_FALSE, &rows, &off_row, &off_column, &done));
    n = static_cast<int>(rows);
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks() {
    PetscBool done = PETSC_FALSE;
    PetscInt rows = n;
    MatRestoreRowIJ(diagonal, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &column, &done);
    MatRestoreRowIJ(off, 0, PETSC_FALSE, PETSC_FALSE, &rows, &off_row, &off_column, &done);
  }
};

/// Sends a list of numbers to each rank and returns what arrives, rank after rank.
template <class T>
std::vector<T> exchange_lists(const std::vector<std::vector<T>>& to, MPI_Comm communicator, std::vector<int>& begin) {
  const int ranks = static_cast<int>(to.size());
  std::vector<int> count(ranks), arriving(ranks), offset(ranks + 1, 0);
  std::vector<T> out;
  for (int r = 0; r < ranks; ++r) {
    count[r] = static_cast<int>(to[r].size() * sizeof(T));
    offset[r + 1] = offset[r] + count[r];
    out.insert(out.end(), to[r].begin(), to[r].end());
  }
  MPI_Alltoall(count.data(), 1, MPI_INT, arriving.data(), 1, MPI_INT, communicator);
  begin.assign(ranks + 1, 0);
  std::partial_sum(arriving.begin(), arriving.end(), begin.begin() + 1);
  std::vector<T> in(begin[ranks] / sizeof(T));
  MPI_Alltoallv(out.data(), count.data(), offset.data(), MPI_BYTE, in.data(), arriving.data(), begin.data(), MPI_BYTE,
                communicator);
  for (int& b : begin) b /= static_cast<int>(sizeof(T));
  return in;
}

/// Of two ranks, the one whose side of a coupling goes to the interface; in turn, so that no rank bears all.
int bearer(int a, int b) {
  const int low = std::min(a, b);
  const int high = std::max(a, b);
  return (low + high) % 2 == 1 ? low : high;
}

/// Marks owned unknowns of the interface.
std::vector<char> separate(const Blocks& a, const PetscInt* ranges, int rank, int ranks, MPI_Comm communicator) {
  const auto owner = [&](PetscInt global) {
    return static_cast<int>(std::upper_bound(ranges, ranges + ranks + 1, global) - ranges) - 1;
  };
  std::vector<char> marked(a.n, 0);
  std::vector<std::vector<PetscInt>> to(ranks);
  for (int i = 0; i < a.n; ++i) {
    for (PetscInt k = a.off_row[i]; k < a.off_row[i + 1]; ++k) {
      const PetscInt j = a.ghosts[a.off_column[k]];
      const int other = owner(j);
      if (bearer(rank, other) == rank) {
        marked[i] = 1;
      } else {
        to[other].push_back(j);
      }
    }
  }
  for (auto& list : to) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  std::vector<int> begin;
  for (const PetscInt j : exchange_lists(to, communicator, begin)) marked[j - ranges[rank]] = 1;
  return marked;
}

/// An entry of an interface row that the rank owning its column needs.
struct Sent {
  PetscInt row, column;
};

}  // namespace

Interface::Interface(Mat matrix) : communicator_(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))) {
  const int rank = rank_in(communicator_);
  const int ranks = ranks_in(communicator_);
  FLEXURA_PETSC(PetscObjectGetNewTag(reinterpret_cast<PetscObject>(matrix), &tag_));
  const Blocks a(matrix);
  const PetscInt* ranges = nullptr;
  FLEXURA_PETSC(MatGetOwnershipRanges(matrix, &ranges));
  const PetscInt first = ranges[rank];
  diagonal_entries_ = static_cast<int>(a.row[a.n]);
  own_entries_ = diagonal_entries_ + static_cast<int>(a.off_row[a.n]);

  const std::vector<char> marked = separate(a, ranges, rank, ranks, communicator_);
  std::vector<PetscInt> own;
  for (int i = 0; i < a.n; ++i) {
    if (marked[i]) {
      own.push_back(first + i);
    } else {
      interior_.push_back(i);
    }
  }
  std::vector<int> begin;
  unknowns_ = exchange_lists(std::vector<std::vector<PetscInt>>(ranks, own), communicator_, begin);
  const auto place = [this](PetscInt global) {
    const auto at = std::lower_bound(unknowns_.begin(), unknowns_.end(), global);
    return at != unknowns_.end() && *at == global ? static_cast<int>(at - unknowns_.begin()) : -1;
  };

  // Couplings of own interface rows with the interior of another rank go to that rank.
  std::vector<std::vector<Sent>> to(ranks);
  std::vector<std::vector<int>> sources(ranks);
  const auto owner = [&](PetscInt global) {
    return static_cast<int>(std::upper_bound(ranges, ranges + ranks + 1, global) - ranges) - 1;
  };
  const auto is_sent = [&](int i, PetscInt j) { return marked[i] != 0 && place(j) < 0; };
  for (int i = 0; i < a.n; ++i) {
    for (PetscInt k = a.off_row[i]; k < a.off_row[i + 1]; ++k) {
      const PetscInt j = a.ghosts[a.off_column[k]];
      if (!is_sent(i, j)) continue;
      to[owner(j)].push_back({first + i, j});
      sources[owner(j)].push_back(diagonal_entries_ + static_cast<int>(k));
    }
  }
  const std::vector<Sent> received = exchange_lists(to, communicator_, begin);
  for (int r = 0; r < ranks; ++r) {
    if (begin[r + 1] > begin[r]) from_.push_back({r, begin[r], begin[r + 1]});
    if (sources[r].empty()) continue;
    const int top = static_cast<int>(sent_.size());
    sent_.insert(sent_.end(), sources[r].begin(), sources[r].end());
    to_.push_back({r, top, static_cast<int>(sent_.size())});
  }
  outgoing_.resize(sent_.size());
  incoming_.resize(received.size());

  // The touched part of the interface: owned, or coupled with what is owned.
  std::vector<char> touched(unknowns_.size(), 0);
  for (const PetscInt i : own) touched[place(i)] = 1;
  for (int i = 0; i < a.n; ++i)
    for (PetscInt k = a.off_row[i]; k < a.off_row[i + 1]; ++k)
      if (const int p = place(a.ghosts[a.off_column[k]]); p >= 0) touched[p] = 1;
  for (const Sent& entry : received) touched[place(entry.row)] = 1;
  const int interior = static_cast<int>(interior_.size());
  std::vector<int> number(unknowns_.size(), -1);
  for (std::size_t p = 0; p < touched.size(); ++p) {
    if (!touched[p]) continue;
    number[p] = interior + static_cast<int>(touched_.size());
    touched_.push_back(static_cast<int>(p));
    const bool mine = unknowns_[p] >= first && unknowns_[p] < first + a.n;
    touched_owned_.push_back(mine ? static_cast<int>(unknowns_[p] - first) : -1);
  }
  std::vector<int> local(a.n, -1);
  for (int k = 0; k < interior; ++k) local[interior_[k]] = k;
  for (std::size_t k = 0; k < touched_.size(); ++k)
    if (touched_owned_[k] >= 0) local[touched_owned_[k]] = interior + static_cast<int>(k);

  // Calls visit(row, column, source) for all entries of this part.
  const auto visit_entries = [&](auto&& visit) {
    for (int i = 0; i < a.n; ++i) {
      for (PetscInt k = a.row[i]; k < a.row[i + 1]; ++k) visit(local[i], local[a.column[k]], static_cast<int>(k));
      for (PetscInt k = a.off_row[i]; k < a.off_row[i + 1]; ++k) {
        const PetscInt j = a.ghosts[a.off_column[k]];
        if (!is_sent(i, j)) visit(local[i], number[place(j)], diagonal_entries_ + static_cast<int>(k));
      }
    }
    for (std::size_t k = 0; k < received.size(); ++k)
      visit(number[place(received[k].row)], local[received[k].column - first], own_entries_ + static_cast<int>(k));
  };
  row_.assign(interior + touched_.size() + 1, 0);
  visit_entries([&](int row, int, int) { ++row_[row + 1]; });
  std::partial_sum(row_.begin(), row_.end(), row_.begin());
  column_.resize(row_.back());
  values_.resize(row_.back());
  std::vector<int> from(row_.back());
  std::vector<int> next(row_.begin(), row_.end() - 1);
  visit_entries([&](int row, int column, int source) {
    column_[next[row]] = column;
    from[next[row]++] = source;
  });
  for (int k = 0; k < row_.back(); ++k) {
    const bool goes_on = k > 0 && from[k] == from[k - 1] + 1 && from[k] != diagonal_entries_ && from[k] != own_entries_;
    if (!goes_on) pieces_.push_back({from[k], k});
    pieces_.back().end = k + 1;
  }
}

const double* Interface::update(Mat matrix) {
  Mat diagonal = nullptr, off = nullptr;
  const PetscInt* ghosts = nullptr;
  const double *a = nullptr, *b = nullptr;
  FLEXURA_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off, &ghosts));
  FLEXURA_PETSC(MatSeqAIJGetArrayRead(diagonal, &a));
  FLEXURA_PETSC(MatSeqAIJGetArrayRead(off, &b));
  for (std::size_t k = 0; k < sent_.size(); ++k) outgoing_[k] = b[sent_[k] - diagonal_entries_];
  exchange();
  double* to = values_.data();
  for (const Piece& piece : pieces_) {
    const double* const from = piece.source < diagonal_entries_ ? a + piece.source
                               : piece.source < own_entries_    ? b + (piece.source - diagonal_entries_)
                                                                : incoming_.data() + (piece.source - own_entries_);
    to = std::copy(from, from + (values_.data() + piece.end - to), to);
  }
  FLEXURA_PETSC(MatSeqAIJRestoreArrayRead(diagonal, &a));
  FLEXURA_PETSC(MatSeqAIJRestoreArrayRead(off, &b));
  return values_.data();
}

void Interface::exchange() {
  std::vector<MPI_Request> requests;
  requests.reserve(to_.size() + from_.size());
  for (const Neighbour& n : from_)
    MPI_Irecv(incoming_.data() + n.begin, n.end - n.begin, MPI_DOUBLE, n.rank, tag_, communicator_,
              &requests.emplace_back());
  for (const Neighbour& n : to_)
    MPI_Isend(outgoing_.data() + n.begin, n.end - n.begin, MPI_DOUBLE, n.rank, tag_, communicator_,
              &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace flexura
