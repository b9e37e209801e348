// The model linearised at its present state, as a quadratic matrix polynomial.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "solvers/nonlinear/dependent_constraints.h"

namespace flexura {

/// (s^2 mass + s damping + stiffness) z = 0 for small motions z e^{st} about a state, global axes.
///
/// z holds, in the global numbering, displacements of nodes, spatial incremental rotations theta (dR = [theta] R),
/// increments of scalar nodes and of own unknowns of elements (multipliers). Rows are balances (inertia minus applied
/// forces), constraints and other equations, with their sign reversed like in src/model/local.h. Coefficients are those
/// of the instant: they stand still in global axes. What follows from z' through w' = theta' - w x theta is included.
struct Linearisation {
  MatHandle mass, damping, stiffness;
  double time_scale = 1;          ///< s: typical for the faster motions, a power of two
  std::vector<PetscInt> removed;  ///< constraint rows of this rank that were taken out, global numbers

  [[nodiscard]] PetscInt size() const {
    PetscInt rows = 0;
    FLEXURA_PETSC(MatGetSize(mass, &rows, nullptr));
    return rows;
  }
};

/// The matrices at a state, from the matrix T(c) of the Newton step: with rows and columns scaled by powers of c it is
/// the polynomial mass + c damping + c^2 stiffness, s = 1/c. Mass and stiffness are its limits at small and large c
/// (exact, by powers of two), damping the rest at a typical c; another c checks that nothing is left. Throws
/// Error(internal_error) with the name of the equation when something is. Overwrites the matrix of the assembler.
/// Collective.
///
/// Of dependent constraints those that say nothing new are taken out: their reactions stay as they are. Data with few
/// digits make such equations nearly dependent, and together they would lock what each lets move.
///
/// Drives of the state take part with what they feed back (feedback.h); `context`: what they look at.
Linearisation linearise(const Assembler& assembler, const Numbering& numbering, const Model& model, const State& state,
                        const DriveContext& context, const std::vector<DependentSet>& dependent);

/// All rows of a distributed matrix on every rank, without zeros. Collective.
Eigen::SparseMatrix<double, Eigen::RowMajor> gathered(Mat matrix, MPI_Comm communicator);

}  // namespace flexura
