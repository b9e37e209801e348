// Matrix entries in rows of other ranks, on their way to the ranks that have the rows.
#pragma once

#include <vector>

#include "assembly/petsc.h"

namespace flexura {

/// Row and column of a matrix entry, global numbers.
struct Coordinates {
  PetscInt row = 0, column = 0;
  auto operator<=>(const Coordinates&) const = default;
};

/// Sums of this rank for entries of others, from neighbour to neighbour: their places once, then values only.
class EntryExchange {
 public:
  /// `sent`: entries in rows of other ranks, each once. Of the matrix its distribution alone is used. Collective.
  EntryExchange(Mat matrix, std::vector<Coordinates> sent);
  EntryExchange(const EntryExchange&) = delete;
  EntryExchange& operator=(const EntryExchange&) = delete;
  ~EntryExchange();

  /// In the order of outgoing(), which is that of rows and columns.
  [[nodiscard]] const std::vector<Coordinates>& sent() const { return sent_; }
  /// In the order of incoming(): by rank of the sender, then rows and columns.
  [[nodiscard]] const std::vector<Coordinates>& received() const { return received_; }

  /// Values to be written before begin().
  [[nodiscard]] double* outgoing() { return outgoing_.data(); }
  void begin();
  void end();
  /// Values that have arrived with end().
  [[nodiscard]] const double* incoming() const { return incoming_.data(); }

 private:
  std::vector<Coordinates> sent_, received_;
  std::vector<double> outgoing_, incoming_;
  std::vector<MPI_Request> requests_;  // persistent, of all messages of an exchange: first those that arrive
  int arriving_ = 0;
  bool under_way_ = false;
};

}  // namespace flexura
