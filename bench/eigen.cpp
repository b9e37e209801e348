// The slowest modes of a large grid of beams: by the program, and by a plain SLEPc solve of the same matrices.
#include <benchmark/benchmark.h>
#include <slepceps.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/eigen_sparse.h"
#include "solvers/problems/initial_value.h"
#include "solvers/problems/slepc_session.h"

namespace {

using namespace flexura;

constexpr int modes = 20;

/// A plane grid of n x n fields with clamped edges, linearised at rest.
class Grid {
 public:
  explicit Grid(std::int64_t fields) {
    setenv("OMPI_MCA_btl", "self", 0);
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    use_slepc();
    const auto folder = std::filesystem::temp_directory_path();
    const std::string path = folder / ("flexura_grid_" + std::to_string(getpid()) + ".mbd");
    const std::string command = std::string("python3 ") + FLEXURA_SOURCE_DIR + "/bench/models/structure.py grid " +
                                std::to_string(fields) + " > " + path;
    if (std::system(command.c_str()) != 0) std::abort();
    auto analysis = read_model(path, {});
    std::filesystem::remove(path);
    InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, PETSC_COMM_SELF);
    linear = problem.linearise_present();
  }
  Linearisation linear;
};

void report(benchmark::State& bench, const Linearisation& linear, std::vector<double> frequencies) {
  std::sort(frequencies.begin(), frequencies.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  bench.counters["unknowns"] = static_cast<double>(linear.size());
  bench.counters["modes"] = static_cast<double>(frequencies.size());
  bench.counters["first, Hz"] = frequencies.front();
  if (frequencies.size() >= modes) bench.counters["20th, Hz"] = frequencies[modes - 1];
  bench.counters["peak MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void grid_modes(benchmark::State& bench) {
  const Grid grid(bench.range(0));
  EigenSettings settings;
  settings.count = 2 * modes;  // eigenvalues: a mode is a pair
  std::vector<double> frequencies;
  for (auto _ : bench) {
    const Linearisation& l = grid.linear;
    frequencies.clear();
    for (const EigenPair& pair : solve_sparse(l.mass, l.damping, l.stiffness, l.time_scale, settings).pairs)
      if (!pair.zero) frequencies.push_back(pair.s.imag() / (2 * M_PI));
  }
  report(bench, grid.linear, frequencies);
}

/// K z = w^2 M z as a user of SLEPc would solve it: Krylov-Schur, shift-and-invert at zero, MUMPS, defaults else.
void grid_modes_plain_slepc(benchmark::State& bench) {
  const Grid grid(bench.range(0));
  std::vector<double> frequencies;
  for (auto _ : bench) {
    PetscHandle<EPS, EPSDestroy> eps;
    ST st = nullptr;
    KSP ksp = nullptr;
    PC pc = nullptr;
    FLEXURA_PETSC(EPSCreate(PETSC_COMM_SELF, eps.out()));
    FLEXURA_PETSC(EPSSetOperators(eps, grid.linear.stiffness, grid.linear.mass));
    FLEXURA_PETSC(EPSSetProblemType(eps, EPS_GNHEP));
    FLEXURA_PETSC(EPSSetDimensions(eps, modes, PETSC_DEFAULT, PETSC_DEFAULT));
    FLEXURA_PETSC(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    FLEXURA_PETSC(EPSSetTarget(eps, 0));
    FLEXURA_PETSC(EPSGetST(eps, &st));
    FLEXURA_PETSC(STSetType(st, STSINVERT));
    FLEXURA_PETSC(STGetKSP(st, &ksp));
    FLEXURA_PETSC(KSPSetType(ksp, KSPPREONLY));
    FLEXURA_PETSC(KSPGetPC(ksp, &pc));
    FLEXURA_PETSC(PCSetType(pc, PCLU));
    FLEXURA_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    FLEXURA_PETSC(EPSSetFromOptions(eps));
    FLEXURA_PETSC(EPSSolve(eps));
    PetscInt converged = 0;
    FLEXURA_PETSC(EPSGetConverged(eps, &converged));
    frequencies.clear();
    for (PetscInt k = 0; k < std::min<PetscInt>(converged, modes); ++k) {
      double real = 0, imaginary = 0;
      FLEXURA_PETSC(EPSGetEigenvalue(eps, k, &real, &imaginary));
      frequencies.push_back(std::sqrt(std::abs(real)) / (2 * M_PI));
    }
  }
  if (frequencies.empty()) {
    bench.SkipWithError("nothing converged");
    return;
  }
  report(bench, grid.linear, frequencies);
}

}  // namespace

// Memory is that of the process: `--benchmark_filter=grid_modes/126` and `...=grid_modes_plain` one by one.
BENCHMARK(grid_modes)->Arg(20)->Arg(126)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(grid_modes_plain_slepc)->Arg(20)->Arg(126)->Iterations(1)->Unit(benchmark::kSecond);
