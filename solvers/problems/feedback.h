// What drives of the state feed back, in a linearisation.
#pragma once

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "model/model.h"
#include "solvers/problems/linearisation.h"

namespace flexura {

/// Adds the derivatives of drives that look at nodes or elements: the matrix of Newton's method, of which a
/// linearisation is made, does not have them. With loads F0 u + F1 u' + F2 u'' of a drive u = C0 z + C1 z' + C2 z'' the
/// stiffness becomes K - F0 C0, the damping D - F0 C1 - F1 C0, the mass M - F0 C2 - F1 C1 - F2 C0. By differences
/// (differences.h). Drives that act on nothing cost little. Throws Error(not_converged) when a third derivative of the
/// motion would appear. Collective.
void add_feedback(Linearisation& linear, const Assembler& assembler, const Numbering& numbering, const Model& model,
                  const State& state, const DriveContext& context);

}  // namespace flexura
