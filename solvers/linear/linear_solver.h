// Solution of the linear systems of a Newton step, by the solver the model file or the PETSc options name.
#pragma once

#include <string>
#include <vector>

#include "assembly/petsc.h"
#include "solvers/linear/settings.h"

namespace flexura {

/// A KSP set up once for a matrix whose values change.
///
/// The names of the language map to what is there: umfpack, superlu, mumps to themselves; naive, klu, lapack, y12,
/// taucs, watson, pardiso, pastix, qr, ... to KLU with refactorisation on one rank and to MUMPS on several. PETSc
/// options (-ksp_type, -pc_type, ...) win over the model file.
class LinearSolver {
 public:
  LinearSolver(const LinearSettings& settings, Mat matrix);

  /// The matrix has new values: they are factored at the next solve.
  void matrix_changed() { stale_ = true; }
  /// Makes the next factorisation choose its pivots anew.
  void forget_pivots();
  /// Solves for x; false when the matrix is singular (see singular_unknown).
  bool solve(Vec b, Vec x);
  /// Local number of the unknown without pivot after solve returned false, -1 when it is not known.
  [[nodiscard]] int singular_unknown() const;
  [[nodiscard]] KSP ksp() const { return ksp_; }
  /// What solves, for messages: "KLU with refactorisation".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] long factorisations() const { return factorisations_; }

 private:
  Mat matrix_;
  KspHandle ksp_;
  PC pc_ = nullptr;
  bool stale_ = true;
  bool direct_ = false;  // KSPPREONLY with our own PC: the short way
  long factorisations_ = 0;
};

/// Names accepted by the `linear solver` card, normal form, sorted.
std::vector<std::string> linear_solver_names();

}  // namespace flexura
