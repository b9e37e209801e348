#include "solvers/nonlinear/redundancy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "assembly/ranks.h"

namespace flexura {

namespace {

constexpr double accuracy = 1e-10;
constexpr int most_directions = 12;

class LocalValues {
 public:
  explicit LocalValues(Vec v) : v_(v) { FLEXURA_PETSC(VecGetArray(v_, &data_)); }
  LocalValues(const LocalValues&) = delete;
  LocalValues& operator=(const LocalValues&) = delete;
  ~LocalValues() { VecRestoreArray(v_, &data_); }
  double& operator[](int i) const { return data_[i]; }

 private:
  Vec v_;
  double* data_ = nullptr;
};

double norm(Vec v) {
  double value = 0;
  FLEXURA_PETSC(VecNorm(v, NORM_2, &value));
  return value;
}

}  // namespace

Redundancy::Redundancy(const Assembler& assembler, const Numbering& numbering, const Model& model)
    : assembler_(assembler), numbering_(numbering), model_(model) {}

void Redundancy::detect(const State& state, double tolerance) {
  adopt(find_dependent_constraints(assembler_, numbering_, model_, state, tolerance), false);
}

bool Redundancy::detect_more(const State& state, double tolerance) {
  return adopt(find_dependent_constraints(assembler_, numbering_, model_, state, tolerance), true);
}

bool Redundancy::adopt(std::vector<DependentSet> found, bool keep_old) {
  if (!keep_old) sets_.clear();
  std::set<std::pair<int, int>> known;
  for (const DependentSet& set : sets_)
    for (const ConstraintEquation& q : set.equations) known.insert({q.batch, q.element});
  bool more = false;
  for (DependentSet& set : found) {
    const bool is_new = std::any_of(set.equations.begin(), set.equations.end(), [&](const ConstraintEquation& q) {
      return known.count({q.batch, q.element}) == 0;
    });
    if (!is_new) continue;
    more = true;
    sets_.push_back(std::move(set));
  }
  register_members();
  if (any()) find_signs();
  return more;
}

void Redundancy::register_members() {
  members_.clear();
  if (any() && static_cast<Vec>(right_) == nullptr) {
    right_ = assembler_.create_vector();
    rest_ = assembler_.create_vector();
    for (int k = 0; k < most_directions; ++k) {
      directions_.push_back(assembler_.create_vector());
      products_.push_back(assembler_.create_vector());
    }
    diagonal_ = assembler_.create_vector();
  }
  // All constraint rows of a joint: which of them take part changes when the model turns.
  std::map<std::pair<int, int>, int> elements;
  for (std::size_t s = 0; s < sets_.size(); ++s)
    for (const ConstraintEquation& q : sets_[s].equations) elements.insert({{q.batch, q.element}, static_cast<int>(s)});
  for (const auto& [at, set] : elements) {
    const auto [b, e] = at;
    const int rank = rank_in(assembler_.communicator());
    if (numbering_.owner().element_rank[b][e] != rank) continue;
    const ElementBatch& batch = model_.batch(b);
    for (int j = 0; j < batch.unknown_count(e); ++j) {
      const UnknownInfo info = batch.unknown(e, j);
      if (info.order != Order::algebraic || (info.row != flexura::Row::constraint && info.row != flexura::Row::rate))
        continue;
      members_.push_back(
          {batch.dofs(e)[6 * batch.node_count(e) + j], set, 1, info.row == flexura::Row::constraint, b, e, {}});
    }
  }
  d_.assign(members_.size(), 0.0);
  gap_.assign(members_.size(), 0.0);
}

/// The matrix is that of c = 0. Eliminating A leaves d - phi_q A^-1 (-B): d takes the sign of phi_q B.
void Redundancy::find_signs() {
  Mat matrix = assembler_.matrix();
  MatHandle transposed;
  FLEXURA_PETSC(MatTranspose(matrix, MAT_INITIAL_MATRIX, transposed.out()));
  for (Member& member : members_) {
    const PetscInt row = numbering_.first() + member.owned;
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const double* values = nullptr;
    std::map<PetscInt, double> of_row;
    FLEXURA_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k)
      if (values[k] != 0) of_row[columns[k]] = values[k];
    FLEXURA_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
    const ElementBatch& batch = model_.batch(member.batch);
    const auto dofs = batch.dofs(member.element);
    member.squares.assign(batch.node_count(member.element), {});
    for (int k = 0; k < 6 * batch.node_count(member.element); ++k) {
      const auto at = dofs[k] < 0 ? of_row.end() : of_row.find(numbering_.global(dofs[k]));
      if (at != of_row.end()) member.squares[k / 6][k % 6] = at->second * at->second;
    }
    double product = 0;
    FLEXURA_PETSC(MatGetRow(transposed, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) {
      const auto at = of_row.find(columns[k]);
      if (at != of_row.end() && columns[k] != row) product += at->second * values[k];
    }
    FLEXURA_PETSC(MatRestoreRow(transposed, row, &count, &columns, &values));
    member.sign = product > 0 ? -1 : 1;
  }
}

/// Least phi A^-1 phi^T over the nodes of a row, with the diagonal of A; 0 when no node has any.
double Redundancy::compliance(const Member& member, const double* diagonal) const {
  const auto dofs = model_.batch(member.batch).dofs(member.element);
  double least = 0;
  for (std::size_t node = 0; node < member.squares.size(); ++node) {
    double sum = 0;
    for (int k = 0; k < 6; ++k) {
      const int column = dofs[6 * node + k];
      if (column >= 0 && diagonal[column] != 0) sum += member.squares[node][k] / std::abs(diagonal[column]);
    }
    if (sum > 0) least = least > 0 ? std::min(least, sum) : sum;
  }
  return least;
}

/// A size of phi A^-1 phi^T for each set: the geometric mean over its rows, where rows that tie light nodes only, whose
/// diagonal says little, count as at most a thousand times the least.
void Redundancy::measure_sets() {
  const std::size_t sets = sets_.size();
  compliance_.assign(members_.size(), 0.0);
  least_.assign(sets, std::numeric_limits<double>::max());
  assembler_.with_ghosts(diagonal_, [this](const double* diagonal) {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      compliance_[k] = compliance(members_[k], diagonal);
      double& least = least_[members_[k].set];
      if (compliance_[k] > 0) least = std::min(least, compliance_[k]);
    }
  });
  const MPI_Comm communicator = assembler_.communicator();
  const bool shared = assembler_.ranks() > 1;
  if (shared) MPI_Allreduce(MPI_IN_PLACE, least_.data(), static_cast<int>(sets), MPI_DOUBLE, MPI_MIN, communicator);
  sums_.assign(2 * sets, 0.0);
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (compliance_[k] == 0) continue;
    const int set = members_[k].set;
    sums_[set] += std::log(std::min(compliance_[k], 1e3 * least_[set]));
    sums_[sets + set] += 1;
  }
  if (shared) MPI_Allreduce(MPI_IN_PLACE, sums_.data(), static_cast<int>(2 * sets), MPI_DOUBLE, MPI_SUM, communicator);
  size_.assign(sets, 1.0);
  for (std::size_t s = 0; s < sets; ++s)
    if (sums_[sets + s] > 0) size_[s] = std::exp(sums_[s] / sums_[sets + s]);
}

