// A model file read completely: the model and what is to be done with it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "input/reference_frame.h"
#include "input/symbol_table.h"
#include "model/model.h"
#include "output/options.h"
#include "solvers/problems/settings.h"
#include "support/error.h"

namespace flexura {

class RankExchange;

/// Something doubtful in a model that does not keep it from running.
struct Warning {
  SourceLocation where;
  std::string message;
  [[nodiscard]] std::string str() const { return (where.line ? where.str() + ": warning: " : "warning: ") + message; }
};

/// Everything a model file says. Drives and string expressions refer to `symbols`, so an analysis stays where it is
/// made.
struct Analysis {
  Analysis() = default;
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  std::string path;                                                        ///< of the model file, as given
  std::shared_ptr<SymbolTable> symbols = std::make_shared<SymbolTable>();  ///< variables, alive during the simulation
  Model model;                                                             ///< nodes, drives, elements, gravity, title
  InitialValueSettings problem;                                            ///< block `initial value`
  AssemblySettings assembly;                                               ///< initial assembly (control data)
  OutputOptions output;            ///< what is written, when and how (control data)
  ReferenceFrames frames;          ///< `reference` cards
  std::string fingerprint;         ///< tells this model from others (checkpoints)
  std::vector<std::string> notes;  ///< what was read but is not needed, and defaults taken; complete sentences
  std::vector<Warning> warnings;   ///< found while reading
  std::shared_ptr<void> source;  ///< makes elements again that were given up; not needed after Numbering::forget_others
};

/// How a model file is read.
struct ReadOptions {
  bool environment = true;               ///< evaluate MBDYNVARS and MBDYN_<type>_<name>
  bool allow_redefinition = false;       ///< a variable may be declared twice
  std::vector<std::string> definitions;  ///< more variables, as "real a = 1"
  /// This is one of several ranks: elements are given up and read again when they are needed (Model::give_up_elements).
  bool gives_up_elements = false;
  bool wants_log = true;  ///< this rank writes the log
  /// With gives_up_elements: these ranks read the same model together, the first of them writes the log. Reading is
  /// collective then, but a rank may fail alone.
  RankExchange* exchange = nullptr;
  std::size_t least_part = 4096;  ///< bytes of the text that are worth being read by one of them
};

/// Reads a whole model file. Throws InputError with the messages of all errors of the model.
std::unique_ptr<Analysis> read_model(const std::string& path, const ReadOptions& options = {});

/// The same for a text; `name` stands for the file in messages.
std::unique_ptr<Analysis> read_model_text(const std::string& text, const std::string& name,
                                          const ReadOptions& options = {});

/// What can be said about a model without solving it: unused reference frames and drives, inertia that no body can
/// have, dynamic nodes without mass. The warnings found while reading come first.
std::vector<Warning> check_model(const Analysis& analysis);

}  // namespace flexura
