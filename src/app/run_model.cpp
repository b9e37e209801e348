#include "app/run_model.h"

#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <new>

#include "app/progress.h"
#include "app/result_prefix.h"
#include "app/run_observer.h"
#include "input/blocks/analysis.h"
#include "output/result_writer.h"
#include "solvers/problems/initial_value.h"

namespace flexura {

namespace {

bool is_root(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank == 0;
}

void print_warnings(const Analysis& analysis) {
  for (const Warning& warning : check_model(analysis)) fmt::print(stderr, "{}\n", warning.str());
}

std::string model_summary(const Analysis& analysis) {
  const Model& model = analysis.model;
  int unknowns = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i) unknowns += model.node(i).unknown_count();
  for (const ElementReference& e : model.elements()) unknowns += model.batch(e.batch).unknown_count(e.number);
  return fmt::format("{}: {} nodes, {} elements, {} unknowns", analysis.path, model.node_count() - 1,
                     model.elements().size(), unknowns);
}

ExitCode check(Analysis& analysis, const CommandLine& line, MPI_Comm communicator) {
  Progress progress(Progress::Style::silent, 0, 0);
  InitialValueProblem problem(analysis.model, analysis.problem, analysis.assembly, communicator);
  RunObserver observer(nullptr, progress, communicator, is_root(communicator) && line.quiet == 0);
  problem.prepare(observer);
  if (is_root(communicator) && line.quiet == 0) {
    for (const std::string& note : analysis.notes) fmt::print("note: {}\n", note);
    fmt::print("{}; the initial assembly succeeded\n", model_summary(analysis));
  }
  return ExitCode::success;
}

ExitCode run(Analysis& analysis, const CommandLine& line, MPI_Comm communicator) {
  const bool talks = is_root(communicator) && line.quiet == 0;
  InitialValueProblem problem(analysis.model, analysis.problem, analysis.assembly, communicator);
  ResultWriter writer(analysis.model, analysis.output, problem.ownership(), communicator);
  writer.begin();
  for (const std::string& note : analysis.notes) writer.comment(note);
  Progress progress(talks ? Progress::style_for(stderr) : Progress::Style::silent, analysis.problem.initial_time,
                    analysis.problem.final_time);
  RunObserver observer(&writer, progress, communicator, talks);
  try {
    const AnalysisReport report = problem.run(observer);
    if (report.stopped) writer.comment(fmt::format("stopped by a signal at time {:.15g}", report.final_time));
  } catch (const Error& e) {
    writer.close_after_failure(e.what());
    throw;
  } catch (const std::bad_alloc&) {
    writer.close_after_failure("out of memory");
    throw;
  }
  writer.finish();
  progress.clear();
  if (talks) fmt::print(stderr, "{}\n", progress.summary());
  if (observer.signal() == SIGINT) return ExitCode::interrupted;
  if (observer.signal() == SIGTERM) return ExitCode::terminated;
  return ExitCode::success;
}

}  // namespace

ExitCode run_model(const std::string& path, const CommandLine& line, MPI_Comm communicator) {
  const std::unique_ptr<Analysis> analysis = read_model(path);
  if (is_root(communicator) && line.quiet < 2) print_warnings(*analysis);
  if (line.check) return check(*analysis, line, communicator);
  analysis->output.prefix = result_prefix(path, line.prefix, line.models.size() > 1);
  return run(*analysis, line, communicator);
}

}  // namespace flexura