void Redundancy::add_diagonal(const double* added, double light, const char* skip, double relative) {
  if (!any()) return;
  FLEXURA_PETSC(MatGetDiagonal(assembler_.matrix(), diagonal_));
  if (added) {
    const LocalValues rows(diagonal_);
    for (int j = 0; j < numbering_.owned_balance(); ++j)
      if (added[j] != 0 && added[j] <= light) rows[j] = 0;
  }
  measure_sets();
  FLEXURA_PETSC(VecSet(diagonal_, 0));
  {
    const LocalValues rows(diagonal_);
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const Member& member = members_[k];
      const bool left_alone = skip && skip[member.owned];
      d_[k] = left_alone ? 0 : member.sign * relative * size_[member.set];
      rows[member.owned] = d_[k];
    }
  }
  FLEXURA_PETSC(MatDiagonalSet(assembler_.matrix(), diagonal_, ADD_VALUES));
}

void Redundancy::multiply(Vec x, Vec product) const {
  FLEXURA_PETSC(MatMult(assembler_.matrix(), x, product));
  const LocalValues rows(product);
  const LocalValues values(x);
  for (std::size_t k = 0; k < members_.size(); ++k) rows[members_[k].owned] -= d_[k] * values[members_[k].owned];
}

/// Right side with which the whole multiplier, not its increment, has least norm.
void Redundancy::shift(Vec b, const double* multipliers, double scale) {
  FLEXURA_PETSC(VecCopy(b, right_));
  if (!multipliers) return;
  const LocalValues right(right_);
  for (std::size_t k = 0; k < members_.size(); ++k)
    right[members_[k].owned] -= d_[k] * scale * multipliers[members_[k].owned];
}

