#include "solvers/nonlinear/snes_iteration.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace flexura {

namespace {

SnesIteration& self(void* context) { return *static_cast<SnesIteration*>(context); }

/// Options of the file, unless PETSc's say otherwise.
void set_default(const char* name, const std::string& value) {
  PetscBool given = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, name, &given));
  if (!given) FLEXURA_PETSC(PetscOptionsSetValue(nullptr, name, value.c_str()));
}

}  // namespace

bool SnesIteration::wanted(const NonlinearSettings& settings) {
  char type[64] = "";
  PetscBool given = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsGetString(nullptr, nullptr, "-snes_type", type, sizeof type, &given));
  return settings.matrix_free.on || (given && std::strcmp(type, SNESSHELL) != 0);
}

SnesIteration::SnesIteration(const Assembler& assembler, const Numbering& numbering, Trajectory& trajectory,
                             DriveTable& drives, LinearSolver& linear, Redundancy& redundancy,
                             const NonlinearSettings& settings, RestWatch& rest, Vec f, Frame frame)
    : assembler_(assembler),
      numbering_(numbering),
      trajectory_(trajectory),
      drives_(drives),
      linear_(linear),
      redundancy_(redundancy),
      rest_(rest),
      f_(f),
      frame_(std::move(frame)),
      u_(assembler.create_vector()),
      last_(assembler.create_vector()),
      work_(assembler.create_vector()),
      right_(assembler.create_vector()),
      residual_(assembler.create_vector()) {
  const MPI_Comm communicator = assembler.communicator();
  FLEXURA_PETSC(SNESCreate(communicator, snes_.out()));
  FLEXURA_PETSC(MatCreateShell(communicator, numbering.owned(), numbering.owned(), numbering.total(), numbering.total(),
                               this, shell_.out()));
  FLEXURA_PETSC(MatShellSetOperation(shell_, MATOP_MULT, reinterpret_cast<void (*)()>(multiply)));
  FLEXURA_PETSC(SNESSetFunction(snes_, residual_, function, this));
  FLEXURA_PETSC(SNESSetJacobian(snes_, shell_, shell_, jacobian, this));
  use_as_preconditioner(snes_);
  KSP ksp = nullptr;
  FLEXURA_PETSC(SNESGetKSP(snes_, &ksp));
  // The options -ksp_type and -pc_type are those of the linear solver, which preconditions here.
  FLEXURA_PETSC(KSPSetOptionsPrefix(ksp, "stage_"));
  const MatrixFreeSettings& free = settings.matrix_free;
  if (free.on) {
    FLEXURA_PETSC(SNESSetType(snes_, SNESNEWTONLS));
    FLEXURA_PETSC(SNESSetUseMatrixFree(snes_, PETSC_TRUE, PETSC_FALSE));
    FLEXURA_PETSC(KSPSetType(ksp, free.bicgstab ? KSPBCGS : KSPGMRES));
    FLEXURA_PETSC(KSPSetPCSide(ksp, PC_RIGHT));
    FLEXURA_PETSC(KSPSetTolerances(ksp, free.tolerance, PETSC_DEFAULT, PETSC_DEFAULT, free.steps));
    FLEXURA_PETSC(SNESSetLagJacobian(snes_, free.preconditioner_steps));
    FLEXURA_PETSC(SNESSetLagJacobianPersists(snes_, PETSC_TRUE));
    if (free.eta > 0) {
      FLEXURA_PETSC(SNESKSPSetUseEW(snes_, PETSC_TRUE));
      FLEXURA_PETSC(SNESKSPSetParametersEW(snes_, 2, free.eta, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT,
                                           PETSC_DEFAULT, PETSC_DEFAULT));
    }
    set_default("-mat_mffd_err", fmt::format("{:.17g}", free.tau));
    set_default("-snes_linesearch_type", "basic");
  }
  FLEXURA_PETSC(SNESSetConvergenceTest(snes_, converged, this, nullptr));
  FLEXURA_PETSC(SNESSetFromOptions(snes_));
  // Methods that mix iterates need iterates worth mixing: steps with our factors. Residuals alone, of springs and
  // constraints of all magnitudes, lead nowhere.
  const std::string kind = type();
  if (kind == SNESQN) {
    PetscBool given = PETSC_FALSE;
    FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, "-snes_qn_scale_type", &given));
    if (!given) FLEXURA_PETSC(SNESQNSetScaleType(snes_, SNES_QN_SCALE_JACOBIAN));
  }
  PetscBool has = PETSC_FALSE;
  FLEXURA_PETSC(SNESHasNPC(snes_, &has));
  if (!has && (kind == SNESNGMRES || kind == SNESANDERSON || kind == SNESNRICHARDSON)) {
    SNES inner = nullptr;
    FLEXURA_PETSC(SNESGetNPC(snes_, &inner));
    FLEXURA_PETSC(SNESSetType(inner, SNESNEWTONLS));
    FLEXURA_PETSC(SNESSetTolerances(inner, 0, 0, 0, 1, PETSC_MAX_INT));
    FLEXURA_PETSC(SNESSetConvergenceTest(inner, SNESConvergedSkip, nullptr, nullptr));
    SNESLineSearch search = nullptr;
    FLEXURA_PETSC(SNESGetLineSearch(inner, &search));
    FLEXURA_PETSC(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
    has = PETSC_TRUE;
  }
  if (has) {
    SNES inner = nullptr;
    FLEXURA_PETSC(SNESGetNPC(snes_, &inner));
    use_as_preconditioner(inner);
  }
}

