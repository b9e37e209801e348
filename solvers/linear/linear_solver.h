// Solution of the linear systems of a Newton step, by the solver the model file or the PETSc options name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "assembly/petsc.h"
#include "solvers/linear/direct_pc.h"
#include "solvers/linear/factor_memory.h"
#include "solvers/linear/krylov_defaults.h"
#include "solvers/linear/krylov_trial.h"
#include "solvers/linear/matrix_scaling.h"
#include "solvers/linear/settings.h"
#include "support/archive.h"

namespace flexura {

/// A Krylov method that has not solved a linear system.
class KrylovFailure : public Error {
 public:
  explicit KrylovFailure(const std::string& message) : Error(ExitCode::not_converged, message) {}
};

/// A KSP set up once for a matrix whose values change.
///
/// The names of the language map to what is there: klu, umfpack, superlu, mumps to themselves; all others, and none, to
/// the faster of KLU with refactorisation and the multifrontal solver on one rank, and on several to substructuring, or
/// MUMPS when the parts have so much in common that their fronts are large. The multifrontal solver is taken when rows
/// have many entries (beams: 20-30), KLU when they have few (rigid mechanisms: 5) and its factors have at most four
/// times the entries of the matrix. The option -flexura_direct klu|multifrontal (on several ranks: multifrontal,
/// substructuring of any size), and PETSc's own options (-ksp_type, -pc_type, ...), win over the model file.
///
/// Where the choice is the program's and the factors do not fit into the memory of the machine, it takes the Krylov
/// method of krylov_defaults.h instead, which `krylov` asks for at once. Where they fit but take long, it tries that
/// method (krylov_trial.h) and comes back to the factors when they would have been faster.
class LinearSolver {
 public:
  /// Describes the fields of the matrix to a PCFIELDSPLIT; returns the rows of the second one, 0 when there is only
  /// one.
  using DescribeFields = std::function<long(PC)>;

  /// `describe_fields` is called when options ask for fields or a Krylov method is taken; without it direct solvers
  /// stay what they are. `tell` gets sentences for the user, the same on all ranks.
  LinearSolver(const LinearSettings& settings, Mat matrix, DescribeFields describe_fields = {},
               std::function<void(const std::string&)> tell = {});

  /// The matrix has new values: they are factored at the next solve.
  void matrix_changed() { stale_ = true; }
  /// Makes the next factorisation choose its pivots anew.
  void forget_pivots();
  /// Solves for x; false when the matrix is singular (see singular_unknown). Throws KrylovFailure when such a
  /// method does not converge, Error(out_of_memory) when the factors do not fit.
  bool solve(Vec b, Vec x);
  /// Saves what the next solutions depend on, or takes it back for the same matrix on as many ranks: with the same
  /// matrices to come they are then bit for bit the same. `matrix_too`: the present matrix and its factors stay in use.
  /// The matrix is assembled; what it holds is overwritten. Collective. Solvers of PETSc's are given the first matrix
  /// again, on which they base their symbolic work.
  void remember(Archive& archive, bool matrix_too);
  /// Local number of the unknown without pivot after solve returned false, -1 when it is not known.
  [[nodiscard]] int singular_unknown() const;
  [[nodiscard]] KSP ksp() const { return ksp_; }
  /// What is factored: the matrix as it is now, scaled when `scale` asks for it.
  [[nodiscard]] Mat system() { return scaling_ ? scaling_->scaled(matrix_) : matrix_; }
  /// What solves, for messages: "KLU with refactorisation".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] long factorisations() const { return factorisations_; }

 private:
  void factor();
  bool solve_scaled(Vec b, Vec x);
  void replace();
  void change_to_multifrontal();
  void create_ksp();
  void take_distributed();
  void take_direct(std::unique_ptr<DirectFactorisation> factorisation);
  long take_krylov();
  bool judge(const FactorDemand& demand);
  void look_for_room();
  bool find_way_without_factors();
  void try_krylov();
  void end_trial(const char* why_for_the_user);
  [[noreturn]] void fail_to_converge(int reason) const;

  Mat matrix_;
  LinearSettings settings_;
  DescribeFields describe_fields_;
  std::function<void(const std::string&)> tell_;
  std::unique_ptr<FactorMemory> memory_;      // null: the solver was asked for, and has to do
  std::unique_ptr<KrylovTrial> trial_;        // null: there is none any more
  std::unique_ptr<KrylovDefaults> defaults_;  // of the Krylov method, while it is taken
  std::unique_ptr<MatrixScaling> scaling_;    // null: the matrix is solved as it is
  KspHandle ksp_;
  PC pc_ = nullptr;
  bool stale_ = true;
  bool direct_ = false;      // KSPPREONLY with our own PC: the short way
  bool may_change_ = false;  // KLU was our choice, and its fill is watched
  bool changed_ = false;     // from KLU to the multifrontal solver
  bool takes_long_ = false;  // the factors that were refused last
  bool trying_ = false;      // the Krylov method, which may be given up
  bool replaced_ = false;    // by KLU after the multifrontal solver found no pivot
  long factorisations_ = 0;
  long solutions_ = 0;
  std::vector<double> first_;  // values of the first matrix, unless the factorisation is one of ours
};

/// Names accepted by the `linear solver` card, normal form, sorted.
std::vector<std::string> linear_solver_names();

}  // namespace flexura
