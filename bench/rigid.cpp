// Rigid mechanisms: Newton iterations a second, everything included but the writing of results.
#include <benchmark/benchmark.h>
#include <slepcsys.h>

#include <cstdlib>
#include <string>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

namespace {

using namespace flexura;

/// MPI and PETSc for the life of the process.
struct Session {
  Session() {
    setenv("OMPI_MCA_btl", "self", 0);
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    if (SlepcInitialize(nullptr, nullptr, nullptr, nullptr) != 0) std::abort();
  }
  ~Session() { SlepcFinalize(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

class Silent final : public StepObserver {
 public:
  void accepted(const StepReport&, const State&, const double*, const double*) override {}
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
};

/// Runs a model file from start to end; counts Newton iterations, not runs.
void run_model(benchmark::State& bench, const std::string& path, const std::vector<std::string>& definitions) {
  static const Session session;
  ReadOptions options;
  options.definitions = definitions;
  std::int64_t iterations = 0;
  std::int64_t steps = 0;
  for (auto _ : bench) {
    bench.PauseTiming();
    auto analysis = read_model(std::string(FLEXURA_SOURCE_DIR) + "/" + path, options);
    InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, PETSC_COMM_SELF);
    Silent silent;
    bench.ResumeTiming();
    const AnalysisReport report = problem.run(silent);
    iterations += report.iterations;
    steps += report.steps;
  }
  bench.counters["iterations/s"] = benchmark::Counter(static_cast<double>(iterations), benchmark::Counter::kIsRate);
  bench.counters["steps/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
  bench.counters["iterations/step"] = static_cast<double>(iterations) / static_cast<double>(steps);
}

void pendulum(benchmark::State& bench) { run_model(bench, "verification/rigid/pendulum/pendulum.mbd", {}); }
void four_bar(benchmark::State& bench) { run_model(bench, "verification/rigid/four_bar/four_bar.mbd", {}); }

/// 3000 steps of 10 us; the reference of the Test Set for Initial Value Problem Solvers is at 0.03 s.
void andrews(benchmark::State& bench) {
  run_model(bench, "verification/mechanisms/squeezing_mechanism/squeezing_mechanism.mbd", {});
}
/// 10 s, as in the library of computational benchmark problems.
void bricard(benchmark::State& bench) { run_model(bench, "verification/mechanisms/bricard/bricard.mbd", {}); }

BENCHMARK(pendulum)->Unit(benchmark::kMillisecond);
BENCHMARK(four_bar)->Unit(benchmark::kMillisecond);
BENCHMARK(andrews)->Unit(benchmark::kMillisecond);
BENCHMARK(bricard)->Unit(benchmark::kMillisecond);

}  // namespace
