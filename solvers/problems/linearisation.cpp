#include "solvers/problems/linearisation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "assembly/ranks.h"
#include "math/rotation.h"
#include "solvers/nonlinear/agree.h"
#include "solvers/problems/feedback.h"

namespace flexura {

namespace {

// c and 1/c whose squares leave nothing of the other terms in double precision, and are far from overflow.
constexpr int extreme_exponent = 100;
// Of an entry that an extreme c does not determine less than this remains, relative to its row.
constexpr double vanished = 1e-20;
// What may be left of a row at the checking c, relative to its largest entry.
constexpr double fit_tolerance = 1e-8;

/// The sequential parts of a matrix: diagonal and off-diagonal block of this rank's rows.
class Blocks {
 public:
  explicit Blocks(Mat matrix) {
    PetscBool parallel = PETSC_FALSE;
    FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &parallel));
    if (parallel) {
      FLEXURA_PETSC(MatMPIAIJGetSeqAIJ(matrix, &block_[0], &block_[1], nullptr));
      count_ = 2;
    } else {
      block_[0] = matrix;
      count_ = 1;
    }
    for (int b = 0; b < count_; ++b) {
      MatInfo info;
      FLEXURA_PETSC(MatGetInfo(block_[b], MAT_LOCAL, &info));
      size_[b] = static_cast<std::size_t>(info.nz_used);
      FLEXURA_PETSC(MatSeqAIJGetArray(block_[b], &values_[b]));
    }
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks() {
    for (int b = 0; b < count_; ++b) MatSeqAIJRestoreArray(block_[b], &values_[b]);
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] std::size_t size(int b) const { return size_[b]; }
  [[nodiscard]] double* values(int b) const { return values_[b]; }
  /// The row of each entry of a block.
  [[nodiscard]] std::vector<int> rows(int b) const {
    PetscInt n = 0;
    const PetscInt *start = nullptr, *columns = nullptr;
    PetscBool done = PETSC_FALSE;
    FLEXURA_PETSC(MatGetRowIJ(block_[b], 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &columns, &done));
    std::vector<int> rows(size_[b]);
    for (PetscInt i = 0; i < n; ++i) std::fill(rows.begin() + start[i], rows.begin() + start[i + 1], i);
    FLEXURA_PETSC(MatRestoreRowIJ(block_[b], 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &columns, &done));
    return rows;
  }

 private:
  Mat block_[2] = {nullptr, nullptr};
  double* values_[2] = {nullptr, nullptr};
  std::size_t size_[2] = {0, 0};
  int count_ = 1;
};

class Linearizer {
 public:
  Linearizer(const Assembler& assembler, const Numbering& numbering, const State& state)
      : assembler_(assembler), numbering_(numbering), state_(state) {
    left_ = assembler.create_vector();
    right_ = assembler.create_vector();
    spin_.assign(numbering.owner().node_rank.size(), Mat3::Identity());
    state_.spin = spin_.data();
    if (state_.statics) stop(numbering.owner().node_rank.size());
    state_.statics = false;
  }

  Linearisation run() {
    Linearisation result;
    const double extreme = std::ldexp(1.0, extreme_exponent);
    result.mass = polynomial(1 / extreme, 0);
    result.stiffness = polynomial(extreme, 2);
    // A first guess from mass and stiffness, which may be nothing but round-off, then with the damping.
    double c = time_scale(result);
    result.damping = polynomial(c, 0);
    separate(result, c);
    c = time_scale(result);
    result.damping = polynomial(c, 0);
    separate(result, c);
    result.time_scale = c;
    check(result, 2 * c);
    return result;
  }

 private:
  /// Static states are at rest, whatever rates the integration formula gives their unknowns.
  void stop(std::size_t nodes) {
    at_rest_.assign(state_.nodes, state_.nodes + nodes);
    for (NodeState& node : at_rest_) {
      node.v.setZero();
      node.w.setZero();
    }
    state_.nodes = at_rest_.data();
  }

  /// The scaled matrix at c, divided by c^power.
  MatHandle polynomial(double c, int power) {
    state_.c = c;
    state_.coefficients = nullptr;
    for (const NodeIndex i : numbering_.local_nodes()) spin_[i] = Mat3::Identity() - c * skew(state_.nodes[i].w);
    assembler_.jacobian(state_);
    double *left = nullptr, *right = nullptr;
    FLEXURA_PETSC(VecGetArray(left_, &left));
    FLEXURA_PETSC(VecGetArray(right_, &right));
    const double unit = std::pow(c, -power);
    for (int j = 0; j < numbering_.owned(); ++j) {
      const EquationInfo& about = numbering_.equation(j);
      left[j] = unit * (about.row == Row::balance ? 1 : about.row == Row::constraint ? c * c : c);
      // Multipliers are solved for as c lambda; scalar nodes are not, whatever their order.
      right[j] = j >= numbering_.owned_nodes() && about.order == Order::algebraic ? c * c : 1;
    }
    FLEXURA_PETSC(VecRestoreArray(left_, &left));
    FLEXURA_PETSC(VecRestoreArray(right_, &right));
    MatHandle result;
    FLEXURA_PETSC(MatDuplicate(assembler_.matrix(), MAT_COPY_VALUES, result.out()));
    FLEXURA_PETSC(MatDiagonalScale(result, left_, right_));
    return result;
  }