/// Gives a SNES a linear solver that is ours.
void SnesIteration::use_as_preconditioner(SNES snes) {
  KSP ksp = nullptr;
  PC pc = nullptr;
  FLEXURA_PETSC(SNESGetKSP(snes, &ksp));
  FLEXURA_PETSC(KSPGetPC(ksp, &pc));
  FLEXURA_PETSC(KSPSetType(ksp, KSPPREONLY));
  FLEXURA_PETSC(PCSetType(pc, PCSHELL));
  FLEXURA_PETSC(PCShellSetContext(pc, this));
  FLEXURA_PETSC(PCShellSetApply(pc, precondition));
}

const char* SnesIteration::type() const {
  SNESType type = nullptr;
  SNESGetType(snes_, &type);
  return type ? type : "?";
}

/// Rates of the chart to turns of the nodes, or back.
void SnesIteration::turn(Vec from, Vec to, bool to_turns) {
  if (from != to) FLEXURA_PETSC(VecCopy(from, to));
  double* values = nullptr;
  FLEXURA_PETSC(VecGetArray(to, &values));
  trajectory_.change_rotations(values, to_turns);
  FLEXURA_PETSC(VecRestoreArray(to, &values));
}

void SnesIteration::go_to(Vec u) {
  trajectory_.set(start_);
  turn(u, work_, true);
  assembler_.with_ghosts(work_, [this](const double* increment) { trajectory_.update(increment); });
}

/// Relative size of the step from the iterate before, which u becomes.
double SnesIteration::step_to(Vec u) {
  double size = 0;
  FLEXURA_PETSC(VecAYPX(last_, -1, u));
  turn(last_, work_, true);
  assembler_.with_ghosts(work_, [this, &size](const double* step) { size = trajectory_.relative_size(step); });
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  FLEXURA_PETSC(VecCopy(u, last_));
  return size;
}

void SnesIteration::evaluate_at(Vec u, Vec f) {
  go_to(u);
  frame_.evaluate();
  FLEXURA_PETSC(VecCopy(f_, f));
  FLEXURA_PETSC(VecScale(f, -1));
  double* rows = nullptr;
  FLEXURA_PETSC(VecGetArray(f, &rows));
  for (int j = 0; j < numbering_.owned_balance(); ++j) rows[j] *= trajectory_.state().c;
  FLEXURA_PETSC(VecRestoreArray(f, &rows));
}

PetscErrorCode SnesIteration::function(SNES snes, Vec u, Vec f, void* context) {
  SnesIteration& here = self(context);
  try {
    here.evaluate_at(u, f);
  } catch (...) {  // C++ exceptions do not cross PETSc; line searches try less, others end
    here.failure_ = std::current_exception();
    PetscCall(VecSet(f, 0));
    PetscCall(SNESSetFunctionDomainError(snes));
  }
  return 0;
}

