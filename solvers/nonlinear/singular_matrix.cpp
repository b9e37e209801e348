#include "solvers/nonlinear/singular_matrix.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assembly/ranks.h"
#include "solvers/linear/sparse_rank.h"
#include "solvers/nonlinear/agree.h"

namespace flexura {

namespace {

constexpr PetscInt most_unknowns = 200000;
constexpr double tolerance = 1e-11;
constexpr std::size_t most_names = 8;

/// The whole matrix on rank 0, none elsewhere.
MatHandle on_first_rank(Mat matrix, PetscInt n, int rank) {
  MatHandle result;
  PetscHandle<IS, ISDestroy> all;
  FLEXURA_PETSC(ISCreateStride(PETSC_COMM_SELF, rank == 0 ? n : 0, 0, 1, all.out()));
  Mat* parts = nullptr;
  IS set = all;
  FLEXURA_PETSC(MatCreateSubMatrices(matrix, 1, &set, &set, MAT_INITIAL_MATRIX, &parts));
  FLEXURA_PETSC(PetscObjectReference(reinterpret_cast<PetscObject>(parts[0])));
  *result.out() = parts[0];
  FLEXURA_PETSC(MatDestroySubMatrices(1, &parts));
  return result;
}

SparseRows rows_of(Mat matrix, PetscInt n) {
  SparseRows rows;
  rows.columns = static_cast<int>(n);
  for (PetscInt i = 0; i < n; ++i) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const double* values = nullptr;
    FLEXURA_PETSC(MatGetRow(matrix, i, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) {
      if (values[k] == 0 || !std::isfinite(values[k])) continue;
      rows.column.push_back(static_cast<int>(columns[k]));
      rows.value.push_back(values[k]);
    }
    FLEXURA_PETSC(MatRestoreRow(matrix, i, &count, &columns, &values));
    rows.begin.push_back(static_cast<int>(rows.column.size()));
  }
  return rows;
}

SparseRows transposed(const SparseRows& m) {
  SparseRows t;
  t.columns = m.rows();
  t.begin.assign(m.columns + 1, 0);
  for (const int c : m.column) ++t.begin[c + 1];
  for (int c = 0; c < m.columns; ++c) t.begin[c + 1] += t.begin[c];
  t.column.resize(m.column.size());
  t.value.resize(m.value.size());
  std::vector<int> next(t.begin.begin(), t.begin.end() - 1);
  for (int i = 0; i < m.rows(); ++i) {
    for (int k = m.begin[i]; k < m.begin[i + 1]; ++k) {
      const int at = next[m.column[k]]++;
      t.column[at] = i;
      t.value[at] = m.value[k];
    }
  }
  return t;
}

/// Numbers of the rows in the null space with their largest weights, weightiest first.
std::vector<PetscInt> members(const RowDependency& found, PetscInt n) {
  std::vector<double> weight(n, 0.0);
  for (const RowCombination& z : found.combinations)
    for (const auto& [row, w] : z) weight[row] = std::max(weight[row], std::abs(w));
  std::vector<PetscInt> order;
  for (PetscInt i = 0; i < n; ++i)
    if (weight[i] > 1e-3) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](PetscInt a, PetscInt b) { return weight[a] > weight[b] * 1.0001; });
  return order;
}

void share(std::vector<PetscInt>& which, MPI_Comm communicator) {
  int count = static_cast<int>(which.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, communicator);
  which.resize(count);
  MPI_Bcast(which.data(), count, MPIU_INT, 0, communicator);
}

/// Names of global unknowns, each told by the rank that owns it.
std::string names(std::vector<PetscInt> which, const Assembler& assembler, const Numbering& numbering) {
  share(which, assembler.communicator());
  std::string text;
  for (std::size_t k = 0; k < std::min(most_names, which.size()); ++k) {
    const PetscInt own = which[k] - numbering.first();
    const bool mine = own >= 0 && own < numbering.owned();
    const std::string name = mine ? numbering.describe(static_cast<int>(own)) : std::string();
    text += (k == 0 ? "" : "; ") + said_by_largest(mine ? 1 : 0, name, assembler.communicator());
  }
  if (which.size() > most_names) text += fmt::format("; and {} more", which.size() - most_names);
  return text;
}

}  // namespace

std::vector<PetscInt> dependent_equations(const Assembler& assembler, const Numbering& numbering) {
  const PetscInt n = numbering.total();
  std::vector<PetscInt> equations;
  if (n > most_unknowns) return equations;
  const int rank = rank_in(assembler.communicator());
  const MatHandle whole = on_first_rank(assembler.matrix(), n, rank);
  if (rank == 0) equations = members(row_dependency(rows_of(whole, n), tolerance), n);
  share(equations, assembler.communicator());
  return equations;
}

std::string describe_null_space(const Assembler& assembler, const Numbering& numbering) {
  const PetscInt n = numbering.total();
  if (n > most_unknowns) return {};
  const int rank = rank_in(assembler.communicator());
  const MatHandle whole = on_first_rank(assembler.matrix(), n, rank);
  std::vector<PetscInt> equations;
  std::vector<PetscInt> unknowns;
  if (rank == 0) {
    const SparseRows rows = rows_of(whole, n);
    equations = members(row_dependency(rows, tolerance), n);
    unknowns = members(row_dependency(transposed(rows), tolerance), n);
  }
  const std::string of_equations = names(equations, assembler, numbering);
  const std::string of_unknowns = names(unknowns, assembler, numbering);
  if (of_equations == of_unknowns)
    return of_equations.empty() ? of_equations : "these equations do not determine their unknowns: " + of_equations;
  std::string text;
  if (!of_equations.empty()) text += "these equations depend on each other: " + of_equations;
  if (!of_unknowns.empty())
    text += (text.empty() ? "" : "; ") + ("nothing determines the unknowns that go with: " + of_unknowns);
  return text;
}

}  // namespace flexura
