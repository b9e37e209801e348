// Entry of element matrices into a matrix of one rank, some elements at a time.
#pragma once

#include <span>
#include <vector>

#include "assembly/petsc.h"

namespace flexura {

/// Elements of a batch whose matrices are evaluated and entered before the next ones are: small enough to stay in the
/// cache in between.
struct Chunk {
  int batch = 0;
  int begin = 0, end = 0;   ///< places in the batch's list of elements
  std::size_t entries = 0;  ///< of all its elements
};

/// Where the coordinate entries of chunks go in the rows of a sequential matrix. Unknowns of a node, which lie together
/// in the entries of an element and in a row, are added together; the first value of each place is stored.
class ChunkedEntry {
 public:
  /// Gives the matrix the pattern of all entries (chunk after chunk, and behind them one for each place of the
  /// diagonal) with zero values.
  void set_pattern(Mat matrix, std::span<const Chunk> chunks, std::span<const PetscInt> rows,
                   std::span<const PetscInt> columns);
  [[nodiscard]] bool empty() const { return runs_.empty(); }
  /// Enters the values of a chunk, or behind the last chunk the diagonal, into the array of the matrix. Chunks come in
  /// their order.
  void enter(std::size_t chunk, const double* from, double* matrix_values) const;

 private:
  /// Entries that follow each other in the rows of the matrix, too: all or none the first of their places.
  struct Run {
    PetscInt place;
    int count : 31;
    bool first : 1;
  };
  std::vector<Run> runs_;
  std::vector<std::size_t> begin_;  // of the runs of each chunk and of the diagonal
};

}  // namespace flexura
