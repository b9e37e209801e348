// Sums of element contributions in distributed PETSc vectors and matrices.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "assembly/chunked_entry.h"
#include "assembly/numbering.h"
#include "assembly/petsc.h"
#include "model/model.h"
#include "support/snapshot.h"

namespace flexura {

/// Which batches take part in an evaluation.
using BatchFilter = std::function<bool(const ElementBatch&)>;

/// What a model is to be divided by when a saved run goes on: as it was, or by what its elements have cost.
ElementCosts saved_costs(const Snapshot& snapshot, bool measured);

/// Residual, sum of absolute contributions and Jacobian of a model on any number of ranks.
///
/// The sparsity is fixed at construction; afterwards only values move. Residuals of elements whose nodes belong to
/// other ranks travel through the ghost part of the vectors, Jacobian entries from neighbour to neighbour; of matrices
/// that are not AIJ (`-mat_type`) through their coordinate interface.
class Assembler {
 public:
  Assembler(Model& model, const Numbering& numbering, MPI_Comm communicator);

  /// Vectors with one entry per unknown, with room for ghosts.
  [[nodiscard]] VecHandle create_vector() const;
  [[nodiscard]] Mat matrix() const { return matrix_; }
  [[nodiscard]] MPI_Comm communicator() const { return communicator_; }
  [[nodiscard]] int ranks() const { return ranks_; }

  /// f = sum of residuals; f_abs = sum of absolute element contributions when it is not null. Constraint rows come
  /// divided by c. The state's halo must be up to date.
  void residual(const State& state, Vec f, Vec f_abs) const;
  /// The scaled matrix of the Newton step (src/model/local.h), plus `diagonal` (owned entries) when it is not null.
  void jacobian(const State& state, const double* diagonal = nullptr) const;
  /// Own constraint rows at a level (other rows zero).
  void constraints(const State& state, ConstraintLevel level, Vec f) const;

  /// Saves what the model is divided by, and on several ranks what its elements have cost so far. Collective.
  void save(Snapshot& snapshot) const;

  /// Only batches that pass, each asked once, take part until the filter is reset with an empty one.
  void set_filter(const BatchFilter& filter);

  /// Brings the ghost entries of a vector up to date and gives the local array (owned, then ghosts) to `use`.
  void with_ghosts(Vec v, const std::function<void(const double*)>& use) const;

 private:
  void evaluate(const State& state, const Chunk& chunk, double* values) const;
  void evaluate_diagonal(const double* diagonal, double* values) const;
  template <class Sum>
  void sum_into(Vec f, Vec f_abs, Sum&& sum) const;
  void find_edge();
  void divide_into_chunks();
  /// Rows and columns of the entries of a chunk, in their order.
  void add_places(const Chunk& chunk, std::vector<Coordinates>& places) const;
  [[nodiscard]] bool takes_part(int batch, const State& state) const {
    return chosen_[batch] != 0 && model_.batch(batch).active(state);
  }

  Model& model_;
  const Numbering& numbering_;
  MPI_Comm communicator_;
  int ranks_ = 1;
  MatHandle matrix_;
  std::vector<Chunk> chunks_;
  mutable ChunkedEntry entry_;          ///< has a pattern when the matrix is AIJ
  mutable std::vector<double> values_;  ///< of a chunk or the owned diagonal; without entry_ of all chunks, then it
  /// By batch: elements that add to rows of other ranks, and the others.
  std::vector<std::vector<int>> edge_, inner_;
  std::vector<char> chosen_;      ///< batches that pass the filter
  mutable ElementCosts seconds_;  ///< of all evaluations of each batch on this rank
  PetscLogEvent residual_event_ = 0, jacobian_event_ = 0;
};

}  // namespace flexura
