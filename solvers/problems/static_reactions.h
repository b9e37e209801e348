// Reactions for the start of a static problem whose stiffness is that of its reactions.
#pragma once

#include "assembly/trajectory.h"
#include "solvers/problems/initial_assembly.h"

namespace flexura {

/// Gives a static model the reactions with which it would start to move if it were let go from rest: a chain under its
/// weight is held in shape by nothing else, so that its matrix is singular without them (C. Peng et al., Comput.
/// Methods Appl. Mech. Engrg. 419 (2024) 116667, sec. 5.1). The state becomes the only point of the history. Errors are
/// those of initial_accelerations.
void reactions_from_rest(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                         DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, int max_passes);

}  // namespace flexura
