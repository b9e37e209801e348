// Reads a model on all ranks, each all of it and divided among them by turns, and prints the time on the clock and that
// of the processors.
//
// usage: [mpirun -n N] bench_reading MODEL [TIMES]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <vector>

#include "app/machine_store.h"
#include "app/reading_exchange.h"
#include "assembly/ranks.h"
#include "bench/scaling/program.h"
#include "input/blocks/analysis.h"

namespace flexura {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Times {
  std::vector<double> clock, most, mean;
};

void read(const char* path, bool divided, Times& times) {
  ReadingExchange exchange(PETSC_COMM_WORLD);
  ReadOptions options;
  options.gives_up_elements = exchange.ranks() > 1;
  options.wants_log = exchange.rank() == 0;
  options.exchange = divided ? &exchange : nullptr;
  MPI_Barrier(PETSC_COMM_WORLD);
  const auto start = std::chrono::steady_clock::now();
  const double before = processor_seconds();
  const MachineStore store(PETSC_COMM_WORLD);
  const std::unique_ptr<Analysis> analysis = read_model(path, options);
  const double worked = processor_seconds() - before;
  MPI_Barrier(PETSC_COMM_WORLD);
  times.clock.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  double most = 0, all = 0;
  MPI_Allreduce(&worked, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  MPI_Allreduce(&worked, &all, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  times.most.push_back(most);
  times.mean.push_back(all / exchange.ranks());
}

int run(int argc, char* argv[]) {
  if (argc < 2) throw std::invalid_argument("usage: bench_reading MODEL [TIMES]");
  const int repeats = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  Times alone, divided;
  for (int i = 0; i < repeats; ++i) {
    read(argv[1], false, alone);
    read(argv[1], true, divided);
  }
  if (rank_in(PETSC_COMM_WORLD) != 0) return 0;
  fmt::print("{} ranks, medians of {}, s        clock  processor: most    mean\n", ranks_in(PETSC_COMM_WORLD), repeats);
  for (const auto& [name, times] : {std::pair("each reads all", &alone), std::pair("divided", &divided)})
    fmt::print("{:32} {:8.3f} {:16.3f} {:8.3f}\n", name, median(times->clock), median(times->most),
               median(times->mean));
  return 0;
}

}  // namespace
}  // namespace flexura

int main(int argc, char* argv[]) { return flexura::run_with_petsc(flexura::run, argc, argv); }
