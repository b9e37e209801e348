#include "solvers/nonlinear/iteration_output.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "assembly/ranks.h"
#include "solvers/linear/condition.h"

namespace flexura {

namespace {

/// Of this rank, s.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The texts of all ranks, one after another, on the first rank. Collective.
std::string gathered(const std::string& text, MPI_Comm communicator) {
  const int rank = rank_in(communicator);
  const int ranks = ranks_in(communicator);
  if (ranks == 1) return text;
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(ranks), starts(ranks);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator);
  std::string all;
  if (rank == 0) {
    for (int k = 1; k < ranks; ++k) starts[k] = starts[k - 1] + lengths[k - 1];
    all.resize(static_cast<std::size_t>(starts.back() + lengths.back()));
  }
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, communicator);
  return all;
}

}  // namespace

IterationOutput::IterationOutput(const SolverChatter& settings, const Assembler& assembler, const Numbering& numbering)
    : settings_(settings), assembler_(assembler), numbering_(numbering) {
  const int rank = rank_in(assembler.communicator());
  first_rank_ = rank == 0;
}

void IterationOutput::print(const std::string& text) const {
  const std::string all = gathered(text, assembler_.communicator());
  if (!first_rank_) return;
  std::fwrite(all.data(), 1, all.size(), stdout);
  std::fflush(stdout);
}

void IterationOutput::begin_step(const DriveContext& context) {
  due_ = !settings_.meter || settings_.meter->value(context.time, context).f != 0;
  if (settings_.cpu_time) processor_time_ = processor_seconds();
}

void IterationOutput::iteration(int number, const double* error, Vec residual) {
  if (error && first_rank_ && on(settings_.iterations))
    fmt::print("    iteration {} residual {:.6e}\n", number, *error);
  if (on(settings_.residual)) table(fmt::format("residual of iteration {}", number), residual);
}

void IterationOutput::matrix(LinearSolver& solver, Mat matrix) {
  if (on(settings_.jacobian)) entries(matrix);
  if (on(settings_.matrix_condition)) {
    const double condition = condition_number(matrix);
    if (first_rank_) fmt::print("    condition number of the matrix {:.3e}\n", condition);
  }
  if (on(settings_.solver_condition)) {
    const double condition = condition_number(solver.system());
    least_condition_ = std::min(least_condition_, condition);
    most_condition_ = std::max(most_condition_, condition);
    if (first_rank_) fmt::print("    condition number of the scaled matrix {:.3e}\n", condition);
  }
}

void IterationOutput::increment(int number, Vec increment) {
  if (on(settings_.solution)) table(fmt::format("solution of iteration {}", number), increment);
}

void IterationOutput::solution_error(int number, double error) {
  if (first_rank_ && on(settings_.iterations)) fmt::print("    iteration {} solution {:.6e}\n", number, error);
}

void IterationOutput::fraction(double lambda, double residual) {
  if (first_rank_ && on(settings_.iterations))
    fmt::print("    line search: fraction {:.3g}, residual {:.6e}\n", lambda, residual);
}

void IterationOutput::failure(Vec residual) {
  if (settings_.bailout) table("residual at the failure", residual);
}

void IterationOutput::end_step(std::int64_t step, double time, double time_step, int iterations, double error) {
  if (first_rank_ && on(settings_.counter)) {
    fmt::print("step {} time {:.9g} time step {:.3g} iterations {} error {:.3e}\n", step, time, time_step, iterations,
               error);
  }
  if (!on(settings_.cpu_time)) return;
  double seconds[2] = {processor_seconds() - processor_time_, processor_seconds()};
  MPI_Allreduce(MPI_IN_PLACE, seconds, 2, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  if (first_rank_) fmt::print("processor time of step {}: {:.6f} s, in all {:.3f} s\n", step, seconds[0], seconds[1]);
}

void IterationOutput::table(const std::string& title, Vec values) const {
  std::string text = first_rank_ ? "    " + title + "\n" : std::string();
  const double* value = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(values, &value));
  for (int j = 0; j < numbering_.owned(); ++j)
    text += fmt::format("      {} {:.9e} {}\n", numbering_.first() + j + 1, value[j], numbering_.describe(j));
  FLEXURA_PETSC(VecRestoreArrayRead(values, &value));
  print(text);
}

void IterationOutput::entries(Mat matrix) const {
  PetscInt n = 0, first = 0, end = 0;
  FLEXURA_PETSC(MatGetSize(matrix, &n, nullptr));
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  std::string text = first_rank_ ? fmt::format("    Jacobian matrix, {} rows: row, column, entry\n", n) : std::string();
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const double* values = nullptr;
    FLEXURA_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k)
      text += fmt::format("      {} {} {:.17g}\n", row + 1, columns[k] + 1, values[k]);
    FLEXURA_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
  print(text);
}

std::string IterationOutput::summary() const {
  if (!settings_.condition_range || most_condition_ == 0) return {};
  return fmt::format("condition numbers of the scaled matrices: {:.3e} to {:.3e}", least_condition_, most_condition_);
}

}  // namespace flexura
