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

  /// Calls a function that is collective; throws what it throws. A rank that it throws on waits for the others here,
  /// while what it has made is still there (destructors of libraries communicate). When they do not come, it calls
  /// `leave` with its error, for files that it can complete alone, prints the error and ends the whole run.
  void keep_together(const std::function<void()>& function, const std::function<void(const std::string&)>& leave);

 private:
  /// The lowest rank that has not ended well, `ranks_` without one. Does not return when the others do not come.
  int meet(ExitCode code, const std::string& message, const std::function<void(const std::string&)>& leave = {});

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1;
};

/// Calls the function; what it throws becomes an exit code and a message for the user.
ExitCode guarded_run(const std::function<ExitCode()>& function, std::string& message);

}  // namespace flexura
