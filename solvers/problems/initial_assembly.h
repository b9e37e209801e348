// Initial assembly: the input positions and velocities are moved, as little as possible, to satisfy the constraints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/redundancy.h"
#include "solvers/problems/settings.h"

namespace flexura {

/// How far a node was moved by the assembly.
struct NodeAdjustment {
  NodeIndex node = 0;
  double distance = 0, angle = 0;             ///< m, rad
  double velocity = 0, angular_velocity = 0;  ///< m/s, rad/s
};

struct AssemblyReport {
  int iterations = 0;
  bool equilibrium = false;  ///< forces took part
  double error = 0;
  double violation = 0;               ///< largest of a constraint equation of positions on this rank, m or rad
  std::vector<NodeAdjustment> moved;  ///< nodes of this rank that moved noticeably
};

/// How many nodes moved on all ranks, and those that moved most, for the user; empty when none did. Collective.
std::string describe_adjustments(const Model& model, const AssemblyReport& report, MPI_Comm communicator);

/// Minimises W_x |x - x0|^2 subject to phi(x, t0) = 0, then W_v |v - v0|^2 subject to phidot = 0 and psi = 0 (theory
/// manual, "initial assembly"). With `settings.deformable` positions solve W_x (x - x0) + phi_x^T lambda = r instead, r
/// the forces of deformable elements at rest and of the loads chosen (eq. 6.13): without weights the equilibrium.
/// Throws Error(assembly_failed) when the equations cannot be met, with the worst one by name.
AssemblyReport assemble_initial_state(Assembler& assembler, const Numbering& numbering, Model& model,
                                      Trajectory& trajectory, DriveTable& drives, LinearSolver& linear,
                                      Redundancy& redundancy, const AssemblySettings& settings);

/// Accelerations and reactions at the initial time, from [M, -B; phi_q, 0] {a; lambda} = {f; -phiddot(a = 0)}. No
/// coefficient: constraint accelerations are exact derivatives. First-order equations (scalar nodes, internal states)
/// are solved for their rates in up to `max_passes` passes, algebraic scalar nodes for their values; without such
/// equations there is one pass. Sets node accelerations, multipliers, rates of differential unknowns and the rates of
/// momenta. Returns the 2-norm of the residual of this system.
///
/// A multiplier that acts on what its equation constrains only through other elements (a servo through a spring)
/// follows from higher derivatives than these; it is zero then, and `deeper`, if given, names its equation.
/// `still`, when given: as if constraints did not move and nodes were at rest for them, phi_q a = 0; and nothing at all
/// where the 2-norm of the forces does not exceed it.
double initial_accelerations(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                             DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, int max_passes,
                             std::string* deeper = nullptr, std::optional<double> still = std::nullopt);

}  // namespace flexura
