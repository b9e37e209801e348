#include "output/step_log.h"

#include <charconv>
#include <cstring>

namespace flexura {

namespace {

constexpr std::size_t number_room = 32;

char* put(char* out, std::int64_t value) {
  *out++ = ' ';
  return std::to_chars(out, out + number_room, value).ptr;
}

char* put(char* out, double value, int digits) {
  *out++ = ' ';
  return std::to_chars(out, out + number_room, value, std::chars_format::general, digits).ptr;
}

}  // namespace

void StepLog::comment(std::string_view text) {
  while (true) {
    const std::size_t end = text.find('\n');
    file_.write("# ");
    file_.write(text.substr(0, end));
    file_.write("\n");
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void StepLog::header() {
  comment("Key for lines starting with \"Step\":");
  comment("Step Time TStep NIter ResErr SolErr SolConv Out");
}

void StepLog::step(const StepReport& report, bool results_written) {
  char* out = file_.reserve(16 + 8 * number_room);
  std::memcpy(out, "Step", 4);
  out = put(out + 4, report.step);
  // Times are sums of steps: 15 digits leave out the round-off of the sum.
  out = put(out, report.time, 15);
  out = put(out, report.time_step, 15);
  out = put(out, static_cast<std::int64_t>(report.iterations));
  out = put(out, report.residual_error, 6);
  out = put(out, report.solution_error, 6);
  out = put(out, static_cast<std::int64_t>(report.solution_converged));
  out = put(out, static_cast<std::int64_t>(results_written));
  *out++ = '\n';
  file_.advance(out);
}

}  // namespace flexura
