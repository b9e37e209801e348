// Reads the arguments of the `linear solver` card.
#pragma once

#include "input/reader.h"
#include "solvers/linear/settings.h"

namespace flexura {

/// Name of a linear solver and its options, which may come in any order. Storage, ordering, scaling and thread options
/// steer the internals of particular packages: they are read, checked and listed in LinearSettings::read_not_needed.
LinearSettings read_linear_solver(Reader& reader);

}  // namespace flexura
