#include "elements/check/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace flexura::checks {

namespace {

std::string table(const std::vector<ElementReport>& reports, std::string_view heading,
                  const std::vector<std::string_view>& columns, bool times) {
  std::size_t width = heading.size();
  for (const ElementReport& report : reports) width = std::max(width, report.title.size());
  std::string text = fmt::format("{:<{}}", heading, width);
  for (const std::string_view name : columns) text += fmt::format("  {:<9}", name);
  text += times ? "  residual  jacobian\n" : "\n";
  std::string failures;
  for (const ElementReport& report : reports) {
    text += fmt::format("{:<{}}", report.title, width);
    for (const std::string_view name : columns) {
      const auto found = std::find_if(report.checks.begin(), report.checks.end(),
                                      [&](const CheckResult& check) { return check.name == name; });
      std::string cell = "-";
      if (found != report.checks.end()) {
        cell = found->limit > 0  ? fmt::format("{:.0e}{}", found->error, found->passed() ? "" : " !")
               : found->passed() ? "yes"
                                 : "NO";
        if (!found->passed())
          failures += fmt::format("{}: {} {:.3g}, at most {:.0e}: {}\n", report.title, found->name, found->error,
                                  found->limit, found->where);
      }
      text += fmt::format("  {:<9}", cell);
    }
    if (times)
      text += fmt::format("  {:>5.2f} us  {:>5.2f} us", 1e6 * report.residual_time, 1e6 * report.jacobian_time);
    text += '\n';
    if (!report.failure.empty()) failures += fmt::format("{}: {}\n", report.title, report.failure);
  }
  const auto good = std::count_if(reports.begin(), reports.end(), [](const ElementReport& r) { return r.passed(); });
  return text + failures + fmt::format("{} of {} types pass\n", good, reports.size());
}

}  // namespace

void CheckResult::note(double found, const std::string& place) {
  if (found <= error || std::isnan(error)) return;
  error = found;
  if (!passed()) where = place;
}

bool ElementReport::passed() const {
  return failure.empty() && std::all_of(checks.begin(), checks.end(), [](const CheckResult& c) { return c.passed(); });
}

std::string table_of(const std::vector<ElementReport>& reports) {
  return table(
      reports, "element",
      {"jacobian", "pattern", "frames", "levels", "reactions", "power", "potential", "sepnorm", "memory", "parallel"},
      true);
}

std::string table_of(const std::vector<ElementReport>& reports, std::string_view heading,
                     const std::vector<std::string_view>& columns) {
  return table(reports, heading, columns, false);
}

}  // namespace flexura::checks
