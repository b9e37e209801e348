// Collects the errors and warnings of a model file, so that one run reports all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/error.h"

namespace flexura {

/// The message of an error without the place in front of it.
std::string message_of(const InputError& error);

/// All errors of a model in one; reading does not go on after it.
class CollectedErrors : public InputError {
 public:
  using InputError::InputError;
};

class Diagnostics {
 public:
  static constexpr std::size_t most_errors = 50;

  /// Keeps an error; raises all of them at once when there are too many.
  void add(const InputError& error);
  /// Passes a complete warning text ("file:line:col: warning: ...") on; written to the log unless a sink is set.
  void warn(const SourceLocation& where, const std::string& message);
  [[nodiscard]] bool empty() const { return errors_.empty(); }
  [[nodiscard]] const std::vector<InputError>& errors() const { return errors_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  /// Throws CollectedErrors with the messages of all errors; does nothing when there are none.
  void raise() const;

  std::function<void(const std::string&)> warning_sink;

 private:
  std::vector<InputError> errors_;
  std::vector<std::string> warnings_;
};

}  // namespace flexura
