// The entries of a sparse matrix on this rank as a list.
#pragma once

#include "assembly/petsc.h"
#include "support/archive.h"

namespace flexura {

/// Saves the values of an assembled AIJ matrix, or gives it those of a saved one of the same pattern. Collective.
/// Throws Error(input_error) when their number is another.
void exchange_values(Archive& archive, Mat matrix);

}  // namespace flexura
