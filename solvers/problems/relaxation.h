// Equilibria that cannot be reached by continuation: where a motion with friction comes to rest.
#pragma once

#include <functional>

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "assembly/trajectory.h"
#include "solvers/nonlinear/newton.h"

namespace flexura {

/// Pseudo-transient continuation: W x' = F(x) with the full load, constraints exact, in implicit Euler steps of one
/// Newton iteration each (C. T. Kelley, D. E. Keyes, SIAM J. Numer. Anal. 35 (1998) 508). W is diagonal, the largest
/// force over the size of the model. Steps move about a twentieth of that size, and never against the forces that are
/// out of balance: what is unstable is left. As the motion dies they grow, and end in Newton's method at a stable
/// equilibrium.
class Relaxation {
 public:
  Relaxation(const Model& model, const Numbering& numbering, const Assembler& assembler, Trajectory& trajectory,
             DriveTable& drives, Newton& newton);

  /// From the latest point of the history, to which an equilibrium is added; gives the number of steps. `begin` begins
  /// a stage there at the time of the load. Nodes turn by no more than `turn` (rad) a step. Throws NotConverged.
  /// Collective.
  int run(const std::function<void()>& begin, double turn);

 private:
  double measure(const std::function<void()>& begin);
  void weigh();
  bool went_with_forces(double& size);
  bool land(const std::function<void()>& begin, double turn);

  const Numbering& numbering_;
  const Assembler& assembler_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  Newton& newton_;
  VecHandle f_, f_abs_;
  std::vector<double> weight_, diagonal_;  // of owned rows
  std::vector<double> motion_;             // of the latest step, local numbering
  double length_ = 1, force_ = 0;
};

}  // namespace flexura
