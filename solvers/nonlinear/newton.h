// Newton's method on the equations of one stage, driven through a PETSc SNES.
#pragma once

#include <petscsnes.h>

#include <memory>
#include <string>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/convergence.h"
#include "solvers/nonlinear/failure_report.h"
#include "solvers/nonlinear/iteration_output.h"
#include "solvers/nonlinear/redundancy.h"
#include "solvers/nonlinear/rest.h"
#include "solvers/nonlinear/snes_iteration.h"

namespace flexura {

/// How an iteration to convergence went.
struct NewtonReport {
  int iterations = 0;
  double residual_error = 0;
  double solution_error = 0;
  bool by_solution = false;  ///< the solution test ended it
  bool at_roundoff = false;  ///< the tolerance lies below round-off: no further digits can be gained
};

/// A step that did not converge; the message has the worst equations by dimension, the course of the iteration, a hint.
class NotConverged : public Error {
 public:
  explicit NotConverged(const std::string& message, double turn = 0)
      : Error(ExitCode::not_converged, message), turn_(turn) {}
  /// The rotation for which the iteration was given up, rad; 0: that was not the reason.
  [[nodiscard]] double turn() const { return turn_; }

 private:
  double turn_;
};

/// An equation beside those of the model, which determines the time: bordered systems.
class Border {
 public:
  Border() = default;
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;
  virtual ~Border() = default;
  /// Changes the increment of the model into that of the bordered system, and the time. Collective.
  virtual void correct(Vec increment) = 0;
};

/// What a step of a static problem asks of the iteration.
struct NewtonGuide {
  Vec rest = nullptr;       ///< the residual is to become this instead of zero, rows as the assembler gives them
  double largest_turn = 0;  ///< rad an iteration may turn a node; 0: no limit
  int max_iterations = 0;   ///< 0: those of the settings
  const double* diagonal = nullptr;  ///< added to the matrix, owned rows
  bool single = false;               ///< one iteration, whatever it leaves
  Border* border = nullptr;
};

/// Full and modified Newton. The SNES carries the options and monitors (-snes_monitor); its solve is ours because the
/// unknowns are increments on the rotation group and the tests are those of the language.
class Newton {
 public:
  Newton(const Assembler& assembler, const Numbering& numbering, const Model& model, Trajectory& trajectory,
         DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, const NonlinearSettings& settings,
         IterationOutput& output);

  /// Iterates the stage that the trajectory has begun; throws NotConverged, or Error for NaN and singular matrices.
  NewtonReport solve(const NewtonGuide& guide = {});
  /// Forces a new Jacobian at the next iteration (a new step size, an event).
  void refresh_jacobian() { jacobian_age_ = -1; }
  /// Saves what the next iterations depend on besides the state, or takes it back.
  void remember(Archive& archive) {
    archive(jacobian_age_, jacobian_c_, rest_.level(), total_iterations_, spare_bias_);
  }
  /// Whether the next step begins with the Jacobian of an earlier one.
  [[nodiscard]] bool keeps_jacobian() const { return settings_.keep_jacobian && jacobian_age_ >= 0; }
  [[nodiscard]] long total_iterations() const { return total_iterations_; }

 private:
  static PetscErrorCode shell_solve(SNES snes, Vec x);
  void iterate();
  NewtonReport solve_by_petsc(const NewtonGuide& guide);
  bool solve_linear(Redundancy::Unmet unmet);
  void evaluate(bool absolute);
  void move();
  double evaluate_for_search(bool absolute);
  void search(double f, bool absolute);
  double measure();
  [[nodiscard]] double norm_of_rates() const;
  [[nodiscard]] double expected_error(double error, double previous_error) const;
  [[nodiscard]] double largest_constraint() const;
  void learn(double ratio, bool converged);
  [[nodiscard]] std::string report(bool with_course);
  [[noreturn]] void fail_singular();

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  LinearSolver& linear_;
  Redundancy& redundancy_;
  NonlinearSettings settings_;
  IterationOutput& output_;
  NewtonGuide guide_;  // of the present solve
  PetscHandle<SNES, SNESDestroy> snes_;
  VecHandle f_, f_abs_, increment_;
  Trajectory::Iterate iterate_;  // before the step of a line search
  std::vector<double> weight_;   // of rows in the residual test; empty: all one
  bool constraint_weight_ = false;
  bool structure_ = false;  // constraints are few
  NewtonReport report_;
  std::vector<IterationRecord> history_;  // of the present solve
  double step_ = 1;                       // relative size of the last increment
  int jacobian_age_ = -1;
  double jacobian_c_ = 0;
  double spare_bias_ = 1;  // what iterations without a Jacobian of their own have left, by what was expected
  RestWatch rest_;
  long total_iterations_ = 0;
  std::exception_ptr error_;
  std::unique_ptr<SnesIteration> by_petsc_;  // when options ask for another method than ours
};

}  // namespace flexura
