#include "input/blocks/streams/stream_echo.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "support/error.h"

namespace flexura {

void StreamEcho::open(const std::string& header) {
  if (!settings_) return;
  file_.open(settings_->path);
  if (!file_) throw Error(ExitCode::output_failed, fmt::format("cannot write the echo `{}`", settings_->path));
  file_ << header;
}

void StreamEcho::write(const std::vector<double>& values, std::optional<double> time) {
  if (!settings_) return;
  const char* gap = "";
  const auto number = [&](double value) {
    fmt::print(file_, "{}{:.{}e}", gap, value, settings_->precision);
    gap = " ";
  };
  if (time) number(*time + settings_->shift);
  for (const double value : values) number(value);
  fmt::print(file_, "\n");
  file_.flush();
}

}  // namespace flexura
