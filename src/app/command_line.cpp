#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <string_view>

namespace flexura {

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  // What follows "--" is PETSc's.
  int own = 1;
  while (own < argc && std::string_view(argv[own]) != "--") ++own;
  if (own < argc) line.petsc_arguments.assign(argv + own + 1, argv + argc);

  CLI::App app("Flexura: flexible multibody dynamics.\nRuns model files written in the MBDyn input language.",
               "flexura");
  app.set_help_flag("-h,--help", "print this text");
  app.footer(
      "Everything after -- goes to PETSc, e.g.  flexura MODEL -- -log_view\n"
      "Exit codes: 0 done, 2 model file, 3 initial assembly, 4 no convergence, 5 singular matrix, 6 output, 7 usage,\n"
      "8 not a number, 9 out of memory, 130 interrupted, 143 terminated, 1 internal error.");
  std::vector<std::string> named, positional;
  bool version = false, list = false;
  app.add_option("MODEL", positional, "model files, run one after the other");
  app.add_option("-f", named, "model file, likewise")->type_name("MODEL")->allow_extra_args(false);
  app.add_option("-o", line.prefix, "results go to PREFIX.mov, PREFIX.out, ...; FOLDER/ keeps the model's name")
      ->type_name("PREFIX");
  app.add_flag("-s", line.quiet, "silent: no progress; twice: no warnings");
  app.add_flag("--check", line.check, "read, build, do the initial assembly, and stop");
  app.add_flag("--list", list, "print the keywords this build knows");
  app.add_flag("-v,--version", version, "print the versions of the program and its libraries");
  try {
    app.parse(own, argv);
  } catch (const CLI::CallForHelp&) {
    line.action = CommandLine::Action::help;
    line.text = app.help();
    return line;
  } catch (const CLI::ParseError& e) {
    line.action = CommandLine::Action::usage_error;
    line.text = "error: " + std::string(e.what()) + "\nsee flexura --help";
    return line;
  }
  line.models = std::move(named);
  line.models.insert(line.models.end(), positional.begin(), positional.end());
  if (version) {
    line.action = CommandLine::Action::version;
  } else if (list) {
    line.action = CommandLine::Action::list;
  } else if (line.models.empty()) {
    line.action = CommandLine::Action::usage_error;
    line.text =
        "error: no model file given\nusage: flexura MODEL [-o PREFIX] [-s] [--check] [-- PETSc options]\n"
        "see flexura --help";
  }
  return line;
}

}  // namespace flexura
