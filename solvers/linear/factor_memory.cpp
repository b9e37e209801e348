#include "solvers/linear/factor_memory.h"

#include <petscsys.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "assembly/petsc.h"

namespace flexura {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The number behind `key` in a file of lines "key number ...", `otherwise` when there is none.
double number_in(const std::filesystem::path& file, const std::string& key, double otherwise) {
  std::ifstream in(file);
  std::string word;
  while (in >> word) {
    double number = 0;
    if (word == key && in >> number) return number;
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return otherwise;
}

double number_in(const std::filesystem::path& file, double otherwise) {
  std::ifstream in(file);
  double number = 0;
  return in >> number ? number : otherwise;  // "max" is no number
}

/// Limits of the control group of this process and of those around it; files that can be dropped do not count as used.
double left_of_groups() {
  const std::filesystem::path root = "/sys/fs/cgroup";
  std::ifstream in("/proc/self/cgroup");
  std::string line;
  while (std::getline(in, line) && !line.starts_with("0::/")) {
  }
  double left = unlimited;
  std::filesystem::path group = root / (line.starts_with("0::/") ? line.substr(4) : "");
  while (true) {
    const double limit = number_in(group / "memory.max", unlimited);
    const double used = number_in(group / "memory.current", 0) - number_in(group / "memory.stat", "inactive_file", 0);
    left = std::min(left, limit - used);
    if (group == root || !group.has_relative_path() || group.parent_path() == group) return left;
    group = group.parent_path();
  }
}

}  // namespace

double available_memory() {
  constexpr double kibi = 1024;
  double bytes = std::min(kibi * number_in("/proc/meminfo", "MemAvailable:", unlimited), left_of_groups());
  PetscReal given = 0;
  PetscBool set = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsGetReal(nullptr, nullptr, "-flexura_memory", &given, &set));
  if (set) bytes = std::min(bytes, 1e9 * given);
  return std::max(bytes, 0.0);
}

double available_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const double used = number_in("/proc/self/statm", 0) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::max(static_cast<double>(limit.rlim_cur) - used, 0.0);
}

bool FactorMemory::fits(double bytes) {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  double of_machine = bytes;
  MPI_Allreduce(MPI_IN_PLACE, &of_machine, 1, MPI_DOUBLE, MPI_SUM, machine);
  MPI_Comm_free(&machine);
  double available = available_memory();
  if (const double own = available_address_space(); own * of_machine < available * bytes) {
    available = own;
    of_machine = bytes;
  }
  // The place where it is tightest speaks for all.
  struct {
    double share;
    int rank;
  } worst{available > 0 ? of_machine / available : unlimited, 0};
  MPI_Comm_rank(communicator_, &worst.rank);
  MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, communicator_);
  std::array<double, 2> told{of_machine, available};
  MPI_Bcast(told.data(), 2, MPI_DOUBLE, worst.rank, communicator_);
  wanted_ = told[0];
  available_ = told[1];
  return worst.share <= 0.9;
}

std::string FactorMemory::describe() const {
  if (!std::isfinite(wanted_)) return "not even the order of elimination has memory on one of the ranks";
  return fmt::format("factors of {:.2g} GB, where {:.2g} GB of memory are left", wanted_ / 1e9, available_ / 1e9);
}

}  // namespace flexura
