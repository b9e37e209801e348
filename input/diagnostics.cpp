#include "input/diagnostics.h"

#include <spdlog/spdlog.h>

namespace flexura {

std::string message_of(const InputError& error) {
  const std::string text = error.what();
  const std::string prefix = error.where().line ? error.where().str() + ": error: " : "error: ";
  return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
}

void Diagnostics::add(const InputError& error) {
  for (const InputError& old : errors_) {
    if (std::string_view(old.what()) == error.what()) return;  // the same text read again by a second include
  }
  errors_.push_back(error);
  if (errors_.size() >= most_errors) raise();
}

void Diagnostics::warn(const SourceLocation& where, const std::string& message) {
  warnings_.push_back((where.line ? where.str() + ": " : "") + "warning: " + message);
  if (warning_sink) {
    warning_sink(warnings_.back());
  } else {
    spdlog::warn("{}", warnings_.back());
  }
}

void Diagnostics::raise() const {
  if (errors_.empty()) return;
  std::string text = message_of(errors_.front());  // the constructor puts the place in front again
  for (std::size_t i = 1; i < errors_.size(); ++i) text += std::string("\n") + errors_[i].what();
  if (errors_.size() > 1) text += "\n" + std::to_string(errors_.size()) + " errors";
  if (errors_.size() >= most_errors) text += "; the rest is not shown";
  throw CollectedErrors(errors_.front().where(), text);
}

}  // namespace flexura
