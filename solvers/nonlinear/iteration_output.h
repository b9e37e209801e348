// What the solver prints while it works: errors, residuals, increments, matrices, condition numbers.
#pragma once

#include <limits>
#include <string>

#include "assembly/assembler.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/chatter.h"

namespace flexura {

/// Prints on standard output what `output` of the problem block asks for. Tables have a line for each equation, in the
/// order of the system, numbered from 1: number, value, equation. All functions are collective; the first rank prints.
class IterationOutput {
 public:
  IterationOutput(const SolverChatter& settings, const Assembler& assembler, const Numbering& numbering);

  /// A step begins: `output meter` decides on it.
  void begin_step(const DriveContext& context);
  /// An iteration begins with this error (none when the residual is not tested) and residual.
  void iteration(int number, const double* error, Vec residual);
  /// The matrix has new values.
  void matrix(LinearSolver& solver, Mat matrix);
  /// An iteration has found this increment.
  void increment(int number, Vec increment);
  void solution_error(int number, double error);
  /// A fraction of the step of a line search, and |F| there.
  void fraction(double lambda, double residual);
  /// The iteration has failed with this residual.
  void failure(Vec residual);
  /// A step of this size has come to this time.
  void end_step(std::int64_t step, double time, double time_step, int iterations, double error);
  /// What `solver condition number, stat, yes` says at the end; empty when it was not asked for.
  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] bool on(bool wanted) const { return wanted && due_; }
  void table(const std::string& title, Vec values) const;
  void entries(Mat matrix) const;
  void print(const std::string& text) const;

  const SolverChatter& settings_;
  const Assembler& assembler_;
  const Numbering& numbering_;
  bool first_rank_ = true;
  bool due_ = true;
  double processor_time_ = 0;  // at the beginning of the step
  double least_condition_ = std::numeric_limits<double>::infinity(), most_condition_ = 0;
};

}  // namespace flexura
