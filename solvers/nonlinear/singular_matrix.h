// A matrix without inverse, in words: the equations that depend on each other and the unknowns nothing determines.
#pragma once

#include <string>
#include <vector>

#include "assembly/assembler.h"

namespace flexura {

/// A linear system that has no unique solution; the message names what is in the null spaces.
class SingularMatrix : public Error {
 public:
  explicit SingularMatrix(const std::string& message) : Error(ExitCode::singular_matrix, message) {}
};

/// Global numbers of the equations in the left null space of the matrix of the assembler, to round-off; weightiest
/// first, the same on all ranks; none when the matrix is too large to be looked at. Collective.
std::vector<PetscInt> dependent_equations(const Assembler& assembler, const Numbering& numbering);

/// "these equations depend on each other: ...; nothing determines these unknowns: ..." for the matrix of the assembler,
/// the same text on all ranks; empty when the matrix has full rank to round-off, or is too large to be looked at. The
/// matrix is gathered on one rank and factored there by sparse QR. Collective.
std::string describe_null_space(const Assembler& assembler, const Numbering& numbering);

}  // namespace flexura
