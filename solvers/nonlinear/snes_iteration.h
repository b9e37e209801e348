// The nonlinear solvers of PETSc on the equations of a stage.
#pragma once

#include <petscsnes.h>

#include <exception>
#include <functional>

#include "assembly/assembler.h"
#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/redundancy.h"
#include "solvers/nonlinear/rest.h"
#include "solvers/nonlinear/settings.h"

namespace flexura {

/// Any SNES type of PETSc (-snes_type newtonls, newtontr, qn, ngmres, anderson, ...), and matrix-free Newton-Krylov.
///
/// Its unknowns are the rates that the integration formula solves for: velocities, rates of the Gibbs-Rodrigues
/// parameters in the chart at the predicted orientation, own unknowns of elements; all relative to the prediction. They
/// form a vector space, so that sums, differences and histories of iterates mean what these methods take them for. The
/// Jacobian is ours times the tangent of the chart; its factors precondition.
class SnesIteration {
 public:
  /// What belongs to the iteration at large.
  struct Frame {
    std::function<void()> evaluate;             ///< the residual of the present state into f, balances not scaled
    std::function<double()> measure;            ///< the error of f by the test of the language
    std::function<void(int, double)> observed;  ///< an iteration and its error; the residual is in f
    std::function<void()> renewed;              ///< the matrix has new values
  };
  SnesIteration(const Assembler& assembler, const Numbering& numbering, Trajectory& trajectory, DriveTable& drives,
                LinearSolver& linear, Redundancy& redundancy, const NonlinearSettings& settings, RestWatch& rest, Vec f,
                Frame frame);

  /// Whether the options of PETSc or the model file ask for one.
  static bool wanted(const NonlinearSettings& settings);

  struct Outcome {
    int iterations = 0;
    double error = 0;
    bool at_roundoff = false;
    SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  };
  /// Iterates from the present state until `error <= tolerance` or `most` iterations are made. What an evaluation
  /// throws at an iterate is thrown on; at a trial of a line search it is a reason to try a smaller step.
  Outcome solve(double tolerance, int most);
  [[nodiscard]] const char* type() const;

 private:
  static PetscErrorCode function(SNES snes, Vec u, Vec f, void* context);
  static PetscErrorCode jacobian(SNES snes, Vec u, Mat a, Mat p, void* context);
  static PetscErrorCode multiply(Mat a, Vec x, Vec y);
  static PetscErrorCode precondition(PC pc, Vec b, Vec x);
  static PetscErrorCode converged(SNES snes, PetscInt iteration, PetscReal x, PetscReal g, PetscReal f,
                                  SNESConvergedReason* reason, void* context);
  void go_to(Vec u);
  void evaluate_at(Vec u, Vec f);
  double step_to(Vec u);
  void use_as_preconditioner(SNES snes);
  void turn(Vec from, Vec to, bool to_turns);

  const Assembler& assembler_;
  const Numbering& numbering_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  LinearSolver& linear_;
  Redundancy& redundancy_;
  RestWatch& rest_;
  Vec f_;
  Frame frame_;
  PetscHandle<SNES, SNESDestroy> snes_;
  MatHandle shell_;
  VecHandle u_, last_, work_, right_, residual_;
  Trajectory::Iterate start_;
  double tolerance_ = 0;
  double error_ = 0;
  bool at_roundoff_ = false;
  std::exception_ptr failure_;
};

}  // namespace flexura
