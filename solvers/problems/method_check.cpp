#include "solvers/problems/method_check.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "elements/drives/register.h"
#include "input/reader.h"
#include "solvers/integrators/measure.h"
#include "solvers/integrators/method_reader.h"
#include "solvers/problems/authored_method.h"

namespace flexura {

namespace {

using checks::CheckResult;

/// The method of a card with sample values of its parameters.
std::unique_ptr<Method> sample_method(const authoring::Table& about) {
  Model model;
  const auto symbols = std::make_shared<SymbolTable>();
  symbols->declare_time();
  DriveRegistry drives("drive");
  register_drives(drives);
  CardRegistry cards("card");
  Diagnostics diagnostics;
  Reader reader(model, symbols, drives, cards, diagnostics);
  reader.open_text("sample", "method: " + about.sample() + ";");
  std::string card;
  reader.next_card(card);
  return make_method(read_method(reader));
}

CheckResult compare(const char* name, double limit, double measured, double declared) {
  CheckResult result{name, 0, limit, {}};
  result.note(std::abs(measured - declared), fmt::format("measured {:.3g}, declared {:g}", measured, declared));
  return result;
}

}  // namespace

std::vector<std::string_view> method_check_columns() { return {"order", "unequal", "linear", "stability", "infinity"}; }

checks::ElementReport check_method(const Method& method, const TableMethodType& declared) {
  using namespace integrators;
  checks::ElementReport report;
  report.title = method.name();
  constexpr double rho = 1;  // tables have no radius
  const auto nonlinear = [&](int n, bool equal) { return nonlinear_error(method, rho, n, equal); };
  const auto oscillator = [&](int n) { return oscillator_error(method, rho, n, true); };
  report.checks.push_back(compare("order", 0.15, slope(nonlinear(160, true), nonlinear(640, true), 4), declared.order));
  report.checks.push_back(
      compare("unequal", 0.25, slope(nonlinear(200, false), nonlinear(3200, false), 16), declared.unequal_order));
  report.checks.push_back(compare("linear", 0.2, slope(oscillator(60), oscillator(120), 2), declared.linear_order));
  if (declared.a_stable) {
    CheckResult stability{"stability", 0, 1e-10, {}};
    const double largest = largest_radius(method, rho);
    stability.note(std::max(0.0, largest - 1), fmt::format("errors grow by up to {:.6g} a step", largest));
    report.checks.push_back(stability);
  }
  if (declared.radius) {
    // Several roots that coincide are known to a root of round-off only.
    const double measured = spectral_radius(amplification_at_infinity(method, rho));
    report.checks.push_back(compare("infinity", 1e-3, measured, *declared.radius));
  }
  return report;
}

void check_method_layout(std::uint64_t of_module) { authoring::insist_on_layout(of_module, authoring::method_layout); }

checks::ElementReport check_method(const TableMethodType& type) {
  try {
    const std::unique_ptr<Method> method =
        type.about ? sample_method(*type.about) : make_method(method_types().find(type.name)->read(nullptr));
    return check_method(*method, type);
  } catch (const std::exception& error) {
    checks::ElementReport report;
    report.title = type.name;
    report.failure = error.what();
    return report;
  }
}

}  // namespace flexura
