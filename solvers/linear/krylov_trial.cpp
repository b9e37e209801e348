#include "solvers/linear/krylov_trial.h"

#include <petscsys.h>

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "assembly/petsc.h"

namespace flexura {

namespace {

// Measured on one core: large fronts, and substitutions and products that wait for memory.
constexpr double flops_per_second = 1.5e10;
constexpr double bytes_per_second = 8e9;
// The matrix and incomplete factors of about its size; half of 100 vectors, twice in an orthogonalisation.
constexpr double bytes_an_entry = 2 * (sizeof(double) + sizeof(PetscInt));
constexpr double bytes_an_unknown = 100 * sizeof(double);
constexpr double fewest_iterations = 20;

}  // namespace

KrylovTrial::KrylovTrial(Mat matrix) : communicator_(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))) {
  MatInfo info;
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetInfo(matrix, MAT_GLOBAL_MAX, &info));
  FLEXURA_PETSC(MatGetLocalSize(matrix, &n, nullptr));
  double largest = n;
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  iteration_ = (bytes_an_entry * info.nz_used + bytes_an_unknown * largest) / bytes_per_second;
}

bool KrylovTrial::worth_it(double flops) {
  double limit = 1;
  FLEXURA_PETSC(PetscOptionsGetReal(nullptr, nullptr, "-flexura_factor_seconds", &limit, nullptr));
  double most = flops;
  flops_ = flops;
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  MPI_Allreduce(MPI_IN_PLACE, &flops_, 1, MPI_DOUBLE, MPI_SUM, communicator_);
  const double seconds = most / flops_per_second;
  const double iterations = seconds / iteration_;
  allowance_ = static_cast<int>(std::min(iterations, 0.5 * std::numeric_limits<int>::max()));
  return seconds > limit && iterations >= fewest_iterations;
}

std::string KrylovTrial::describe() const { return fmt::format("factors of {:.2g} Gflop", flops_ / 1e9); }

}  // namespace flexura
