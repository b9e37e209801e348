#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "app/option_checks.h"

namespace flexura {

namespace {

/// "100" steps or "60s"; what is wrong with it, if anything is.
std::string read_interval(const std::string& text, std::int64_t& steps, double& seconds) {
  if (text.empty()) return {};
  const char* const end = text.data() + text.size();
  if (text.back() == 's') {
    const auto [at, error] = std::from_chars(text.data(), end - 1, seconds);
    if (error == std::errc() && at == end - 1 && seconds > 0 && std::isfinite(seconds)) return {};
  } else {
    const auto [at, error] = std::from_chars(text.data(), end, steps);
    if (error == std::errc() && at == end && steps > 0) return {};
  }
  steps = 0;
  seconds = 0;
  return "--checkpoint " + text + ": a positive number of steps (100) or of seconds (60s) is expected";
}

/// A file that can be loaded, by its name.
bool is_module(const std::string& word) { return word.size() > 3 && word.compare(word.size() - 3, 3, ".so") == 0; }

/// `flexura element-check {NAME | --all} [MODULE.so]`.
CommandLine parse_element_check(int argc, const char* const* argv) {
  CommandLine line;
  line.action = CommandLine::Action::element_check;
  bool all = false;
  for (int k = 2; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--all") {
      all = true;
    } else if (is_module(word)) {
      line.modules.push_back(word);
    } else if (!word.empty() && word[0] != '-') {
      line.names.push_back(word);
    } else {
      line.action = CommandLine::Action::usage_error;
      line.text = "error: element-check: unknown option " + word;
      return line;
    }
  }
  if (all != line.names.empty()) {
    line.action = CommandLine::Action::usage_error;
    line.text =
        "error: element-check needs names of types, or --all\nusage: flexura element-check {NAME... | --all} "
        "[MODULE.so...]";
  }
  return line;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  if (argc > 1 && std::string_view(argv[1]) == "element-check") return parse_element_check(argc, argv);
  CommandLine line;
  // What follows "--" is PETSc's.
  int own = 1;
  while (own < argc && std::string_view(argv[own]) != "--") ++own;
  if (own < argc) line.petsc_arguments.assign(argv + own + 1, argv + argc);

  CLI::App app("Flexura: flexible multibody dynamics.\nRuns model files written in the MBDyn input language.",
               "flexura");
  app.set_help_flag("-h,--help", "print this text");
  app.footer(
      "flexura element-check {NAME... | --all} [MODULE.so...] checks element types, also those of a module.\n"
      "Everything after -- goes to PETSc, e.g.  flexura MODEL -- -log_view\n"
      "Exit codes: 0 done, 2 model file, 3 initial assembly, 4 no convergence, 5 singular matrix, 6 output, 7 usage,\n"
      "8 not a number, 9 out of memory, 130 interrupted, 143 terminated, 1 internal error.");
  std::vector<std::string> named, positional;
  bool show_version = false, list = false;
  app.add_option("MODEL", positional, "model files, run one after the other");
  app.add_option("-f", named, "model file, likewise")->type_name("MODEL")->allow_extra_args(false);
  app.add_option("-o", line.prefix, "results go to PREFIX.mov, PREFIX.out, ...; FOLDER/ keeps the model's name")
      ->type_name("PREFIX");
  std::string checkpoint;
  app.add_option("--checkpoint", checkpoint,
                 "write PREFIX.chk every N steps, or every N seconds (60s), and at the end of the run")
      ->type_name("N[s]");
  app.add_option("--restart", line.restart, "go on from PREFIX.chk, or from a checkpoint file")->type_name("PREFIX");
  app.add_flag("--repartition", line.repartition,
               "with --restart: divide the model among the ranks anew, by the time its elements have taken")
      ->needs("--restart");
  app.add_option("--vtk", line.vtk, "write PREFIX.pvd for ParaView, every N steps")->type_name("N")->check(at_least(1));
  app.add_option("--catalyst", line.catalyst,
                 "show the model to ParaView Catalyst every N steps: pictures in PREFIX.frames")
      ->type_name("N")
      ->check(at_least(1));
  app.add_option("--catalyst-script", line.catalyst_script, "pipeline script of ParaView to run instead")
      ->type_name("FILE")
      ->needs("--catalyst");
  app.add_option("--live", line.live, "let a ParaView client at HOST:PORT watch (default localhost:22222)")
      ->type_name("HOST:PORT")
      ->expected(0, 1)
      ->default_str("localhost:22222")
      ->needs("--catalyst");
  app.add_flag("-s", line.quiet, "silent: no progress; twice: no warnings");
  app.add_flag("--increments", line.increments,
               "make the steps of another program: rotations by increments about the prediction (card `method form`)");
  app.add_flag("--check", line.check, "read, build, do the initial assembly, and stop");
  app.add_flag("--list", list, "print the keywords this build knows");
  app.add_option("--describe", line.names, "print what a keyword means, with its parameters or an example")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--module", line.modules, "load this module before --list or --describe")
      ->type_name("MODULE.so")
      ->allow_extra_args(false);
  app.add_flag("-v,--version", show_version, "print the versions of the program and its libraries");
  try {
    app.parse(own, argv);
  } catch (const CLI::CallForHelp&) {
    line.action = CommandLine::Action::help;
    line.text = app.help();
    return line;
  } catch (const CLI::ParseError& e) {
    line.action = CommandLine::Action::usage_error;
    line.text = "error: " + std::string(e.what()) + "\nsee flexura --help";
    const auto looks_like_petsc = [](std::string_view argument) {
      return argument.size() > 1 && argument[0] == '-' && argument[1] != '-' &&
             argument.find('_') != std::string_view::npos;
    };
    const auto end = argv + own;
    if (const auto at = std::find_if(argv, end, looks_like_petsc); at != end)
      line.text += "; options of PETSc come behind two dashes: flexura MODEL -- " + std::string(*at);
    return line;
  }
  line.models = std::move(named);
  line.models.insert(line.models.end(), positional.begin(), positional.end());
  std::string wrong = read_interval(checkpoint, line.checkpoint_steps, line.checkpoint_seconds);
  if (wrong.empty() && !line.restart.empty() && line.models.size() > 1)
    wrong = "--restart goes with one model, " + std::to_string(line.models.size()) + " are given";
  if (show_version) {
    line.action = CommandLine::Action::version;
  } else if (list) {
    line.action = CommandLine::Action::list;
  } else if (!line.names.empty()) {
    line.action = CommandLine::Action::describe;
  } else if (line.models.empty()) {
    line.action = CommandLine::Action::usage_error;
    line.text =
        "error: no model file given\nusage: flexura MODEL [-o PREFIX] [-s] [--check] [--checkpoint N[s]] [--restart "
        "PREFIX] [-- PETSc options]\n"
        "see flexura --help";
  } else if (!wrong.empty()) {
    line.action = CommandLine::Action::usage_error;
    line.text = "error: " + wrong + "\nsee flexura --help";
  }
  return line;
}

}  // namespace flexura
