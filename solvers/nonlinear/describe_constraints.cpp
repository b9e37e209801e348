// Dependent constraints in words.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "solvers/nonlinear/dependent_constraints.h"

namespace flexura {

namespace {

constexpr std::size_t most_elements = 12;
constexpr std::size_t most_combinations = 12;
constexpr std::size_t most_terms = 8;

std::string more_than(std::size_t count, std::size_t most, const char* what) {
  return count > most ? fmt::format("\n  ... and {} more {}", count - most, what) : std::string();
}

/// Constraint equations of each element concerned, in the order of the set.
std::vector<std::pair<ConstraintEquation, std::vector<int>>> by_element(const DependentSet& set) {
  std::vector<std::pair<ConstraintEquation, std::vector<int>>> result;
  for (const ConstraintEquation& q : set.equations) {
    const bool same =
        !result.empty() && result.back().first.batch == q.batch && result.back().first.element == q.element;
    if (!same) result.push_back({q, {}});
    result.back().second.push_back(q.equation);
  }
  return result;
}

int constraints_of(const ElementBatch& batch, int element) {
  int count = 0;
  for (int j = 0; j < batch.unknown_count(element); ++j)
    count += batch.unknown(element, j).order == Order::algebraic && batch.unknown(element, j).row != Row::equation;
  return count;
}

std::string combination_text(const Model& model, const DependentSet& set,
                             std::vector<std::pair<int, double>> combination) {
  std::stable_sort(combination.begin(), combination.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second) * (1 + 1e-9); });
  std::string text;
  for (std::size_t k = 0; k < std::min(most_terms, combination.size()); ++k) {
    const auto [at, weight] = combination[k];
    const ConstraintEquation& q = set.equations[at];
    const ElementBatch& batch = model.batch(q.batch);
    text += fmt::format("{}{:.4g} ({} {}: {})",
                        k == 0       ? ""
                        : weight < 0 ? " - "
                                     : " + ",
                        k == 0 ? weight : std::abs(weight), batch.family(), batch.info(q.element).label,
                        batch.unknown(q.element, q.equation).name);
  }
  if (combination.size() > most_terms) text += fmt::format(" + {} more terms", combination.size() - most_terms);
  return text;
}

std::string describe(const Model& model, const DependentSet& set) {
  const auto elements = by_element(set);
  std::string names;
  int all = 0;
  for (const auto& [q, equations] : elements) all += constraints_of(model.batch(q.batch), q.element);
  const std::size_t count = set.equations.size();
  const std::size_t free = set.combinations.size();
  std::string text = fmt::format(
      "redundant constraints: {} of {} joint{} belong to one dependent set with {} free combination{}; the motion does "
      "not depend on it, the reactions named are not determined by the model: those of least norm are printed",
      static_cast<int>(count) == all ? fmt::format("all {} reaction components", all)
                                     : fmt::format("{} of the {} reaction components", count, all),
      elements.size(), elements.size() == 1 ? "" : "s", free, free == 1 ? "" : "s");
  for (std::size_t k = 0; k < std::min(most_elements, elements.size()); ++k) {
    const auto& [q, equations] = elements[k];
    const ElementBatch& batch = model.batch(q.batch);
    text += "\n  " + name_of_element(model, q.batch, q.element);
    if (batch.info(q.element).where.line > 0) text += ", " + batch.info(q.element).where.str();
    text += ", not determined: ";
    for (std::size_t i = 0; i < equations.size(); ++i)
      text += (i == 0 ? "" : ", ") + std::string(batch.unknown(q.element, equations[i]).name);
  }
  text += more_than(elements.size(), most_elements, "joints");
  for (std::size_t k = 0; k < std::min(most_combinations, free); ++k)
    text += fmt::format("\n  free combination {}: {}", k + 1, combination_text(model, set, set.combinations[k]));
  return text + more_than(free, most_combinations, "combinations");
}

}  // namespace

std::string name_of_element(const Model& model, int batch_number, int element) {
  const ElementBatch& batch = model.batch(batch_number);
  return fmt::format("{} {} ({})", batch.family(), batch.info(element).label, batch.type());
}

std::vector<std::string> describe_dependent_sets(const Model& model, const std::vector<DependentSet>& sets) {
  std::vector<std::string> texts;
  texts.reserve(sets.size());
  for (const DependentSet& set : sets) texts.push_back(describe(model, set));
  return texts;
}

}  // namespace flexura