PetscErrorCode SnesIteration::jacobian(SNES, Vec u, Mat a, Mat p, void* context) {
  SnesIteration& here = self(context);
  try {
    here.go_to(u);
    here.drives_.set_state();
    here.assembler_.jacobian(here.trajectory_.state());
    here.redundancy_.add_diagonal();
    here.linear_.matrix_changed();
    here.frame_.renewed();
  } catch (...) {
    here.failure_ = std::current_exception();
  }
  for (Mat matrix : {a, p}) {
    PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  }
  return 0;
}

PetscErrorCode SnesIteration::multiply(Mat a, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(a, &context));
  SnesIteration& here = self(context);
  here.turn(x, here.work_, true);
  here.redundancy_.multiply(here.work_, y);
  return 0;
}

PetscErrorCode SnesIteration::precondition(PC pc, Vec b, Vec x) {
  void* context = nullptr;
  PetscCall(PCShellGetContext(pc, &context));
  SnesIteration& here = self(context);
  try {
    PetscCall(VecCopy(b, here.right_));
    const double c = here.trajectory_.state().c;
    if (!here.redundancy_.solve(here.linear_, here.right_, x, nullptr, c, c, Redundancy::Unmet::ignore)) {
      PetscCall(PCSetFailedReason(pc, PC_FACTOR_NUMERIC_ZEROPIVOT));
    } else {
      here.turn(x, x, false);
    }
  } catch (...) {
    here.failure_ = std::current_exception();
    PetscCall(PCSetFailedReason(pc, PC_FACTOR_OTHER));
  }
  return 0;
}

/// By the test of the language, at the iterate itself: the last evaluation may have been at another one.
PetscErrorCode SnesIteration::converged(SNES snes, PetscInt iteration, PetscReal, PetscReal, PetscReal,
                                        SNESConvergedReason* reason, void* context) {
  SnesIteration& here = self(context);
  *reason = SNES_CONVERGED_ITERATING;
  Vec u = nullptr;
  PetscCall(SNESGetSolution(snes, &u));
  try {
    here.go_to(u);
    here.frame_.evaluate();
    here.failure_ = nullptr;  // of a trial that was given up
    const double before = here.error_;
    here.error_ = here.frame_.measure();
    const double step = here.step_to(u);
    here.at_roundoff_ =
        here.error_ > here.tolerance_ && here.rest_.at_rest(static_cast<int>(iteration), step, here.error_, before);
    if (here.at_roundoff_) *reason = SNES_CONVERGED_SNORM_RELATIVE;
    here.frame_.observed(static_cast<int>(iteration), here.error_);
    if (!std::isfinite(here.error_)) *reason = SNES_DIVERGED_FNORM_NAN;
  } catch (...) {
    here.failure_ = std::current_exception();
    *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
    return 0;
  }
  if (here.error_ <= here.tolerance_) *reason = SNES_CONVERGED_FNORM_ABS;
  return 0;
}

SnesIteration::Outcome SnesIteration::solve(double tolerance, int most) {
  tolerance_ = tolerance;
  failure_ = nullptr;
  trajectory_.get(start_);
  FLEXURA_PETSC(VecSet(u_, 0));
  FLEXURA_PETSC(VecSet(last_, 0));
  FLEXURA_PETSC(SNESSetTolerances(snes_, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, most, PETSC_MAX_INT));
  FLEXURA_PETSC(SNESSolve(snes_, nullptr, u_));
  Outcome outcome;
  PetscInt iterations = 0;
  FLEXURA_PETSC(SNESGetIterationNumber(snes_, &iterations));
  FLEXURA_PETSC(SNESGetConvergedReason(snes_, &outcome.reason));
  outcome.iterations = static_cast<int>(iterations);
  outcome.error = error_;
  outcome.at_roundoff = at_roundoff_;
  if (outcome.reason < 0 && failure_) std::rethrow_exception(failure_);
  return outcome;
}

}  // namespace flexura
