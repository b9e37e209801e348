#include "app/run_model.h"

#include <fmt/format.h>

#include <csignal>
#include <memory>

#include "app/progress.h"
#include "app/result_prefix.h"
#include "app/run_observer.h"
#include "input/blocks/analysis.h"
#include "output/result_writer.h"
#include "solvers/problems/initial_value.h"

namespace flexura {

namespace {

void print_warnings(const Analysis& analysis) {
  for (const Warning& warning : check_model(analysis)) fmt::print(stderr, "{}\n", warning.str());
}

std::string model_summary(const Analysis& analysis) {
  const Model& model = analysis.model;
  int unknowns = 0;
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    if (model.node(i).has_unknowns()) unknowns += 6;
  for (const ElementReference& e : model.elements()) unknowns += model.batch(e.batch).unknown_count(e.number);
  return fmt::format("{}: {} nodes, {} elements, {} unknowns", analysis.path, model.node_count() - 1,
                     model.elements().size(), unknowns);
}

ExitCode check(Analysis& analysis, const CommandLine& line, const Session& session) {
  Progress progress(Progress::Style::silent, 0, 0);
  InitialValueProblem problem(analysis.model, analysis.problem, analysis.assembly, session.communicator());
  RunObserver observer(nullptr, progress, session.communicator(), session.root() && line.quiet == 0);
  problem.prepare(observer);
  if (session.root() && line.quiet == 0) {
    for (const std::string& note : analysis.notes) fmt::print("note: {}\n", note);
    fmt::print("{}; the initial assembly succeeded\n", model_summary(analysis));
  }
  return ExitCode::success;
}

ExitCode run(Analysis& analysis, const CommandLine& line, const Session& session) {
  const bool talks = session.root() && line.quiet == 0;
  InitialValueProblem problem(analysis.model, analysis.problem, analysis.assembly, session.communicator());
  ResultWriter writer(analysis.model, analysis.output, problem.ownership(), session.communicator());
  writer.begin();
  for (const std::string& note : analysis.notes) writer.comment(note);
  Progress progress(talks ? Progress::style_for(stderr) : Progress::Style::silent, analysis.problem.initial_time,
                    analysis.problem.final_time);
  RunObserver observer(&writer, progress, session.communicator(), talks);
  try {
    const AnalysisReport report = problem.run(observer);
    if (report.stopped) writer.comment(fmt::format("stopped by a signal at time {:.15g}", report.final_time));
  } catch (const Error& e) {
    writer.close_after_failure(e.what());
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

ExitCode run_model(const std::string& path, const CommandLine& line, const Session& session) {
  const std::unique_ptr<Analysis> analysis = read_model(path);
  if (session.root() && line.quiet < 2) print_warnings(*analysis);
  if (line.check) return check(*analysis, line, session);
  analysis->output.prefix = result_prefix(path, line.prefix, line.models.size() > 1);
  return run(*analysis, line, session);
}

}  // namespace flexura
