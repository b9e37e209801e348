#include "assembly/petsc.h"

namespace flexura {

namespace {

/// What PetscMalloc of PETSc 3.18 returns when there is no memory: no code of its list.
constexpr PetscErrorCode malloc_failed = 1234;

}  // namespace

void throw_petsc_error(PetscErrorCode code, const char* what) {
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  const bool lacks_memory = code == PETSC_ERR_MEM || code == malloc_failed;
  if (lacks_memory) text = "out of memory";
  std::string message = std::string(what) + " failed";
  if (text) message += std::string(": ") + text;
  if (specific && *specific) message += std::string(" (") + specific + ")";
  throw Error(lacks_memory ? ExitCode::out_of_memory : ExitCode::internal_error, message);
}

}  // namespace flexura
