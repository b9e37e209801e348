// MPI and PETSc from start to end.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace flexura {

/// Starts MPI and PETSc; the destructor ends them.
///
/// A process that was not started by mpirun has MPI leave out what only several processes need, which makes the start
/// four times faster. Environment variables of the user win. PETSc reports errors by return values alone, and
/// signals stay the program's. Throws Error(internal_error).
class Session {
 public:
  Session(const char* program, const std::vector<std::string>& petsc_arguments);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] MPI_Comm communicator() const { return MPI_COMM_WORLD; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] bool root() const { return rank_ == 0; }

  /// Ends the process with an exit code, without MPI and PETSc coming to their ends.
  [[noreturn]] static void leave_at_once(int code);

  /// Names PETSc options of the command line that nothing asked for; a misspelt one is among them.
  void warn_of_unused_options() const;

 private:
  std::vector<std::string> arguments_;
  std::vector<char*> argument_pointers_;
  int rank_ = 0, ranks_ = 1;
};

}  // namespace flexura
