// The order in which the numbers of nodes and elements are written, and which rank has them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assembly/partition.h"
#include "output/record_layout.h"

namespace flexura {

/// A part of a record that one rank can evaluate alone.
struct RecordPiece {
  enum class Source : std::uint8_t {
    node,      ///< a node that the owner has
    follower,  ///< a dummy node whose masters the owner has
    master,    ///< state of a node that a dummy node follows together with nodes of other ranks
    inertia,   ///< the momenta of one element attached to a node
    element    ///< an element
  };
  Source source = Source::node;
  bool last = true;  ///< completes its record; the pieces of a record follow each other
  int layout = 0;
  int owner = 0;                ///< rank
  int home = 0;                 ///< rank that puts the record together
  int node = 0;                 ///< the node that is written (source is not `element`)
  int batch = -1, number = -1;  ///< the element; `number` is the master node for source `master`. -1: nothing to add
  int size = 0;                 ///< doubles that travel from the owner
};

/// Where the records of an instant are put together.
enum class RecordHomes : std::uint8_t {
  root,   ///< all on rank 0
  runs,   ///< on all ranks: of nodes (the first chunk) and elements (the second) a run of neighbours each
  blocks  ///< on all ranks: each layout with variables in blocks of neighbours, as even as that allows
};

/// All records of one instant in the order of the model file: nodes (each with its inertia), then elements.
///
/// The same on every rank. A rank keeps the pieces that it owns and those of the records it is home to.
class RecordPlan {
 public:
  static constexpr int default_chunk = 1 << 17;
  /// With `root`, `chunk` is the largest number of doubles that rank 0 takes in at a time; with `blocks` all travel at
  /// once, and layouts without variables are left out.
  RecordPlan(const Model& model, const Ownership& ownership, int rank, int ranks, int chunk = default_chunk,
             RecordHomes homes = RecordHomes::root);

  [[nodiscard]] const std::vector<RecordLayout>& layouts() const { return layouts_; }
  [[nodiscard]] int chunk_count() const { return static_cast<int>(chunk_begin_.size()) - 1; }
  /// Pieces of a chunk that this rank keeps.
  [[nodiscard]] std::span<const RecordPiece> chunk(int c) const {
    return {pieces_.data() + chunk_begin_[c], static_cast<std::size_t>(chunk_begin_[c + 1] - chunk_begin_[c])};
  }
  /// Doubles of a chunk that this rank gets from another one, or gives to it.
  struct Contribution {
    int rank = 0;
    int size = 0;
  };
  [[nodiscard]] std::span<const Contribution> received(int c) const { return received_.of(c); }
  [[nodiscard]] std::span<const Contribution> sent(int c) const { return sent_.of(c); }
  /// Doubles of variables in the records of an instant before the first one of a chunk that has this home.
  [[nodiscard]] std::int64_t variables_before(int c) const { return variables_before_[static_cast<std::size_t>(c)]; }
  /// Records of a layout: of all ranks; and those with this home, with `blocks` neighbours from number `first` on.
  struct Share {
    int all = 0;
    int first = 0;
    int size = 0;
  };
  [[nodiscard]] const std::vector<Share>& shares() const { return shares_; }  ///< by layout
  [[nodiscard]] int max_record_size() const { return max_record_size_; }
  [[nodiscard]] std::int64_t text_rows() const { return text_rows_; }          ///< per instant
  [[nodiscard]] std::int64_t variables() const { return variables_; }          ///< of the binary file
  [[nodiscard]] std::int64_t variable_size() const { return variable_size_; }  ///< doubles they hold per instant
  /// Whether a dummy node follows nodes of several ranks.
  [[nodiscard]] bool split_followers() const { return split_followers_; }

 private:
  class Builder;
  std::vector<RecordLayout> layouts_;
  std::vector<RecordPiece> pieces_;
  std::vector<std::int64_t> chunk_begin_{0};
  struct Exchange {
    std::vector<Contribution> list;
    std::vector<std::int64_t> begin{0};
    [[nodiscard]] std::span<const Contribution> of(int c) const {
      return {list.data() + begin[c], static_cast<std::size_t>(begin[c + 1] - begin[c])};
    }
  };
  Exchange received_, sent_;
  std::vector<std::int64_t> variables_before_;  // by chunk
  std::vector<Share> shares_;
  int max_record_size_ = 0;
  std::int64_t text_rows_ = 0, variables_ = 0, variable_size_ = 0;
  bool split_followers_ = false;
};

}  // namespace flexura
