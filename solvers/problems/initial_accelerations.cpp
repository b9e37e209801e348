#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "solvers/nonlinear/agree.h"
#include "solvers/nonlinear/singular_matrix.h"
#include "solvers/problems/friction_rows.h"
#include "solvers/problems/initial_assembly.h"

namespace flexura {

namespace {

/// The system [M, -B; phi_q, 0] {a; lambda} = {f; -phiddot(a = 0)} with the first-order equations behind it.
///
/// Accelerations enter the balances linearly and are solved for as a whole; multipliers, rates of differential unknowns
/// and values of algebraic scalar nodes are improved by increments, because their equations may be nonlinear.
class InitialDerivatives {
 public:
  InitialDerivatives(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                     DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, std::optional<double> still)
      : assembler_(assembler),
        numbering_(numbering),
        model_(model),
        trajectory_(trajectory),
        drives_(drives),
        linear_(linear),
        redundancy_(redundancy),
        still_(still),
        r_(assembler.create_vector()),
        level_(assembler.create_vector()),
        u_(assembler.create_vector()),
        diagonal_(numbering.owned(), 0.0),
        as_value_(model.node_count(), 0) {}

  /// Equations whose multipliers a higher derivative determines, by name.
  [[nodiscard]] const std::string& deeper() const { return deeper_; }

  double solve(int max_passes) {
    State& state = trajectory_.state();
    state.c = 0;
    set_diagonal();
    trajectory_.set_initial_unknowns();
    if (still_) {
      right_hand_side();
      double forces = 0;
      FLEXURA_PETSC(VecNorm(r_, NORM_2, &forces));
      if (forces <= *still_) return forces;
    }
    std::array<int, 2> count{};  // equations, those of friction
    for (const EquationInfo& equation : numbering_.equations()) {
      count[0] += equation.row == Row::equation;
      count[1] += is_friction(equation);
    }
    if (assembler_.ranks() > 1)
      MPI_Allreduce(MPI_IN_PLACE, count.data(), 2, MPI_INT, MPI_SUM, assembler_.communicator());
    if (count[0] + count[1] == 0) return pass();
    find_algebraic_nodes();
    if (count[1] > 0) settle_friction(max_passes);
    if (count[0] == 0) return pass();
    const double first_error = equation_error();
    double error = pass();
    // One pass solves linear equations; further ones show it, or improve.
    double before = std::numeric_limits<double>::infinity();
    for (int n = 1; n < std::max(2, max_passes); ++n) {
      drives_.set_state();
      const double size = equation_error();
      if (!std::isfinite(size) || size >= before || size <= 1e-12 * first_error) break;
      before = size;
      error = pass();
    }
    return error;
  }

 private:
  /// Passes until reactions and friction agree, which sticks or slips by them.
  void settle_friction(int max_passes) {
    constexpr double settled = 1e-10;
    for (int n = 0; n < 5 * std::max(2, max_passes); ++n) {
      pass();
      drives_.set_state();
      std::array<double, 2> size{};  // of the last changes of multipliers, and of these
      const double* u = nullptr;
      FLEXURA_PETSC(VecGetArrayRead(u_, &u));
      for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j) {
        if (numbering_.equation(j).order != Order::algebraic) continue;
        size[0] = std::max(size[0], std::abs(u[j]));
        size[1] = std::max(size[1], std::abs(trajectory_.values()[j]));
      }
      FLEXURA_PETSC(VecRestoreArrayRead(u_, &u));
      if (assembler_.ranks() > 1)
        MPI_Allreduce(MPI_IN_PLACE, size.data(), 2, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
      if (!(size[0] > settled * size[1])) return;
    }
  }

  /// Nodes without mass of their own take a negligible one, so that what no constraint determines stays finite; it does
  /// not enter any momentum.
  void set_diagonal() {
    double reference = 0;
    for (NodeIndex i = 1; i < model_.node_count(); ++i) reference = std::max(reference, model_.node(i).mass.mass);
    small_ = 1e-10 * (reference > 0 ? reference : 1);
    for (const NodeIndex i : numbering_.local_nodes()) {
      const int first = numbering_.node(i);
      if (first >= numbering_.owned_balance() || model_.properties(i).inertia_of_element) continue;
      const MassProperties& mass = model_.node(i).mass;
      for (int k = 0; k < model_.properties(i).unknown_count(); ++k)
        if (mass.mass == 0 || (k >= 3 && mass.inertia.isZero())) diagonal_[first + k] = small_;
    }
  }

