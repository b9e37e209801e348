// Errors that carry where they come from and the exit code the program ends with.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace flexura {

/// A place in a model file. `file` points to a name that lives as long as the process (see intern_file_name).
struct SourceLocation {
  const char* file = "";
  int line = 0;                           ///< from 1; 0 means "nowhere"
  int column = 0;                         ///< from 1, in bytes
  [[nodiscard]] std::string str() const;  ///< "file:line:column"
};

/// Keeps a file name for the life of the process, so that locations can point to it.
const char* intern_file_name(const std::string& name);

/// Exit codes of the program, documented in docs/command-line.md.
enum class ExitCode : int {
  success = 0,
  internal_error = 1,
  input_error = 2,
  assembly_failed = 3,  ///< initial assembly or initial accelerations
  not_converged = 4,    ///< a step did not converge
  singular_matrix = 5,  ///< the factorisation found no pivot
  output_failed = 6,    ///< a result file cannot be written
  usage = 7,            ///< command line
  not_a_number = 8,     ///< NaN or infinity in the residual or a drive
  out_of_memory = 9,
  interrupted = 130,  ///< SIGINT: last step finished, outputs flushed
  terminated = 143    ///< SIGTERM, likewise
};

/// Base of all errors the program reports; `what()` is the full message for the user.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode exit_code() const { return code_; }

 private:
  ExitCode code_;
};

/// Something is wrong in the model file: message with file:line:column, the line with a caret and what was expected.
class InputError : public Error {
 public:
  InputError(const SourceLocation& where, const std::string& message)
      : Error(ExitCode::input_error, where.line ? where.str() + ": error: " + message : "error: " + message),
        where_(where) {}
  [[nodiscard]] const SourceLocation& where() const { return where_; }

 private:
  SourceLocation where_;
};

/// Thrown out of the reader of a card that is only tried, before it does what another reading of it would do again.
/// No error: nobody but who tries the card handles it.
struct CardLeavesTrace final : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "a card that leaves a trace"; }
};

/// The candidates most like `word` (edit distance at most a third of its length), best first, at most `most`.
std::vector<std::string> nearest_names(const std::string& word, const std::vector<std::string>& candidates,
                                       std::size_t most = 3);

/// ", did you mean `a` or `b`?" for messages; empty when nothing is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace flexura
