#include "app/program.h"

#include <cstdio>
#include <string_view>

#include "app/command_line.h"
#include "app/exit_agreement.h"
#include "app/reduce_command.h"
#include "app/run_model.h"
#include "app/session.h"
#include "app/stop_signals.h"
#include "app/type_commands.h"
#include "app/versions.h"
#include "output/checkpoint_file.h"
#include "support/error.h"

namespace flexura {

namespace {

int run_models(const CommandLine& line, const char* program) {
  stop_signals::install();
  Session session(program, line.petsc_arguments);
  ExitAgreement agreement(session.communicator());
  for (const std::string& model : line.models) {
    const ExitCode code = agreement.run([&] { return run_model(model, line, session.communicator()); });
    if (hdf5_is_unfinished()) Session::leave_at_once(static_cast<int>(code));
    if (code != ExitCode::success) return static_cast<int>(code);
  }
  if (line.quiet < 2) session.warn_of_unused_options();
  return static_cast<int>(ExitCode::success);
}

}  // namespace

int run_program(int argc, char* argv[]) {
  if (argc > 1 && std::string_view(argv[1]) == "reduce") return run_reduce(argc, argv);
  const CommandLine line = parse_command_line(argc, argv);
  switch (line.action) {
    case CommandLine::Action::usage_error:
      std::fprintf(stderr, "%s\n", line.text.c_str());
      return static_cast<int>(ExitCode::usage);
    case CommandLine::Action::help:
      std::fputs(line.text.c_str(), stdout);
      return 0;
    case CommandLine::Action::version:
      std::fputs(version_text().c_str(), stdout);
      return 0;
    case CommandLine::Action::list:
    case CommandLine::Action::describe:
    case CommandLine::Action::element_check:
      return show_types(line);
    case CommandLine::Action::run:
      break;
  }
  try {
    return run_models(line, argv[0]);
  } catch (const Error& e) {  // before or after the runs: they report themselves
    std::fprintf(stderr, "error: %s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}

}  // namespace flexura