  /// Scalar nodes whose rate appears in no equation: their value is what the initial problem can give.
  void find_algebraic_nodes() {
    int scalars = 0;
    for (NodeIndex i = 0; i < model_.node_count(); ++i) {
      const NodeProperties& node = model_.properties(i);
      if (node.kind != NodeKind::scalar) continue;
      ++scalars;
      as_value_[i] = node.order == Order::algebraic;
    }
    if (scalars == 0) return;
    assembler_.jacobian(trajectory_.state(), diagonal_.data());
    std::vector<PetscReal> column(static_cast<std::size_t>(numbering_.total()));
    FLEXURA_PETSC(MatGetColumnNorms(assembler_.matrix(), NORM_INFINITY, column.data()));
    for (const NodeIndex i : numbering_.local_nodes())
      if (model_.properties(i).kind == NodeKind::scalar && column[numbering_.global(numbering_.node(i))] == 0)
        as_value_[i] = 1;
    for (int b = 0; b < model_.batch_count(); ++b)
      model_.batch(b).set_algebraic([this](NodeIndex i) { return as_value_[i] != 0; });
  }

  void right_hand_side() {
    assembler_.residual(trajectory_.state(), r_, nullptr);
    assembler_.constraints(trajectory_.state(), ConstraintLevel::acceleration, level_);
    double* rows = nullptr;
    const double* accelerations = nullptr;
    FLEXURA_PETSC(VecGetArray(r_, &rows));
    FLEXURA_PETSC(VecGetArrayRead(level_, &accelerations));
    for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
      if (numbering_.equation(j).row != Row::equation) rows[j] = still_ ? 0.0 : -accelerations[j];
    FLEXURA_PETSC(VecRestoreArrayRead(level_, &accelerations));
    FLEXURA_PETSC(VecRestoreArray(r_, &rows));
  }

  double equation_error() {
    right_hand_side();
    const double* rows = nullptr;
    double sum = 0;
    FLEXURA_PETSC(VecGetArrayRead(r_, &rows));
    for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
      if (numbering_.equation(j).row == Row::equation) sum += rows[j] * rows[j];
    FLEXURA_PETSC(VecRestoreArrayRead(r_, &rows));
    if (assembler_.ranks() > 1) MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
    return std::sqrt(sum);
  }

  /// Returns the residual of the linear system.
  double pass() {
    linear_system();
    if (!redundancy_.solve(linear_, r_, u_, nullptr, 1, 1, Redundancy::Unmet::drop) && !put_off_servos()) {
      const std::string where = describe_null_space(assembler_, numbering_);
      throw SingularMatrix("initial accelerations: the matrix is singular" + (where.empty() ? where : "; " + where));
    }
    assembler_.with_ghosts(u_, [this](const double* u) { take(u); });
    VecHandle product = assembler_.create_vector();
    FLEXURA_PETSC(MatMult(assembler_.matrix(), u_, product));
    FLEXURA_PETSC(VecAXPY(product, -1, r_));
    double error = 0;
    FLEXURA_PETSC(VecNorm(product, NORM_2, &error));
    return error;
  }

  void linear_system() {
    right_hand_side();
    assembler_.jacobian(trajectory_.state(), diagonal_.data());
    redundancy_.add_diagonal(diagonal_.data(), small_);
    if (!deeper_.empty()) {
      Mat matrix = assembler_.matrix();
      FLEXURA_PETSC(MatSetOption(matrix, MAT_KEEP_NONZERO_PATTERN, PETSC_TRUE));
      FLEXURA_PETSC(MatZeroRows(matrix, static_cast<PetscInt>(put_off_.size()), put_off_.data(), 1, nullptr, nullptr));
      double* rows = nullptr;
      FLEXURA_PETSC(VecGetArray(r_, &rows));
      for (const PetscInt row : put_off_)
        rows[row - numbering_.first()] = -trajectory_.values()[row - numbering_.first()];
      FLEXURA_PETSC(VecRestoreArray(r_, &rows));
    }
    linear_.matrix_changed();
  }

