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
  int node = 0;                 ///< the node that is written (source is not `element`)
  int batch = -1, number = -1;  ///< the element; `number` is the master node for source `master`. -1: nothing to add
  int size = 0;                 ///< doubles that travel from the owner
};

/// All records of one instant in the order of the model file: nodes (each with its inertia), then elements.
///
/// The same on every rank. Rank 0 keeps all pieces, the others keep their own.
class RecordPlan {
 public:
  /// `chunk` is the largest number of doubles that rank 0 takes in at a time.
  RecordPlan(const Model& model, const Ownership& ownership, int rank, int ranks, int chunk = 1 << 17);

  [[nodiscard]] const std::vector<RecordLayout>& layouts() const { return layouts_; }
  [[nodiscard]] int chunk_count() const { return static_cast<int>(chunk_begin_.size()) - 1; }
  /// Pieces of a chunk that this rank keeps.
  [[nodiscard]] std::span<const RecordPiece> chunk(int c) const {
    return {pieces_.data() + chunk_begin_[c], static_cast<std::size_t>(chunk_begin_[c + 1] - chunk_begin_[c])};
  }
  /// Doubles that a rank sends for a chunk; rank 0 only (others know only their own).
  struct Contribution {
    int rank = 0;
    int size = 0;
  };
  [[nodiscard]] std::span<const Contribution> contributions(int c) const {
    return {contributions_.data() + contribution_begin_[c],
            static_cast<std::size_t>(contribution_begin_[c + 1] - contribution_begin_[c])};
  }
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
  std::vector<Contribution> contributions_;
  std::vector<std::int64_t> contribution_begin_{0};
  int max_record_size_ = 0;
  std::int64_t text_rows_ = 0, variables_ = 0, variable_size_ = 0;
  bool split_followers_ = false;
};

}  // namespace flexura
