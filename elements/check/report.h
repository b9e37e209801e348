// What checks of types of the program find, and a table of it for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flexura::checks {

/// One check of a type: the largest error found.
struct CheckResult {
  std::string name;
  double error = 0;
  double limit = 0;
  std::string where;                                            ///< of an error above the limit
  [[nodiscard]] bool passed() const { return error <= limit; }  // not for NaN
  /// Takes one more error, and its place when it is above the limit and the largest so far. NaN is the largest.
  void note(double found, const std::string& place);
};

/// All checks of one type.
struct ElementReport {
  std::string title;    ///< "joint: rod"
  std::string failure;  ///< why it could not be checked at all
  std::vector<CheckResult> checks;
  double residual_time = 0, jacobian_time = 0;  ///< of a call, s
  [[nodiscard]] bool passed() const;
};

/// A line for each type with the columns of element checks, and one for each failure.
std::string table_of(const std::vector<ElementReport>& reports);
/// The same with other columns and without times; `heading` is over the titles.
std::string table_of(const std::vector<ElementReport>& reports, std::string_view heading,
                     const std::vector<std::string_view>& columns);

}  // namespace flexura::checks
