// Whether the factors of a matrix fit into the memory of the machines that a run has.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

namespace flexura {

/// What the factors of a matrix cost one rank.
struct FactorDemand {
  double bytes = 0;
  double flops = 0;  ///< operations of one factorisation
};

/// Asked before memory is taken for factors; when the answer is no, there shall be none. Collective where ranks have
/// the matrix together.
using FactorJudge = std::function<bool(const FactorDemand&)>;

/// Memory of this machine that programs may still take, in bytes: the least of what the system has available, what is
/// left of the limits of control groups (Linux cgroup v2), and of -flexura_memory (in GB) when that option is given.
double available_memory();

/// What is left of the limit of the address space of this process (ulimit -v), in bytes; infinite without one.
double available_address_space();

/// Judges the demand of a direct solver before it takes the memory.
class FactorMemory {
 public:
  explicit FactorMemory(MPI_Comm communicator) : communicator_(communicator) {}

  /// Whether `bytes` on this rank, with what the other ranks of its machine want at the same time, leave a tenth of
  /// what the machine has available, on every machine. The same answer on all ranks. Collective.
  bool fits(double bytes);
  /// Of the last fits(): "factors of 34 GB, where 21 GB of memory are left", for the machine where it is tightest.
  [[nodiscard]] std::string describe() const;

 private:
  MPI_Comm communicator_;
  double wanted_ = 0, available_ = 0;
};

}  // namespace flexura
