// One exit code for all ranks, whichever of them fails.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

#include "support/error.h"

namespace flexura {

/// Runs a function on every rank and reports its errors once.
class ExitAgreement {
 public:
  explicit ExitAgreement(MPI_Comm communicator);
  ~ExitAgreement();
  ExitAgreement(const ExitAgreement&) = delete;
  ExitAgreement& operator=(const ExitAgreement&) = delete;

  /// The code the function returns, or that of the error it throws, the same on all ranks. When all ranks end, the
  /// error of the lowest rank that has one is printed. When a rank fails while others wait for it inside the function,
  /// it prints its error after a short patience and ends the whole run with its code.
  ExitCode run(const std::function<ExitCode()>& function);

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1;
};

/// Calls the function; what it throws becomes an exit code and a message for the user.
ExitCode guarded_run(const std::function<ExitCode()>& function, std::string& message);

}  // namespace flexura
