#include "solvers/problems/singular_watch.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace flexura {

namespace {

/// How near to dependent rows must be: of a row of unit length the others leave this much. A mechanism that turns by
/// less than a hundredth of a radian a step does not slip through.
constexpr double nearness = 1e-2;
constexpr int steps_between_looks = 10;
constexpr double out_of_proportion = 100;
constexpr std::size_t most_names = 8;

int combinations(const std::vector<DependentSet>& sets) {
  int count = 0;
  for (const DependentSet& set : sets) count += static_cast<int>(set.combinations.size());
  return count;
}

}  // namespace

double SingularWatch::largest_reaction(const State& state) const {
  double most = 0;
  for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
    if (numbering_.equation(j).order == Order::algebraic) most = std::max(most, std::abs(state.y[j]));
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  return most;
}

void SingularWatch::start(const State& state) {
  usual_ = combinations(find_dependent_constraints(assembler_, numbering_, model_, state, nearness));
}

bool SingularWatch::suspicious(const State& state, int iterations) {
  const double reaction = largest_reaction(state);
  ++since_look_;
  const bool known = iterations_ >= 0;
  const bool slow = known && iterations > iterations_ + 0.8;
  const bool large = known && reaction > out_of_proportion * reaction_ && reaction_ > 0;
  if (!known) {
    iterations_ = iterations;
    reaction_ = reaction;
  } else if (!large) {
    iterations_ += 0.05 * (iterations - iterations_);
    reaction_ += 0.05 * (reaction - reaction_);
  }
  if ((!slow && !large) || since_look_ < steps_between_looks) return false;
  since_look_ = 0;
  return true;
}

std::string SingularWatch::look(const State& state) {
  const auto sets = find_dependent_constraints(assembler_, numbering_, model_, state, nearness);
  const int count = combinations(sets);
  const int more = count - usual_;
  usual_ = std::min(usual_, count);
  if (more <= 0) return {};
  std::set<std::pair<int, int>> elements;
  for (const DependentSet& set : sets)
    for (const ConstraintEquation& q : set.equations) elements.insert({q.batch, q.element});
  std::string names;
  std::size_t k = 0;
  for (const auto& [b, e] : elements) {
    if (k++ == most_names) break;
    names += (names.empty() ? "" : ", ") + name_of_element(model_, b, e);
  }
  if (elements.size() > most_names) names += fmt::format(" and {} more", elements.size() - most_names);
  return fmt::format(
      "at time {:.6g} the mechanism is near a singular configuration: {} more combination{} of constraint equations "
      "depend on each other than elsewhere, among those of {}; reactions are not well determined there, and the motion "
      "may have more than one continuation",
      state.time, more, more == 1 ? "" : "s", names);
}

}  // namespace flexura
