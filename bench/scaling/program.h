// The frame of a measuring program: MPI and PETSc around it, errors as text.
#pragma once

#include <fmt/format.h>
#include <petscsys.h>

#include <exception>

namespace flexura {

/// Exit code of the whole: that of `run`, or 1 when it throws.
template <class Run>
int run_with_petsc(Run&& run, int argc, char* argv[]) {
  if (PetscInitializeNoArguments() != 0) return 1;
  int code = 1;
  try {
    code = run(argc, argv);
  } catch (const std::exception& failure) {
    fmt::print(stderr, "{}\n", failure.what());
  }
  PetscFinalize();
  return code;
}

}  // namespace flexura
