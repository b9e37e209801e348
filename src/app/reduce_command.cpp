#include "app/reduce_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "app/option_checks.h"
#include "app/progress.h"
#include "app/run_observer.h"
#include "app/session.h"
#include "assembly/ranks.h"
#include "input/blocks/analysis.h"
#include "input/matrix_market.h"
#include "solvers/problems/initial_value.h"
#include "solvers/problems/reduction.h"

namespace flexura {

namespace {

struct ReduceArguments {
  std::string model, stiffness, mass, nodes, output;
  ReductionSettings settings;
  bool binary = false, quiet = false;
  std::vector<std::string> petsc;
};

LinearStructure structure_of_model(const ReduceArguments& arguments, MPI_Comm communicator) {
  const std::unique_ptr<Analysis> analysis = read_model(arguments.model);
  if (!arguments.quiet)
    for (const Warning& warning : check_model(*analysis)) fmt::print(stderr, "{}\n", warning.str());
  analysis->problem.eigenanalyses.clear();
  InitialValueProblem problem(analysis->model, analysis->problem, analysis->assembly, communicator);
  Progress progress(Progress::Style::silent, 0, 0);
  RunObserver observer(nullptr, progress, communicator, !arguments.quiet);
  problem.prepare(observer);
  const Linearisation linear = problem.linearise_present();
  LinearStructure structure;
  structure.mass = gathered(linear.mass, communicator);
  structure.stiffness = gathered(linear.stiffness, communicator);
  const Model& model = analysis->model;
  std::vector<Vec3> positions;
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const NodeProperties& node = model.properties(i);
    if (!node.structural() || !node.has_unknowns()) continue;
    structure.labels.push_back(std::to_string(model.label(i)));
    positions.push_back(problem.state().nodes[i].x);
    std::array<int, 6> unknowns{};
    for (int k = 0; k < 6; ++k) unknowns[k] = k < node.unknown_count() ? problem.numbering().node(i) + k : -1;
    structure.unknowns.push_back(unknowns);
  }
  structure.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i)
    structure.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
  return structure;
}

LinearStructure structure_of_matrices(const ReduceArguments& arguments) {
  LinearStructure structure;
  structure.stiffness = read_matrix_market(arguments.stiffness);
  structure.mass = read_matrix_market(arguments.mass);
  NodePositions table = read_node_positions(arguments.nodes);
  structure.labels = std::move(table.labels);
  structure.positions = std::move(table.positions);
  const auto nodes = static_cast<Eigen::Index>(structure.labels.size());
  const Eigen::Index size = structure.stiffness.rows();
  for (const auto* matrix : {&structure.stiffness, &structure.mass})
    if (matrix->rows() != size || matrix->cols() != size)
      throw Error(ExitCode::input_error, "reduce: the matrices must be square and of one size");
  if (size != 6 * nodes && size != 3 * nodes)
    throw Error(ExitCode::input_error, fmt::format("reduce: {} nodes have {} or {} unknowns, the matrices have {}",
                                                   nodes, 3 * nodes, 6 * nodes, size));
  const auto each = static_cast<int>(size / nodes);
  for (int node = 0; node < nodes; ++node) {
    std::array<int, 6> unknowns{};
    for (int k = 0; k < 6; ++k) unknowns[k] = k < each ? each * node + k : -1;
    structure.unknowns.push_back(unknowns);
  }
  return structure;
}

void report(const FemModel& fem, const std::string& path) {
  fmt::print("{} modes, {} nodes, mass {:.6g}; written to {}\n  Mode          Freq Hz\n", fem.mode_count(),
             fem.node_count(), fem.inertia->mass, path);
  for (int j = 0; j < fem.mode_count(); ++j) {
    const double square = fem.stiffness(j, j);
    fmt::print("{:6d} {:16.9g}\n", j + 1, square > 0 ? std::sqrt(square) / (2 * M_PI) : 0.0);
  }
}

void reduce(const ReduceArguments& arguments, MPI_Comm communicator) {
  const int ranks = ranks_in(communicator);
  if (ranks > 1) throw Error(ExitCode::usage, "reduce runs on one rank");
  const LinearStructure structure =
      arguments.model.empty() ? structure_of_matrices(arguments) : structure_of_model(arguments, communicator);
  const FemModel fem = reduce_structure(structure, arguments.settings, [&](const std::string& remark) {
    if (!arguments.quiet) fmt::print(stderr, "{}\n", remark);
  });
  write_fem_text(fem, arguments.output);
  if (arguments.binary) write_fem_cache(fem, fem_cache_path(arguments.output));
  if (!arguments.quiet) report(fem, arguments.output);
}

}  // namespace

int run_reduce(int argc, const char* const* argv) {
  ReduceArguments arguments;
  int own = 1;
  while (own < argc && std::string_view(argv[own]) != "--") ++own;
  if (own < argc) arguments.petsc.assign(argv + own + 1, argv + argc);
  CLI::App app("Reduces a model, or a stiffness and a mass matrix, to a flexible body for modal joints.",
               "flexura reduce");
  app.set_help_flag("-h,--help", "print this text");
  app.add_option("MODEL", arguments.model, "model file; its state after the initial assembly is what is reduced");
  app.add_option("--stiffness", arguments.stiffness, "stiffness matrix, Matrix Market")->type_name("FILE");
  app.add_option("--mass", arguments.mass, "mass matrix, Matrix Market")->type_name("FILE");
  app.add_option("--nodes", arguments.nodes, "lines `label x y z`, six (or three) unknowns each in this order")
      ->type_name("FILE");
  app.add_option("--interface", arguments.settings.interfaces,
                 "labels of interface nodes; the first carries the axes of the body")
      ->type_name("LABEL");
  app.add_option("--modes", arguments.settings.modes, "how many normal modes")
      ->type_name("N")
      ->required()
      ->check(at_least(0));
  app.add_flag("--free", arguments.settings.free, "modes of the free body and inertia relief, not Craig-Bampton");
  app.add_option("-o", arguments.output, "file to write; MODEL.fem when it is not given")->type_name("FILE");
  app.add_flag("--binary", arguments.binary, "write the binary file beside it, too");
  app.add_flag("-s", arguments.quiet, "silent");
  try {
    app.parse(own - 1, argv + 1);  // `reduce` stands for the name of the program
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return 0;
  } catch (const CLI::ParseError& e) {
    std::fprintf(stderr, "error: %s\nsee flexura reduce --help\n", e.what());
    return static_cast<int>(ExitCode::usage);
  }
  const bool matrices = !arguments.stiffness.empty() && !arguments.mass.empty() && !arguments.nodes.empty();
  const bool some = !arguments.stiffness.empty() || !arguments.mass.empty() || !arguments.nodes.empty();
  if (arguments.model.empty() ? !matrices : some) {
    std::fputs("error: give a model, or all of --stiffness, --mass and --nodes\nsee flexura reduce --help\n", stderr);
    return static_cast<int>(ExitCode::usage);
  }
  if (arguments.output.empty()) {
    const std::filesystem::path from(arguments.model.empty() ? arguments.stiffness : arguments.model);
    arguments.output = (from.parent_path() / from.stem()).string() + ".fem";
  }
  try {
    Session session(argv[0], arguments.petsc);
    reduce(arguments, session.communicator());
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
  return 0;
}

}  // namespace flexura
