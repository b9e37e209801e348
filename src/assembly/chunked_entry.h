// Entry of element matrices into a sparse matrix, some elements at a time.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "assembly/entry_exchange.h"
#include "assembly/petsc.h"

namespace flexura {

/// Elements of a batch whose matrices are evaluated and entered before the next ones are: small enough to stay in the
/// cache in between.
struct Chunk {
  int batch = 0;
  int begin = 0, end = 0;   ///< places in the batch's list of elements
  bool edge = false;        ///< some of its entries may be in rows of other ranks
  std::size_t entries = 0;  ///< of all its elements
};

/// Where the coordinate entries of chunks go in the rows of an AIJ matrix. Unknowns of a node, which lie together in
/// the entries of an element and in a row, are added together; the first value of each place is stored. What is in rows
/// of other ranks is summed and sent to them.
class ChunkedEntry {
 public:
  /// Appends the places of the entries of a chunk, in their order; of the owned diagonal behind the last chunk.
  using Places = std::function<void(std::size_t chunk, std::vector<Coordinates>& places)>;
  /// Gives the matrix the pattern of all entries with zero values. Chunks of the edge come first. `places` is called
  /// several times for each chunk, as all places together take more memory than the matrix. Collective.
  void set_pattern(Mat matrix, std::span<const Chunk> chunks, const Places& places);
  [[nodiscard]] bool has_pattern() const { return matrix_ != nullptr; }

  /// One assembly of the matrix: its values, from the first chunk to the last entry.
  class Values {
   public:
    /// Collective, as finish() is.
    explicit Values(ChunkedEntry& entry);
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;
    ~Values();
    /// Enters the values of the next chunk, or behind the last chunk the diagonal.
    void enter(const double* from);
    /// Adds what other ranks have for the rows of this one.
    void finish();

   private:
    ChunkedEntry& entry_;
    std::array<Mat, 2> blocks_{};
    std::array<double*, 3> to_{};
    std::size_t next_ = 0;  // chunk
  };

 private:
  /// Where values lie: in the block of the columns of this rank, in that of the others, or among those that are sent.
  enum Array : unsigned { own_columns, other_columns, sent };
  /// Entries that follow each other in the rows of the matrix, too: all or none the first of their places.
  struct Run {
    PetscInt place;
    unsigned count : 29;
    unsigned first : 1;
    unsigned array : 2;
  };
  class Pattern;

  Mat matrix_ = nullptr;
  std::vector<Run> runs_;
  std::vector<std::size_t> begin_;           // of the runs of each chunk, of the diagonal and of what is received
  std::size_t edge_ = 0;                     // so many chunks are at the edge
  std::unique_ptr<EntryExchange> exchange_;  // null on one rank
};

}  // namespace flexura
