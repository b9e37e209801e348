// What the user typed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flexura {

struct CommandLine {
  enum class Action { run, help, version, list, element_check, describe, usage_error };
  Action action = Action::run;
  std::string text;                 ///< help, or what is wrong with the command line
  std::vector<std::string> models;  ///< at least one when there is something to run
  std::string prefix;               ///< `-o`; empty: from the model's name
  int quiet = 0;                    ///< number of `-s`: 1 no progress, 2 no warnings either
  /// `--checkpoint`: every so many steps, or seconds; zero: not asked for.
  std::int64_t checkpoint_steps = 0;
  double checkpoint_seconds = 0;
  [[nodiscard]] bool checkpoints() const { return checkpoint_steps > 0 || checkpoint_seconds > 0; }
  int vtk = 0;       ///< `--vtk`: steps from one picture to the next; 0: what the model file says
  int catalyst = 0;  ///< `--catalyst`: steps from one call of ParaView Catalyst to the next; 0: none
  std::string catalyst_script;
  std::string live;          ///< `--live`: HOST:PORT of a ParaView client
  std::string restart;       ///< `--restart`: prefix or file of a checkpoint; empty: from the beginning
  bool repartition = false;  ///< `--repartition`: divide the model anew, by what its elements have cost
  bool increments = false;   ///< `--increments`: as by the card `method form: increments`
  bool check = false;        ///< stop after the initial assembly
  std::vector<std::string> petsc_arguments;
  std::vector<std::string> names;    ///< types to check or to describe; none: all
  std::vector<std::string> modules;  ///< to load before types are listed, described or checked
};

/// Never throws: a wrong command line has action usage_error and the reason in `text`.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace flexura
