// The interface between the parts of a distributed matrix: unknowns that, held, leave the parts uncoupled.
#pragma once

#include <petscmat.h>

#include <vector>

namespace flexura {

/// A vertex separator of a distributed square matrix and this rank's part of it.
///
/// Every two unknowns of different ranks that couple, in either direction, have at least one on the interface. The
/// part of a rank consists of its interior unknowns (owned, not on the interface) and of those of the interface that
/// it owns or couples with. Collective; the pattern of the matrix is fixed afterwards.
class Interface {
 public:
  explicit Interface(Mat matrix);

  /// Global numbers of all interface unknowns, ascending, the same on every rank.
  [[nodiscard]] const std::vector<PetscInt>& unknowns() const { return unknowns_; }
  /// Owned local numbers of the interior unknowns, ascending.
  [[nodiscard]] const std::vector<int>& interior() const { return interior_; }
  /// Places in unknowns() of the interface unknowns of this part, ascending.
  [[nodiscard]] const std::vector<int>& touched() const { return touched_; }
  /// Owned local numbers of the touched unknowns, -1 for those of other ranks.
  [[nodiscard]] const std::vector<int>& touched_owned() const { return touched_owned_; }

  /// The matrix of this part by rows: interior unknowns first, then the touched ones. Rows of foreign unknowns hold
  /// their couplings with the interior only; the sum over the parts is the whole matrix. Columns of a row in any order.
  [[nodiscard]] int size() const { return static_cast<int>(row_.size()) - 1; }
  [[nodiscard]] const int* row() const { return row_.data(); }
  [[nodiscard]] const int* column() const { return column_.data(); }
  /// Brings the values up to date with the distributed matrix. Collective.
  const double* update(Mat matrix);

 private:
  struct Neighbour {
    int rank;
    int begin, end;
  };
  /// Entries that lie behind each other both here and where they come from.
  struct Piece {
    int source;  ///< in the diagonal block, then the off-diagonal block, then what is received
    int end;     ///< of the piece in values_, which begins where the one before ends
  };
  void exchange();

  MPI_Comm communicator_;
  std::vector<PetscInt> unknowns_;
  std::vector<int> interior_, touched_, touched_owned_;
  std::vector<int> row_, column_;
  std::vector<Piece> pieces_;
  std::vector<double> values_;
  std::vector<Neighbour> to_, from_;
  std::vector<int> sent_;  // entries of the own blocks that other ranks need
  std::vector<double> outgoing_, incoming_;
  int diagonal_entries_ = 0, own_entries_ = 0;
  PetscMPIInt tag_ = 0;
};

}  // namespace flexura
