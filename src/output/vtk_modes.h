// A natural motion as a sequence of states that can be drawn.
#pragma once

#include <mpi.h>

#include <vector>

#include "model/model.h"
#include "solvers/problems/eigen_result.h"

namespace flexura {

/// States x + a Re(u e^{i phase}) about the state of an eigenanalysis, without decay. The size a makes the largest
/// displacement, of nodes or of a flexible body in its axes, or a fifth of the extent of the model times the largest
/// rotation, a twentieth of that extent.
class ModeMotion {
 public:
  /// Model, result and state are referred to. Collective.
  ModeMotion(const Model& model, const EigenResult& result, const State& state, MPI_Comm communicator);
  /// Nodes are displaced and turned, and have the velocities of the mode in units of its circular frequency; valid
  /// until the next call. Collective.
  const State& at(const EigenMode& mode, double phase);

 private:
  [[nodiscard]] double largest_deformation(const EigenMode& mode) const;

  const Model& model_;
  const EigenResult& result_;
  const State& original_;
  State state_;
  MPI_Comm communicator_;
  std::vector<NodeState> nodes_;
  double extent_ = 1;
};

}  // namespace flexura
