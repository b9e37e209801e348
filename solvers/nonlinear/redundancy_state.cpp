// What is known of dependent equations, from run to run.
#include <map>
#include <tuple>

#include "solvers/nonlinear/redundancy.h"

namespace flexura {

void Redundancy::exchange_sets(Archive& archive) {
  std::size_t count = sets_.size();
  archive(count);
  sets_.resize(count);
  for (DependentSet& set : sets_) {
    std::size_t equations = set.equations.size();
    std::size_t combinations = set.combinations.size();
    archive(equations, combinations);
    set.equations.resize(equations);
    set.combinations.resize(combinations);
    for (ConstraintEquation& q : set.equations) archive(q.batch, q.element, q.equation);
    for (auto& combination : set.combinations) {
      std::size_t terms = combination.size();
      archive(terms);
      combination.resize(terms);
      for (auto& [equation, weight] : combination) archive(equation, weight);
    }
  }
}

int Redundancy::first_row(const Member& member) const {
  const ElementBatch& batch = model_.batch(member.batch);
  return batch.dofs(member.element)[6 * batch.node_count(member.element)];
}

void Redundancy::save(Snapshot& snapshot) {
  Archive sets = snapshot.save("redundancy");
  exchange_sets(sets);
  Archive rows = snapshot.save_part("redundancy");
  std::size_t count = members_.size();
  rows(count);
  for (std::size_t k = 0; k < count; ++k) {
    Member& member = members_[k];
    int row = member.owned - first_row(member);
    std::size_t nodes = member.squares.size();
    rows(member.batch, member.element, row, member.sign, d_[k], nodes);
    for (auto& square : member.squares) rows.numbers(square.data(), square.size());
  }
}

void Redundancy::restore(const Snapshot& snapshot) {
  Archive sets = snapshot.restore("redundancy");
  exchange_sets(sets);
  sets.finish();
  for (const DependentSet& set : sets_)
    for (const ConstraintEquation& q : set.equations)
      if (q.batch < 0 || q.batch >= model_.batch_count() || q.element < 0 || q.element >= model_.batch(q.batch).size())
        throw Error(ExitCode::input_error, "the saved state names constraints that the model does not have");
  register_members();
  std::map<std::tuple<int, int, int>, std::size_t> known;
  for (std::size_t k = 0; k < members_.size(); ++k)
    known[{members_[k].batch, members_[k].element, members_[k].owned - first_row(members_[k])}] = k;
  for (std::size_t r = 0; r < snapshot.parts.size(); ++r) {
    if (snapshot.same_parts && static_cast<int>(r) != snapshot.rank) continue;
    Archive rows = snapshot.restore_part("redundancy", r);
    std::size_t count = 0;
    rows(count);
    for (std::size_t k = 0; k < count; ++k) {
      Member member;
      int row = 0;
      double d = 0;
      std::size_t nodes = 0;
      rows(member.batch, member.element, row, member.sign, d, nodes);
      const auto at = known.find({member.batch, member.element, row});
      for (std::size_t node = 0; node < nodes; ++node) {
        auto& square = member.squares.emplace_back();
        rows.numbers(square.data(), square.size());
      }
      if (at == known.end()) continue;
      members_[at->second].sign = member.sign;
      members_[at->second].squares = std::move(member.squares);
      d_[at->second] = d;
    }
    rows.finish();
  }
}

}  // namespace flexura
