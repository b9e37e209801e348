// What the user typed.
#pragma once

#include <string>
#include <vector>

namespace flexura {

struct CommandLine {
  enum class Action { run, help, version, list, usage_error };
  Action action = Action::run;
  std::string text;                 ///< help, or what is wrong with the command line
  std::vector<std::string> models;  ///< at least one when there is something to run
  std::string prefix;               ///< `-o`; empty: from the model's name
  int quiet = 0;                    ///< number of `-s`: 1 no progress, 2 no warnings either
  bool check = false;               ///< stop after the initial assembly
  std::vector<std::string> petsc_arguments;
};

/// Never throws: a wrong command line has action usage_error and the reason in `text`.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace flexura
