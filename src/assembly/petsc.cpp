#include "assembly/petsc.h"

#include <string>
#include <string_view>

namespace flexura {

namespace {

bool lacks_memory = false;

/// Allocations of PETSc 3.18 give the line of the caller as the code of their errors.
PetscErrorCode note_error(MPI_Comm /*unused*/, int /*unused*/, const char* function, const char* /*unused*/,
                          PetscErrorCode code, PetscErrorType type, const char* /*unused*/, void* /*unused*/) {
  const std::string_view name = function ? function : "";
  if (type == PETSC_ERROR_INITIAL)
    lacks_memory = code == PETSC_ERR_MEM || name.starts_with("PetscMalloc") || name.starts_with("PetscRealloc");
  return code;
}

}  // namespace

bool petsc_lacks_memory() { return lacks_memory; }

void take_petsc_errors() { FLEXURA_PETSC(PetscPushErrorHandler(note_error, nullptr)); }

void throw_petsc_error(PetscErrorCode code, const char* what) {
  std::string message = std::string(what) + " failed";
  if (code == PETSC_ERR_MEM || lacks_memory) throw Error(ExitCode::out_of_memory, message + ": out of memory");
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  if (text) message += std::string(": ") + text;
  if (specific && *specific) message += std::string(" (") + specific + ")";
  throw Error(ExitCode::internal_error, message);
}

}  // namespace flexura
