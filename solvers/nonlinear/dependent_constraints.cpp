#include "solvers/nonlinear/dependent_constraints.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "assembly/ranks.h"
#include "solvers/linear/sparse_rank.h"

namespace flexura {

namespace {

/// Constraint rows with the equations they belong to; three integers name an equation.
struct ConstraintRows {
  std::vector<int> equations;
  std::vector<int> length;
  std::vector<PetscInt> column;
  std::vector<double> value;
};

bool is_constraint(const UnknownInfo& info) {
  return info.order == Order::algebraic && (info.row == Row::constraint || info.row == Row::rate);
}

ConstraintRows own_rows(const Assembler& assembler, const Numbering& numbering, const Model& model) {
  ConstraintRows rows;
  Mat matrix = assembler.matrix();
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (const int e : numbering.elements(b)) {
      for (int j = 0; j < batch.unknown_count(e); ++j) {
        if (!is_constraint(batch.unknown(e, j))) continue;
        const PetscInt row = numbering.first() + batch.dofs(e)[6 * batch.node_count(e) + j];
        PetscInt count = 0;
        const PetscInt* columns = nullptr;
        const double* values = nullptr;
        FLEXURA_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
        int kept = 0;
        for (PetscInt k = 0; k < count; ++k) {
          if (values[k] == 0 || !std::isfinite(values[k])) continue;
          rows.column.push_back(columns[k]);
          rows.value.push_back(values[k]);
          ++kept;
        }
        FLEXURA_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
        rows.equations.insert(rows.equations.end(), {b, e, j});
        rows.length.push_back(kept);
      }
    }
  }
  return rows;
}

template <class T>
std::vector<T> gathered(const std::vector<T>& mine, MPI_Datatype type, MPI_Comm communicator, int ranks) {
  int count = static_cast<int>(mine.size());
  std::vector<int> counts(ranks);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, communicator);
  std::vector<int> begin(ranks + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), begin.begin() + 1);
  std::vector<T> all(begin[ranks]);
  MPI_Gatherv(mine.data(), count, type, all.data(), counts.data(), begin.data(), type, 0, communicator);
  return all;
}

template <class T>
void share(std::vector<T>& values, MPI_Datatype type, MPI_Comm communicator) {
  int count = static_cast<int>(values.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, communicator);
  values.resize(count);
  MPI_Bcast(values.data(), count, type, 0, communicator);
}

SparseRows compressed(const ConstraintRows& rows) {
  std::vector<PetscInt> used = rows.column;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  SparseRows result;
  result.columns = static_cast<int>(used.size());
  for (const int length : rows.length) result.begin.push_back(result.begin.back() + length);
  for (const PetscInt column : rows.column)
    result.column.push_back(static_cast<int>(std::lower_bound(used.begin(), used.end(), column) - used.begin()));
  result.value = rows.value;
  return result;
}

/// Rows that occur in a common combination belong to one set.
class Groups {
 public:
  explicit Groups(int count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) { parent_[std::max(find(i), find(j))] = std::min(find(i), find(j)); }

 private:
  std::vector<int> parent_;
};

std::vector<DependentSet> sets_of(const RowDependency& found, const std::vector<int>& equations) {
  const int count = static_cast<int>(equations.size()) / 3;
  Groups joined(count);
  std::vector<char> member(count, 0);
  for (const RowCombination& z : found.combinations) {
    for (const auto& [row, weight] : z) {
      joined.join(row, z.front().first);
      member[row] = 1;
    }
  }
  // What the joints concerned have in common makes one set of them.
  int last = -1;
  for (int i = 0; i < count; ++i) {
    if (!member[i]) continue;
    if (last >= 0 && equations[3 * i] == equations[3 * last] && equations[3 * i + 1] == equations[3 * last + 1])
      joined.join(i, last);
    last = i;
  }
  std::vector<DependentSet> sets;
  std::vector<int> set_of(count, -1);
  std::vector<int> place(count, 0);
  for (int i = 0; i < count; ++i) {
    if (!member[i]) continue;
    const int root = joined.find(i);
    if (set_of[root] < 0) {
      set_of[root] = static_cast<int>(sets.size());
      sets.emplace_back();
    }
    DependentSet& set = sets[set_of[root]];
    place[i] = static_cast<int>(set.equations.size());
    set.equations.push_back({equations[3 * i], equations[3 * i + 1], equations[3 * i + 2]});
  }
  for (const RowCombination& z : found.combinations) {
    auto& combination = sets[set_of[joined.find(z.front().first)]].combinations.emplace_back();
    for (const auto& [row, weight] : z) combination.emplace_back(place[row], weight);
  }
  return sets;
}

/// Sets as a list of integers and a list of weights, and back.
void share_sets(std::vector<DependentSet>& sets, MPI_Comm communicator) {
  std::vector<int> numbers;
  std::vector<double> weights;
  for (const DependentSet& set : sets) {
    numbers.insert(numbers.end(), {static_cast<int>(set.equations.size()), static_cast<int>(set.combinations.size())});
    for (const auto& q : set.equations) numbers.insert(numbers.end(), {q.batch, q.element, q.equation});
    for (const auto& combination : set.combinations) {
      numbers.push_back(static_cast<int>(combination.size()));
      for (const auto& [at, weight] : combination) {
        numbers.push_back(at);
        weights.push_back(weight);
      }
    }
  }
  share(numbers, MPI_INT, communicator);
  share(weights, MPI_DOUBLE, communicator);
  sets.clear();
  std::size_t at = 0;
  std::size_t weight = 0;
  while (at < numbers.size()) {
    DependentSet& set = sets.emplace_back();
    set.equations.resize(numbers[at++]);
    set.combinations.resize(numbers[at++]);
    for (auto& q : set.equations) {
      q = {numbers[at], numbers[at + 1], numbers[at + 2]};
      at += 3;
    }
    for (auto& combination : set.combinations) {
      combination.resize(numbers[at++]);
      for (auto& entry : combination) entry = {numbers[at++], weights[weight++]};
    }
  }
}

}  // namespace

std::vector<DependentSet> find_dependent_constraints(const Assembler& assembler, const Numbering& numbering,
                                                     const Model& model, State state, double tolerance) {
  state.c = 0;  // constraint rows are then phi_q, and rows of velocities A
  assembler.jacobian(state);
  const MPI_Comm communicator = assembler.communicator();
  ConstraintRows rows = own_rows(assembler, numbering, model);
  const int ranks = assembler.ranks();
  if (ranks > 1) {
    rows.equations = gathered(rows.equations, MPI_INT, communicator, ranks);
    rows.length = gathered(rows.length, MPI_INT, communicator, ranks);
    rows.column = gathered(rows.column, MPIU_INT, communicator, ranks);
    rows.value = gathered(rows.value, MPI_DOUBLE, communicator, ranks);
  }
  const int rank = rank_in(communicator);
  std::vector<DependentSet> sets;
  if (rank == 0) sets = sets_of(row_dependency(compressed(rows), tolerance), rows.equations);
  if (ranks > 1) share_sets(sets, communicator);
  return sets;
}

}  // namespace flexura
