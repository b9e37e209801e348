#include "assembly/petsc.h"

namespace flexura {

void throw_petsc_error(PetscErrorCode code, const char* what) {
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  std::string message = std::string(what) + " failed";
  if (text) message += std::string(": ") + text;
  if (specific && *specific) message += std::string(" (") + specific + ")";
  throw Error(code == PETSC_ERR_MEM ? ExitCode::out_of_memory : ExitCode::internal_error, message);
}

}  // namespace flexura
