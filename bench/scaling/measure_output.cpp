// Writes results of a model at a moving state in all formats and prints what an instant costs.
//
// usage: [mpirun -n N] bench_output MODEL PREFIX [INSTANTS]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "assembly/numbering.h"
#include "assembly/partition.h"
#include "assembly/ranks.h"
#include "bench/scaling/program.h"
#include "input/blocks/analysis.h"
#include "output/result_writer.h"

namespace flexura {
namespace {

/// Nodes on their way through the initial state of a model, everything else zero.
class Motion {
 public:
  Motion(Model& model, const Ownership& owner, int rank, int ranks) : model_(model) {
    const Numbering numbering(model, owner, rank, ranks);
    nodes_.resize(static_cast<std::size_t>(model.node_count()));
    y_.resize(static_cast<std::size_t>(numbering.local()) + 1);
    drives_.resize(static_cast<std::size_t>(model.drive_count()) + 1);
    int momenta = 0, memory = 0;
    for (int b = 0; b < model.batch_count(); ++b) {
      momenta += model.batch(b).momentum_total();
      memory += model.batch(b).memory_total();
    }
    momenta_.resize(static_cast<std::size_t>(momenta) + 1);
    memory_.resize(static_cast<std::size_t>(memory) + 1);
    state.nodes = nodes_.data();
    state.y = state.y_rate = y_.data();
    state.drives = drives_.data();
    state.memory_accepted = state.memory_trial = memory_.data();
    state.c = state.time_step = 1e-3;
  }
  void set(int step) {
    state.step = step;
    state.time = 1e-3 * step;
    for (NodeIndex i = 0; i < model_.node_count(); ++i) {
      NodeState& n = nodes_[static_cast<std::size_t>(i)] = model_.node(i).initial;
      if (i == ground_node) continue;
      const Vec3 w(0.3 * std::sin(0.01 * i + state.time), 0.2, 0.1);
      n.x += 1e-3 * Vec3(std::sin(state.time + 0.1 * i), std::cos(0.3 * i + state.time), state.time);
      n.R = rotation_exp<double>(state.time * w) * n.R;
      n.v = 1e-3 * Vec3(std::cos(state.time + 0.1 * i), -std::sin(0.3 * i + state.time), 1);
      n.w = w;
    }
    for (std::size_t k = 0; k < momenta_.size(); ++k)
      momenta_[k] = std::sin(1e-3 * static_cast<double>(k) + state.time);
  }
  [[nodiscard]] const double* momenta() const { return momenta_.data(); }

  State state;

 private:
  const Model& model_;
  std::vector<NodeState> nodes_;
  std::vector<double> y_, momenta_, memory_;
  std::vector<Taylor2> drives_;
};

int run(int argc, char* argv[]) {
  if (argc < 3) throw std::runtime_error("usage: bench_output MODEL PREFIX [INSTANTS]");
  const int instants = argc > 3 ? std::atoi(argv[3]) : 16;
  const int rank = rank_in(MPI_COMM_WORLD);
  const int ranks = ranks_in(MPI_COMM_WORLD);
  const auto analysis = read_model(argv[1]);
  Model& model = analysis->model;
  const Ownership owner = partition(model, MPI_COMM_WORLD);
  Motion motion(model, owner, rank, ranks);
  if (rank == 0)
    fmt::print("{} nodes, {} elements, {} ranks\n", model.node_count() - 1, model.elements().size(), ranks);
  for (const auto& [name, format] : {std::pair{"text", NetcdfFormat::classic},
                                     {"classic", NetcdfFormat::classic},
                                     {"arrays", NetcdfFormat::arrays}}) {
    OutputOptions options = analysis->output;
    options.prefix = std::string(argv[2]) + "_" + name;
    options.text = std::string(name) == "text";
    options.netcdf = !*options.text;
    options.netcdf_format = format;
    options.meter = nullptr;
    double begin = MPI_Wtime();
    ResultWriter writer(model, options, owner, MPI_COMM_WORLD);
    writer.begin();
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime() - begin;
    double most = 0, sum = 0;
    for (int step = 0; step < instants; ++step) {
      motion.set(step);
      MPI_Barrier(MPI_COMM_WORLD);
      begin = MPI_Wtime();
      writer.write({step, motion.state.time, 1e-3, 2, 0, 0, false}, motion.state, motion.momenta(), motion.momenta());
      MPI_Barrier(MPI_COMM_WORLD);
      const double spent = MPI_Wtime() - begin;
      sum += spent;
      most = std::max(most, spent);
    }
    begin = MPI_Wtime();
    writer.finish();
    MPI_Barrier(MPI_COMM_WORLD);
    const double end = MPI_Wtime() - begin;
    if (rank != 0) continue;
    std::uintmax_t bytes = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(options.prefix).parent_path())) {
      const std::string path = file.path().string();
      if (path.starts_with(options.prefix + ".") && !path.ends_with(".log")) bytes += file.file_size();
    }
    fmt::print("{:8} begin {:.2f} s, an instant {:.4f} s (most {:.4f} s), end {:.2f} s, {:.2f} MB\n", name, start,
               sum / instants, most, end, 1e-6 * static_cast<double>(bytes));
  }
  return 0;
}

}  // namespace
}  // namespace flexura

int main(int argc, char* argv[]) { return flexura::run_with_petsc(flexura::run, argc, argv); }