bool Redundancy::solve_damped(LinearSolver& linear, Vec b, Vec x, const double* multipliers) {
  if (!any()) return linear.solve(b, x);
  shift(b, multipliers, 1);
  return linear.solve(right_, x);
}

/// Generalised conjugate residuals from x on: each direction is a correction by the factors, and the residual is the
/// least over all of them. `contradiction`: the correction of what is left changes nothing.
bool Redundancy::iterate(LinearSolver& linear, Vec b, Vec x, bool& contradiction) {
  contradiction = false;
  const double size = norm(b);
  multiply(x, rest_);
  FLEXURA_PETSC(VecAYPX(rest_, -1, b));
  double rest = norm(rest_);
  for (int k = 0; k < most_directions && rest > std::max(accuracy * size, enough_); ++k) {
    Vec z = directions_[k];
    Vec q = products_[k];
    if (!linear.solve(rest_, z)) return false;
    multiply(z, q);
    const double unaltered = norm(q);
    contradiction = unaltered < 1e-6 * rest;
    if (contradiction) return true;
    for (int j = 0; j < k; ++j) {
      double projection = 0;
      FLEXURA_PETSC(VecDot(q, products_[j], &projection));
      FLEXURA_PETSC(VecAXPY(q, -projection, products_[j]));
      FLEXURA_PETSC(VecAXPY(z, -projection, directions_[j]));
    }
    const double length = norm(q);
    if (length < 1e-12 * unaltered) return true;
    FLEXURA_PETSC(VecScale(q, 1 / length));
    FLEXURA_PETSC(VecScale(z, 1 / length));
    double step = 0;
    FLEXURA_PETSC(VecDot(rest_, q, &step));
    FLEXURA_PETSC(VecAXPY(x, step, z));
    FLEXURA_PETSC(VecAXPY(rest_, -step, q));
    rest = norm(rest_);
  }
  return true;
}

bool Redundancy::solve(LinearSolver& linear, Vec b, Vec x, const double* multipliers, double scale, double divisor,
                       Unmet unmet) {
  if (!any()) return linear.solve(b, x);
  for (int attempt = 0; attempt < 2; ++attempt) {
    shift(b, multipliers, scale);
    bool contradiction = false;
    if (!linear.solve(right_, x) || !iterate(linear, b, x, contradiction)) return false;
    if (!contradiction || unmet == Unmet::ignore) break;
    // What is left cannot be met by any motion: the solution is found without it.
    LocalValues rows(b);
    const LocalValues left(rest_);
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const Member& member = members_[k];
      rows[member.owned] -= left[member.owned];
      if (unmet == Unmet::note) gap_[k] += left[member.owned] * (member.positional ? divisor : 1);
    }
  }
  return true;
}

void Redundancy::remove_gap(Vec f, double divisor) const {
  if (!any()) return;
  const LocalValues rows(f);
  for (std::size_t k = 0; k < members_.size(); ++k)
    rows[members_[k].owned] -= gap_[k] / (members_[k].positional ? divisor : 1);
}

double Redundancy::gap() const {
  double most = 0;
  for (const double g : gap_) most = std::max(most, std::abs(g));
  if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
  return most;
}

void Redundancy::reset_gap() { std::fill(gap_.begin(), gap_.end(), 0.0); }

}  // namespace flexura