  /// Median over the rows with inertia of the shorter of sqrt(mass/stiffness) and mass/damping, as a power of two.
  double time_scale(const Linearisation& matrices) const {
    VecHandle of_mass = assembler_.create_vector();
    VecHandle of_stiffness = assembler_.create_vector();
    FLEXURA_PETSC(MatGetRowMaxAbs(matrices.mass, of_mass, nullptr));
    FLEXURA_PETSC(MatGetRowMaxAbs(matrices.stiffness, of_stiffness, nullptr));
    VecHandle of_damping = assembler_.create_vector();
    if (matrices.damping) {
      FLEXURA_PETSC(MatGetRowMaxAbs(matrices.damping, of_damping, nullptr));
    } else {
      FLEXURA_PETSC(VecSet(of_damping, 0));
    }
    // The limits still have traces of damping, far below anything that counts.
    double largest_mass = 0, largest_stiffness = 0;
    FLEXURA_PETSC(VecMax(of_mass, nullptr, &largest_mass));
    FLEXURA_PETSC(VecMax(of_stiffness, nullptr, &largest_stiffness));
    // How many rows have which exponent.
    constexpr int range = 300;
    std::vector<int> rows(2 * range + 1, 0);
    const double *m = nullptr, *k = nullptr, *d = nullptr;
    FLEXURA_PETSC(VecGetArrayRead(of_mass, &m));
    FLEXURA_PETSC(VecGetArrayRead(of_stiffness, &k));
    FLEXURA_PETSC(VecGetArrayRead(of_damping, &d));
    for (int j = 0; j < numbering_.owned(); ++j) {
      if (!(m[j] > 1e-18 * largest_mass)) continue;
      const double rate = std::max(k[j] > 1e-18 * largest_stiffness ? std::sqrt(k[j] / m[j]) : 0, d[j] / m[j]);
      if (rate > 0) ++rows[range + std::clamp(static_cast<int>(std::lround(-std::log2(rate))), -range, range)];
    }
    FLEXURA_PETSC(VecRestoreArrayRead(of_mass, &m));
    FLEXURA_PETSC(VecRestoreArrayRead(of_stiffness, &k));
    FLEXURA_PETSC(VecRestoreArrayRead(of_damping, &d));
    if (assembler_.ranks() > 1)
      MPI_Allreduce(MPI_IN_PLACE, rows.data(), 2 * range + 1, MPI_INT, MPI_SUM, assembler_.communicator());
    const int all = std::accumulate(rows.begin(), rows.end(), 0);
    if (all == 0) return 1;
    int exponent = -range;
    for (int seen = rows[0]; 2 * seen < all; seen += rows[++exponent + range]) {
    }
    return std::ldexp(1.0, std::clamp(exponent, -60, 60));
  }

  /// Leaves in `damping`, which is the polynomial at c, what mass and stiffness do not explain. Sums of many terms
  /// differ by round-off: what is small against the row is none.
  void separate(Linearisation& matrices, double c) const {
    const Blocks mass(matrices.mass), stiffness(matrices.stiffness), damping(matrices.damping);
    std::vector<double> most(numbering_.owned(), 0.0);
    for (int b = 0; b < mass.count(); ++b) {
      const std::vector<int> rows = mass.rows(b);
      for (std::size_t at = 0; at < mass.size(b); ++at)
        most[rows[at]] = std::max({most[rows[at]], std::abs(mass.values(b)[at]), std::abs(damping.values(b)[at]),
                                   c * c * std::abs(stiffness.values(b)[at])});
    }
    constexpr double noise = 16 * std::numeric_limits<double>::epsilon();
    for (int b = 0; b < mass.count(); ++b) {
      const std::vector<int> rows = mass.rows(b);
      double *m = mass.values(b), *k = stiffness.values(b), *d = damping.values(b);
      for (std::size_t at = 0; at < mass.size(b); ++at) {
        const double row = most[rows[at]];
        if (std::abs(m[at]) < vanished * row) m[at] = 0;
        if (c * c * std::abs(k[at]) < vanished * row) k[at] = 0;
        const double rest = d[at] - m[at] - c * c * k[at];
        d[at] = std::abs(rest) <= noise * row ? 0 : rest / c;
      }
    }
  }

