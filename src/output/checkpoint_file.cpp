#include "output/checkpoint_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "assembly/ranks.h"
#include "output/checkpoint_lists.h"
#include "output/sync.h"
#include "support/error.h"

namespace flexura {

namespace {

namespace fs = std::filesystem;

/// Whether all ranks say yes.
bool all(bool ok, MPI_Comm communicator) {
  int yes = ok ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &yes, 1, MPI_INT, MPI_MIN, communicator);
  return yes != 0;
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// The finished file takes its place; null when it has, otherwise what failed. At every moment there is a complete
/// file. `previous`: name that the one before is kept under; empty: it is not kept.
const char* put_in_place(const std::string& fresh, const std::string& path, const std::string& previous) {
  if (!previous.empty() && ::access(path.c_str(), F_OK) == 0) {
    std::remove(previous.c_str());
    // Not every file system has links; then there is a moment with the previous one only.
    if (::link(path.c_str(), previous.c_str()) != 0 && std::rename(path.c_str(), previous.c_str()) != 0) return "keep";
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) return "rename";
  if (!sync_path(folder_of(path))) return "synchronise the folder of";
  return nullptr;
}

[[noreturn]] void fail_to_write(const std::string& path, const std::string& reason) {
  throw Error(ExitCode::output_failed,
              "cannot write checkpoint `" + path + "`" + (reason.empty() ? "" : ": " + reason));
}

/// Throws on all ranks what a rank has found wrong.
void agree_on_reading(const std::string& path, const std::string& problem, MPI_Comm communicator) {
  const int ranks = ranks_in(communicator);
  const int own = problem.empty() ? ranks : rank_in(communicator);
  int first = own;
  MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, communicator);
  if (first == ranks) return;
  int size = static_cast<int>(problem.size());
  MPI_Bcast(&size, 1, MPI_INT, first, communicator);
  std::string text = problem;
  text.resize(static_cast<std::size_t>(size));
  MPI_Bcast(text.data(), size, MPI_CHAR, first, communicator);
  throw Error(ExitCode::input_error, "checkpoint `" + path + "` " + text);
}

}  // namespace

std::string checkpoint_path(const std::string& prefix) { return prefix + ".chk"; }
std::string previous_checkpoint_path(const std::string& prefix) { return prefix + ".chk.previous"; }

std::string find_checkpoint(const std::string& name) {
  std::error_code ignored;
  const std::string path = checkpoint_path(name);
  const bool names_file = name.find(".chk") != std::string::npos;
  if (!fs::exists(path, ignored) && (names_file || fs::is_regular_file(name, ignored))) return name;
  return path;
}

namespace {

void write_file(const std::string& path, const std::string& previous, const CheckpointHeader& header,
                const Snapshot& snapshot, MPI_Comm communicator) {
  const std::string fresh = path + ".new";
  errno = 0;
  bool ok = write_lists(fresh, header, snapshot, communicator);
  int reason = errno;
  if (ok && !sync_path(fresh)) {
    ok = false;
    reason = errno;
  }
  if (!all(ok, communicator)) {
    // MPI does not hand the reason on; what another call has left must not be taken for it.
    const bool likely = reason == ENOSPC || reason == EDQUOT || reason == EFBIG || reason == EACCES || reason == EROFS;
    const bool told = !ok && (likely || (reason != 0 && snapshot.parts.size() == 1));
    if (rank_in(communicator) == 0) std::remove(fresh.c_str());
    fail_to_write(path, told ? std::strerror(reason) : "the file system took no more data");
  }
  const char* failed = nullptr;
  if (rank_in(communicator) == 0) failed = put_in_place(fresh, path, previous);
  reason = errno;
  if (!all(failed == nullptr, communicator))
    fail_to_write(path, failed ? std::string("cannot ") + failed + " the file: " + std::strerror(reason) : "");
}

}  // namespace

void write_checkpoint(const std::string& prefix, const CheckpointHeader& header, const Snapshot& snapshot,
                      MPI_Comm communicator) {
  write_file(checkpoint_path(prefix), previous_checkpoint_path(prefix), header, snapshot, communicator);
}

void write_checkpoint_file(const std::string& path, const CheckpointHeader& header, const Snapshot& snapshot,
                           MPI_Comm communicator) {
  write_file(path, "", header, snapshot, communicator);
}

Snapshot read_checkpoint(const std::string& path, CheckpointHeader& header, MPI_Comm communicator, bool divide_anew) {
  const int ranks = ranks_in(communicator);
  Snapshot snapshot(rank_in(communicator), ranks);
  snapshot.same_parts = !divide_anew;
  const CheckpointHeader expected = header;
  std::string problem;
  try {
    problem = read_lists(path, header, snapshot, ranks);
    if (problem.empty() && header.version != expected.version)
      problem = "is of version " + header.version + " of Flexura, this is " + expected.version;
    if (problem.empty() && header.model != expected.model)
      problem =
          "belongs to another model: apart from comments, `final time` and cards of restart files the model and its "
          "files must be as they were";
  } catch (const std::bad_alloc&) {
    problem = "does not fit into memory";
  }
  agree_on_reading(path, problem, communicator);
  return snapshot;
}

}  // namespace flexura
