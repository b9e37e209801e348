#include "solvers/nonlinear/failure_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "solvers/nonlinear/agree.h"
#include "solvers/nonlinear/dependent_constraints.h"

namespace flexura {

namespace {

constexpr std::size_t most_equations = 3;
constexpr std::size_t most_contributions = 4;
constexpr std::size_t most_errors = 10;

double size_of(double value) { return std::isnan(value) ? HUGE_VAL : std::abs(value); }

std::string place(const ElementInfo& info) { return info.where.line > 0 ? ", " + info.where.str() : std::string(); }

/// What each element of this rank adds to an owned equation, largest first.
std::string contributions(const Numbering& numbering, const Model& model, const State& state, int equation) {
  struct Part {
    double value;
    int batch, element;
  };
  std::vector<Part> parts;
  std::vector<double> f(numbering.local() + 1, 0.0);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    if (!batch.active(state)) continue;
    for (const int e : numbering.elements(b)) {
      const auto dofs = batch.dofs(e);
      if (std::find(dofs.begin(), dofs.end(), equation) == dofs.end()) continue;
      f[equation] = 0;
      batch.residual(state, {&e, 1}, f.data(), nullptr);
      if (f[equation] != 0) parts.push_back({f[equation], b, e});
    }
  }
  if (parts.size() < 2 && equation >= numbering.owned_balance()) return {};  // the equation of the element itself
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return size_of(a.value) > size_of(b.value); });
  std::string text;
  for (std::size_t k = 0; k < std::min(most_contributions, parts.size()); ++k) {
    const Part& part = parts[k];
    text += fmt::format("{}{} {:.3e}{}", k == 0 ? " from " : "; ", name_of_element(model, part.batch, part.element),
                        part.value, place(model.batch(part.batch).info(part.element)));
  }
  if (parts.size() > most_contributions) text += fmt::format("; and {} more", parts.size() - most_contributions);
  return text;
}

}  // namespace

std::string describe_worst_equations(const Assembler& assembler, const Numbering& numbering, const Model& model,
                                     const State& state, Vec f) {
  const double* values = nullptr;
  FLEXURA_PETSC(VecGetArrayRead(f, &values));
  std::array<std::vector<int>, static_cast<std::size_t>(Dimension::count)> by_dimension;
  for (int j = 0; j < numbering.owned(); ++j)
    if (values[j] != 0) by_dimension[static_cast<std::size_t>(numbering.equation(j).dimension)].push_back(j);
  std::string text;
  for (std::size_t d = 0; d < by_dimension.size(); ++d) {
    std::vector<int>& equations = by_dimension[d];
    const std::size_t count = std::min(most_equations, equations.size());
    std::partial_sort(equations.begin(), equations.begin() + static_cast<std::ptrdiff_t>(count), equations.end(),
                      [values](int a, int b) { return size_of(values[a]) > size_of(values[b]); });
    std::string lines;
    for (std::size_t k = 0; k < count; ++k) {
      if (size_of(values[equations[k]]) < 1e-3 * size_of(values[equations[0]])) break;
      lines += fmt::format("\n    {} {:.3e}{}", numbering.describe(equations[k]), values[equations[k]],
                           contributions(numbering, model, state, equations[k]));
    }
    const double largest = count > 0 ? size_of(values[equations[0]]) : -1;
    lines = said_by_largest(largest, lines, assembler.communicator());
    if (!lines.empty()) text += fmt::format("\n  largest residuals, {}:{}", name_of(static_cast<Dimension>(d)), lines);
  }
  FLEXURA_PETSC(VecRestoreArrayRead(f, &values));
  return text;
}

std::string describe_course(const std::vector<IterationRecord>& history) {
  if (history.empty()) return {};
  const std::size_t first = history.size() > most_errors ? history.size() - most_errors : 0;
  std::string text = first > 0 ? fmt::format("\n  errors of the last {} of {} iterations:", most_errors, history.size())
                               : std::string("\n  errors by iteration:");
  for (std::size_t k = first; k < history.size(); ++k) text += fmt::format(" {:.2e}", history[k].error);
  return text;
}

std::string hint_from(const std::vector<IterationRecord>& history, double tolerance) {
  constexpr std::size_t window = 5;
  if (history.size() < 3) return "\n  hint: allow more iterations (card `max iterations`)";
  const std::size_t first = history.size() > window ? history.size() - window : 0;
  double least = std::numeric_limits<double>::max();
  double most = 0;
  int falls = 0;
  for (std::size_t k = first; k < history.size(); ++k) {
    least = std::min(least, history[k].error);
    most = std::max(most, history[k].error);
    if (k > first) falls += history[k].error < 0.9 * history[k - 1].error;
  }
  const double last = history.back().error;
  const double before = history[history.size() - 2].error;
  const int steps = static_cast<int>(history.size() - first) - 1;
  const std::string hint = "\n  hint: ";
  if (falls == steps)
    return hint + "the error was still falling: allow more iterations (card `max iterations`) or a smaller time step";
  if (most < 3 * least && history.back().step < 1e-9)
    return hint +
           fmt::format("the iteration has come to rest at {:.1e}: the tolerance {:.1e} is below what round-off allows",
                       last, tolerance);
  if (last > 10 * history.front().error && last >= before)
    return hint +
           "the iteration diverges: a smaller time step, or a strategy that chooses it (card `strategy`); check "
           "stiffnesses, masses and units of the elements named above";
  return hint +
         "the error neither falls nor grows: something switches from iteration to iteration (a contact, a law with a "
         "kink, a drive that jumps), or a load has no equilibrium nearby; a smaller time step or a strategy that "
         "chooses it (card `strategy`)";
}

std::string describe_users_of_drive(const Numbering& numbering, const Model& model, const State& state, DriveId drive) {
  // The table of drives belongs to the caller, who hands it to the elements through the state.
  std::vector<Taylor2> drives(state.drives, state.drives + model.drive_count());
  State probe = state;
  probe.drives = drives.data();
  probe.c = state.c > 0 ? state.c : 1;
  std::vector<double> f(numbering.local() + 1, 0.0);
  std::string text;
  std::size_t count = 0;
  const auto finite_sum = [&](const ElementBatch& batch, int e) {
    for (const int j : batch.dofs(e))
      if (j >= 0) f[j] = 0;
    batch.residual(probe, {&e, 1}, f.data(), nullptr);
    return std::all_of(batch.dofs(e).begin(), batch.dofs(e).end(), [&](int j) { return j < 0 || std::isfinite(f[j]); });
  };
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (const int e : numbering.elements(b)) {
      drives[drive] = Taylor2(0);
      if (!finite_sum(batch, e)) continue;
      drives[drive] = Taylor2(std::numeric_limits<double>::quiet_NaN());
      if (finite_sum(batch, e)) continue;
      if (++count > most_contributions) continue;
      text += (count == 1 ? "; it is used by " : "; ") + name_of_element(model, b, e) + place(batch.info(e));
    }
  }
  if (count > most_contributions) text += fmt::format("; and {} more", count - most_contributions);
  return text;
}

}  // namespace flexura