  void check(const Linearisation& matrices, double c) {
    const MatHandle whole = polynomial(c, 0);
    const Blocks mass(matrices.mass), stiffness(matrices.stiffness), damping(matrices.damping), total(whole);
    std::vector<double> size(numbering_.owned(), 0.0), error(numbering_.owned(), 0.0);
    for (int b = 0; b < mass.count(); ++b) {
      const std::vector<int> rows = mass.rows(b);
      for (std::size_t at = 0; at < mass.size(b); ++at) {
        const double m = mass.values(b)[at], d = c * damping.values(b)[at], k = c * c * stiffness.values(b)[at];
        size[rows[at]] = std::max({size[rows[at]], std::abs(m), std::abs(d), std::abs(k)});
        error[rows[at]] = std::max(error[rows[at]], std::abs(total.values(b)[at] - m - d - k));
      }
    }
    int worst = -1;
    double most = 0;
    for (int j = 0; j < numbering_.owned(); ++j) {
      if (error[j] <= fit_tolerance * size[j] || error[j] <= most * size[j]) continue;
      worst = j;
      most = size[j] > 0 ? error[j] / size[j] : std::numeric_limits<double>::infinity();
    }
    const std::string name =
        said_by_largest(most, worst >= 0 ? numbering_.describe(worst) : std::string(), assembler_.communicator());
    if (name.empty()) return;
    throw Error(ExitCode::internal_error,
                fmt::format("eigenanalysis: the derivatives of this equation are not those of a linear system with "
                            "constant coefficients: {}",
                            name));
  }

  const Assembler& assembler_;
  const Numbering& numbering_;
  State state_;
  std::vector<Mat3> spin_;
  std::vector<NodeState> at_rest_;  // only in statics
  VecHandle left_, right_;
};

/// One equation for every combination that acts on nothing: the one with the largest part in it. Those of this rank.
std::vector<PetscInt> superfluous_rows(const Numbering& numbering, const Model& model,
                                       const std::vector<DependentSet>& dependent) {
  std::vector<PetscInt> rows;
  for (const DependentSet& set : dependent) {
    const auto equations = static_cast<Eigen::Index>(set.equations.size());
    Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(set.combinations.size()), equations);
    for (Eigen::Index k = 0; k < weights.rows(); ++k)
      for (const auto& [equation, weight] : set.combinations[k]) weights(k, equation) = weight;
    for (Eigen::Index k = 0; k < weights.rows(); ++k) {
      Eigen::Index pivot = 0;
      if (!(weights.row(k).cwiseAbs().maxCoeff(&pivot) > 0)) continue;
      for (Eigen::Index other = k + 1; other < weights.rows(); ++other)
        weights.row(other) -= weights(other, pivot) / weights(k, pivot) * weights.row(k);
      const ConstraintEquation& out = set.equations[pivot];
      const auto& local = numbering.elements(out.batch);
      if (std::find(local.begin(), local.end(), out.element) == local.end()) continue;
      const ElementBatch& batch = model.batch(out.batch);
      rows.push_back(numbering.global(batch.dofs(out.element)[6 * batch.node_count(out.element) + out.equation]));
    }
  }
  return rows;
}

}  // namespace

Linearisation linearise(const Assembler& assembler, const Numbering& numbering, const Model& model, const State& state,
                        const DriveContext& context, const std::vector<DependentSet>& dependent) {
  Linearisation result = Linearizer(assembler, numbering, state).run();
  add_feedback(result, assembler, numbering, model, state, context);
  if (dependent.empty()) return result;
  const std::vector<PetscInt> rows = superfluous_rows(numbering, model, dependent);
  const auto count = static_cast<PetscInt>(rows.size());
  FLEXURA_PETSC(MatZeroRowsColumns(result.mass, count, rows.data(), 0, nullptr, nullptr));
  FLEXURA_PETSC(MatZeroRowsColumns(result.damping, count, rows.data(), 0, nullptr, nullptr));
  FLEXURA_PETSC(MatZeroRowsColumns(result.stiffness, count, rows.data(), 1, nullptr, nullptr));
  result.removed = rows;
  return result;
}

Eigen::SparseMatrix<double, Eigen::RowMajor> gathered(Mat matrix, MPI_Comm communicator) {
  const int ranks = ranks_in(communicator);
  MatHandle copy;
  Mat whole = matrix;
  if (ranks > 1) {
    FLEXURA_PETSC(MatCreateRedundantMatrix(matrix, ranks, MPI_COMM_NULL, MAT_INITIAL_MATRIX, copy.out()));
    whole = copy;
  }
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetSize(whole, &n, nullptr));
  std::vector<Eigen::Triplet<double>> entries;
  for (PetscInt i = 0; i < n; ++i) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const double* values = nullptr;
    FLEXURA_PETSC(MatGetRow(whole, i, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k)
      if (values[k] != 0) entries.emplace_back(i, columns[k], values[k]);
    FLEXURA_PETSC(MatRestoreRow(whole, i, &count, &columns, &values));
  }
  Eigen::SparseMatrix<double, Eigen::RowMajor> result(n, n);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace flexura
