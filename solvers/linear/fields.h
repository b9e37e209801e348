// The unknowns by their physical kind, for preconditioners that treat them apart.
#pragma once

#include <petscpc.h>

#include "assembly/numbering.h"

namespace flexura {

/// Splits a PCFIELDSPLIT into "motion" (balances of nodes and own states of elements) and "multiplier" (constraints and
/// their reactions, with the nodes that one joint holds in all unknowns), or, with -flexura_fields 3, into
/// "displacement", "rotation" and "multiplier". The rigid motions of the model about its centre come with the field
/// "motion" as its near null space, which algebraic multigrid needs. Models without constraints have one field.
/// Returns the number of rows of "multiplier" on all ranks. Collective. (M. Benzi, G. H. Golub, J. Liesen, Numerical
/// solution of saddle point problems, Acta Numerica 14 (2005), sec. 10.)
long set_fields(PC pc, const Numbering& numbering, const Model& model, const State& state);

}  // namespace flexura
