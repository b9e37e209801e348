// Reads the arguments of the `method` card.
#pragma once

#include "input/reader.h"
#include "solvers/integrators/method.h"

namespace flexura {

/// Keyword and spectral radii of an integration method (language manual, "method"): those of the differential
/// unknowns first, those of the algebraic ones after them, the same when they are not given. Throws InputError for
/// methods that are unknown or not supported, and for constant radii they cannot run with.
MethodSettings read_method(Reader& reader);

/// Throws InputError at `where` when a radius is constant and the method cannot run with it. Drives that were postponed
/// when the card was read are checked this way once they are known.
void check_radii(const MethodSettings& settings, const SourceLocation& where);

}  // namespace flexura