  /// Takes the dependent constraint equations whose multipliers act elsewhere out of the system, and solves what is
  /// left.
  bool put_off_servos() {
    if (!deeper_.empty()) return false;
    const std::vector<PetscInt> dependent = dependent_equations(assembler_, numbering_);
    MatHandle transposed;
    FLEXURA_PETSC(MatTranspose(assembler_.matrix(), MAT_INITIAL_MATRIX, transposed.out()));
    for (const PetscInt row : dependent) {
      const auto own = row - numbering_.first();
      const bool mine = own >= numbering_.owned_nodes() && own < numbering_.owned();
      const bool is_servo = mine && numbering_.equation(static_cast<int>(own)).row != Row::equation &&
                            acts_elsewhere(assembler_.matrix(), transposed, row);
      if (is_servo) put_off_.push_back(row);
      const std::string name =
          said_by_largest(is_servo ? 1 : 0, is_servo ? numbering_.describe(static_cast<int>(own)) : std::string(),
                          assembler_.communicator());
      if (!name.empty()) deeper_ += (deeper_.empty() ? "" : "; ") + name;
    }
    if (deeper_.empty()) return false;
    linear_system();
    return redundancy_.solve(linear_, r_, u_, nullptr, 1, 1, Redundancy::Unmet::drop);
  }

  /// Whether the loads of a multiplier are along other motions than those its equation constrains.
  static bool acts_elsewhere(Mat matrix, Mat transposed, PetscInt row) {
    std::map<PetscInt, double> constrained;
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const double* values = nullptr;
    double size = 0;
    FLEXURA_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) {
      constrained[columns[k]] = values[k];
      size = std::max(size, std::abs(values[k]));
    }
    FLEXURA_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
    FLEXURA_PETSC(MatGetRow(transposed, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) {
      constrained[columns[k]] -= values[k];
      size = std::max(size, std::abs(values[k]));
    }
    FLEXURA_PETSC(MatRestoreRow(transposed, row, &count, &columns, &values));
    return std::any_of(constrained.begin(), constrained.end(),
                       [size](const auto& entry) { return std::abs(entry.second) > 1e-8 * size; });
  }

  void take(const double* u) {
    for (const NodeIndex i : numbering_.local_nodes()) {
      const double* a = u + numbering_.node(i);
      NodeState& node = trajectory_.nodes()[i];
      if (model_.properties(i).kind == NodeKind::scalar) {
        (as_value_[i] ? node.x : node.v)(0) += a[0];
        continue;
      }
      const int linear = std::min(3, model_.properties(i).unknown_count());
      node.a.setZero();
      for (int k = 0; k < linear; ++k) node.a(k) = a[k];
      if (!model_.properties(i).displacement_only()) node.alpha = Vec3(a[3], a[4], a[5]);
    }
    for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j)
      (numbering_.equation(j).order == Order::algebraic ? trajectory_.values() : trajectory_.rates())[j] += u[j];
  }

  Assembler& assembler_;
  const Numbering& numbering_;
  Model& model_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  LinearSolver& linear_;
  Redundancy& redundancy_;
  std::optional<double> still_;  // constraint accelerations leave out what does not depend on node accelerations
  VecHandle r_, level_, u_;
  std::vector<double> diagonal_;
  double small_ = 0;
  std::vector<PetscInt> put_off_;  // rows of this rank that say that their multiplier is zero
  std::string deeper_;
  std::vector<char> as_value_;  // by NodeIndex: the value of a scalar node is sought, not its rate
};

}  // namespace

double initial_accelerations(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                             DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, int max_passes,
                             std::string* deeper, std::optional<double> still) {
  InitialDerivatives derivatives(assembler, numbering, model, trajectory, drives, linear, redundancy, still);
  const double error = derivatives.solve(max_passes);
  if (deeper) *deeper = derivatives.deeper();
  trajectory.set_initial_momenta();
  return error;
}

}  // namespace flexura
