#include "app/exit_agreement.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <thread>

namespace flexura {

namespace {

/// How long a rank that fails waits for the others. Memory is lacking on one rank as a rule.
std::chrono::milliseconds patience(ExitCode code) {
  const bool alone = code == ExitCode::out_of_memory || code == ExitCode::internal_error;
  return std::chrono::milliseconds(alone ? 1000 : 3000);
}

}  // namespace

ExitCode guarded_run(const std::function<ExitCode()>& function, std::string& message) {
  try {
    return function();
  } catch (const InputError& e) {
    message = e.what();
    return e.exit_code();
  } catch (const Error& e) {
    message = std::string("error: ") + e.what();
    return e.exit_code();
  } catch (const std::bad_alloc&) {
    message = "error: out of memory";
    return ExitCode::out_of_memory;
  } catch (const std::exception& e) {
    message = std::string("internal error: ") + e.what();
    return ExitCode::internal_error;
  }
}

ExitAgreement::ExitAgreement(MPI_Comm communicator) {
  // Its own communicator: the others may be waiting in the middle of something else.
  MPI_Comm_dup(communicator, &communicator_);
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &ranks_);
}

ExitAgreement::~ExitAgreement() { MPI_Comm_free(&communicator_); }

int ExitAgreement::meet(ExitCode code, const std::string& message,
                        const std::function<void(const std::string&)>& leave) {
  const int failed = code == ExitCode::success ? ranks_ : rank_;
  int lowest = failed;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&failed, &lowest, 1, MPI_INT, MPI_MIN, communicator_, &request);
  if (code == ExitCode::success) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return lowest;
  }
  const auto end = std::chrono::steady_clock::now() + patience(code);
  int done = 0;
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
    if (std::chrono::steady_clock::now() > end) {
      if (leave) leave(message);
      std::fprintf(stderr, "%s\n  on rank %d of %d, where the others wait for it\n",
                   message.empty() ? "error: the ranks do not agree on the end" : message.c_str(), rank_, ranks_);
      std::fflush(nullptr);
      MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return lowest;
}

void ExitAgreement::keep_together(const std::function<void()>& function,
                                  const std::function<void(const std::string&)>& leave) {
  std::exception_ptr failure;
  std::string message;
  const auto keep_failure = [&] {
    try {
      function();
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
    return ExitCode::success;
  };
  meet(guarded_run(keep_failure, message), message, leave);
  if (failure) std::rethrow_exception(failure);
}

ExitCode ExitAgreement::run(const std::function<ExitCode()>& function) {
  std::string message;
  const ExitCode code = guarded_run(function, message);
  // The lowest rank that has not ended well speaks and decides.
  const int lowest = meet(code, message);
  if (lowest == rank_ && !message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  if (lowest == ranks_) return code;
  int agreed = static_cast<int>(code);
  MPI_Bcast(&agreed, 1, MPI_INT, lowest, communicator_);
  return static_cast<ExitCode>(agreed);
}

}  // namespace flexura
