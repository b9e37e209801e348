// Failures of single ranks that all ranks learn of.
#pragma once

#include <mpi.h>

#include <exception>
#include <optional>
#include <utility>

#include "support/error.h"

namespace flexura {

/// Throws on all ranks what rank `from` has caught, if anything. Collective.
void throw_from(int from, MPI_Comm communicator, const std::optional<Error>& failure);

/// Throws on all ranks what the first of them has caught that has caught something. Collective. A rank that has failed
/// and hears nothing of the others for half a minute ends the program: they wait for it elsewhere.
void throw_together(MPI_Comm communicator, const std::optional<Error>& failure);

/// Runs the function on all ranks and throws on all what one of them throws. Collective.
template <class Function>
void together(MPI_Comm communicator, Function&& function) {
  std::optional<Error> failure;
  try {
    std::forward<Function>(function)();
  } catch (const Error& e) {
    failure = e;
  } catch (const std::bad_alloc&) {
    failure = Error(ExitCode::out_of_memory, "out of memory");
  }
  throw_together(communicator, failure);
}

/// Whether all ranks call this, within a few seconds. When they do not, the communicator is of no more use.
bool all_are_here(MPI_Comm communicator);

}  // namespace flexura
