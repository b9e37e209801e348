#include "app/exit_agreement.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <thread>

namespace flexura {

namespace {
constexpr auto patience = std::chrono::seconds(3);
}

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

ExitCode ExitAgreement::run(const std::function<ExitCode()>& function) {
  std::string message;
  const ExitCode code = guarded_run(function, message);
  // The lowest rank that has not ended well speaks and decides.
  const int failed = code == ExitCode::success ? ranks_ : rank_;
  int lowest = failed;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&failed, &lowest, 1, MPI_INT, MPI_MIN, communicator_, &request);
  int done = 0;
  if (code == ExitCode::success) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    const auto start = std::chrono::steady_clock::now();
    while (MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
      if (std::chrono::steady_clock::now() - start > patience) {
        std::fprintf(stderr, "%s\n", message.empty() ? "error: the ranks do not agree on the end" : message.c_str());
        std::fflush(nullptr);
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  if (lowest == rank_ && !message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  if (lowest == ranks_) return code;
  int agreed = static_cast<int>(code);
  MPI_Bcast(&agreed, 1, MPI_INT, lowest, communicator_);
  return static_cast<ExitCode>(agreed);
}

}  // namespace flexura
