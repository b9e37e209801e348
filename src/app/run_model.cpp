#include "app/run_model.h"

#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "app/checkpointer.h"
#include "app/exit_agreement.h"
#include "app/machine_store.h"
#include "app/progress.h"
#include "app/reading_exchange.h"
#include "app/result_prefix.h"
#include "app/run_observer.h"
#include "app/stream_exchange.h"
#include "assembly/assembler.h"
#include "assembly/ranks.h"
#include "input/blocks/analysis.h"
#include "input/run_storage.h"
#include "output/result_writer.h"
#include "solvers/problems/initial_value.h"

namespace flexura {

namespace {

bool is_root(MPI_Comm communicator) { return rank_in(communicator) == 0; }

void print_warnings(const Analysis& analysis) {
  for (const Warning& warning : check_model(analysis)) fmt::print(stderr, "{}\n", warning.str());
}

std::string model_summary(const Analysis& analysis) {
  const Model& model = analysis.model;
  int unknowns = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i) unknowns += model.properties(i).unknown_count();
  for (const ElementReference& e : model.elements()) unknowns += model.batch(e.batch).unknown_count(e.number);
  return fmt::format("{}: {} nodes, {} elements, {} unknowns", analysis.path, model.node_count() - 1,
                     model.elements().size(), unknowns);
}

ExitCode check(Analysis& analysis, const CommandLine& line, MPI_Comm communicator) {
  Progress progress(Progress::Style::silent, 0, 0);
  const Numbering numbering(analysis.model, partition(analysis.model, communicator), communicator);
  numbering.forget_others(analysis.model);
  analysis.source.reset();
  InitialValueProblem problem(analysis.model, numbering, analysis.problem, analysis.assembly, communicator);
  RunObserver observer(nullptr, progress, communicator, is_root(communicator) && line.quiet == 0);
  problem.prepare(observer);
  if (is_root(communicator) && line.quiet == 0) {
    for (const std::string& note : analysis.notes) fmt::print("note: {}\n", note);
    fmt::print("{}; the initial assembly succeeded\n", model_summary(analysis));
  }
  return ExitCode::success;
}

/// `--vtk` or `output results: vtk`; null when nobody wants it.
std::unique_ptr<VtkResults> start_vtk(const Analysis& analysis, const CommandLine& line, const Ownership& ownership,
                                      const Snapshot* from, MPI_Comm communicator) {
  const int every = line.vtk > 0 ? line.vtk : analysis.output.vtk_every;
  if (every == 0) return nullptr;
  auto vtk = std::make_unique<VtkResults>(analysis.model, ownership, analysis.output.prefix, every, communicator);
  if (from && from->continues && from->has("vtk")) {
    Archive saved = from->restore("vtk");
    vtk->begin(&saved);
  } else {
    vtk->begin(nullptr);
  }
  return vtk;
}

/// What `.out` says before the first step.
void tell_beginnings(const Analysis& analysis, const Ownership& ownership, ResultWriter& writer,
                     MPI_Comm communicator) {
  const int ranks = ranks_in(communicator);
  for (const std::string& note : analysis.notes) writer.comment(note);
  const std::string division = describe_division(analysis.model, ownership, ranks);
  if (!division.empty()) writer.comment(division);
}

/// The checkpoint that `--restart`, or else `load restart file`, names.
Snapshot go_on(const Analysis& analysis, const CommandLine& line, const RestartFiles& files, MPI_Comm communicator) {
  const auto load = [&](const std::string& path) {
    return load_checkpoint(path, line.repartition, analysis.output.prefix, analysis.fingerprint, communicator);
  };
  if (!line.restart.empty()) return load(find_checkpoint(line.restart));
  try {
    return load(files.load);
  } catch (const Error& error) {
    throw Error(
        error.exit_code(),
        fmt::format("{}\n  note: `load restart file` reads what this program writes for `make restart file: ..., "
                    "format, binary` or --checkpoint; restart files of others are images of their memory",
                    error.what()));
  }
}

ExitCode run(Analysis& analysis, const CommandLine& line, MPI_Comm communicator) {
  const bool talks = is_root(communicator) && line.quiet == 0;
  std::optional<Snapshot> from;
  const RestartFiles files = *run_storage<RestartFiles>(analysis.symbols);
  if (!line.restart.empty() || !files.load.empty()) from = go_on(analysis, line, files, communicator);
  const Snapshot* const start = from ? &*from : nullptr;
  const Numbering numbering(
      analysis.model,
      partition(analysis.model, communicator, start ? saved_costs(*start, line.repartition) : ElementCosts()),
      communicator);
  const Ownership& ownership = numbering.owner();
  ResultWriter writer(analysis.model, analysis.output, ownership, communicator);
  writer.add(run_storage<RequestedWriters>(analysis.symbols)->makers);
  writer.begin(start);
  if (!start || !start->continues) tell_beginnings(analysis, ownership, writer, communicator);
  Progress progress(talks ? Progress::style_for(stderr) : Progress::Style::silent, analysis.problem.initial_time,
                    analysis.problem.final_time);
  Checkpointer checkpointer(line, files, analysis.output.prefix, analysis.fingerprint, communicator);
  RunObserver observer(&writer, progress, communicator, talks);
  const std::unique_ptr<VtkResults> vtk = start_vtk(analysis, line, ownership, start, communicator);
  std::unique_ptr<LivePictures> live;
  if (line.catalyst > 0)
    live = std::make_unique<LivePictures>(analysis.model, ownership, line.catalyst, line.catalyst_script, line.live,
                                          analysis.output.prefix + ".frames", communicator);
  observer.add(checkpointer, vtk.get(), live.get());
  StreamExchange streams(run_storage<Streams>(analysis.symbols), analysis.model, ownership, communicator,
                         [&](const std::string& text) { observer.message(text); });
  // All that looks at the whole model has been made; matrix and factors take the place of others' elements.
  numbering.forget_others(analysis.model);
  analysis.source.reset();
  AnalysisReport report;
  try {
    std::optional<InitialValueProblem> problem;
    const auto integrate = [&] {
      problem.emplace(analysis.model, numbering, analysis.problem, analysis.assembly, communicator);
      observer.add(streams, start ? &problem->state() : nullptr);
      streams.connect();
      report = problem->run(observer, start);
    };
    ExitAgreement(communicator).keep_together(integrate, [&](const std::string& text) {
      constexpr std::string_view prefix = "error: ";
      writer.close_alone(text.substr(text.starts_with(prefix) ? prefix.size() : 0));
    });
    if (report.stopped) writer.comment(fmt::format("stopped by a signal at time {:.15g}", report.final_time));
  } catch (const Error& e) {
    writer.close_after_failure(e.what());
    throw;
  } catch (const std::bad_alloc&) {
    writer.close_after_failure("out of memory");
    throw;
  }
  if (live) observer.message(live->summary());
  writer.finish();
  progress.clear();
  if (talks)
    fmt::print(stderr, "{}, {} factorisations by {}\n", progress.summary(), report.factorisations,
               report.linear_solver);
  if (observer.signal() == SIGINT) return ExitCode::interrupted;
  if (observer.signal() == SIGTERM) return ExitCode::terminated;
  return ExitCode::success;
}

}  // namespace

ExitCode run_model(const std::string& path, const CommandLine& line, MPI_Comm communicator) {
  ReadOptions options;
  options.gives_up_elements = ranks_in(communicator) > 1;
  options.wants_log = is_root(communicator);
  ReadingExchange exchange(communicator);
  options.exchange = &exchange;
  const MachineStore store(communicator);
  const std::unique_ptr<Analysis> analysis = read_model(path, options);
  if (is_root(communicator) && line.quiet < 2) print_warnings(*analysis);
  if (line.increments) analysis->problem.rotations = RotationFormula::increment;
  if (line.check) return check(*analysis, line, communicator);
  analysis->output.prefix = result_prefix(path, line.prefix, line.models.size() > 1);
  return run(*analysis, line, communicator);
}

}  // namespace flexura
