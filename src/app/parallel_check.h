// What every element must satisfy on several ranks: the last column of `flexura element-check`.
#pragma once

#include "elements/check/element_check.h"

namespace flexura {

/// The model of a sample, divided among two and among three ranks in several ways, against the undivided one: residual,
/// absolute contributions, Jacobian, constraints at all levels, results and energy.
///
/// Each rank evaluates its elements with its own numbering and sees only nodes, unknowns, momenta and internal
/// variables that it has; all others are NaN. Sums over ranks are made by global numbers, as vectors and matrices make
/// them, in one process and without MPI.
checks::CheckResult check_parallel(const checks::Sample& sample);

}  // namespace flexura
