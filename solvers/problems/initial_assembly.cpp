#include "solvers/problems/initial_assembly.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "math/rotation.h"
#include "solvers/nonlinear/agree.h"
#include "solvers/nonlinear/singular_matrix.h"
#include "solvers/problems/friction_rows.h"

namespace flexura {

namespace {

// Weight of the multiplier of a velocity-level constraint while positions are assembled: keeps it at zero.
constexpr double frozen = 1e20;
// Weight that stands for none, so that nodes the constraints do not touch stay where they are.
constexpr double weightless = 1e-12;
// What round-off leaves of the balance of forces, of their absolute sum.
constexpr double round_off = 1e-13;
// What round-off leaves of a row that depends on others, its length being one.
constexpr double least_redundancy_tolerance = 1e-8;

/// How many of a node's unknowns are positions (or coordinates).
int linear_count(const NodeProperties& node) { return std::min(3, node.unknown_count()); }

void add_linear(const NodeProperties& node, const double* unknowns, Vec3& to) {
  const int count = linear_count(node);
  for (int k = 0; k < count; ++k) to(k) += unknowns[k];
}

class InitialAssembly {
 public:
  InitialAssembly(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                  DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, const AssemblySettings& settings)
      : assembler_(assembler),
        numbering_(numbering),
        model_(model),
        trajectory_(trajectory),
        drives_(drives),
        linear_(linear),
        redundancy_(redundancy),
        settings_(settings),
        r_(assembler.create_vector()),
        u_(assembler.create_vector()),
        input_(trajectory.nodes()),
        diagonal_(numbering.owned(), 0.0) {}

  AssemblyReport run() {
    State& state = trajectory_.state();
    const double c = state.c;
    if (settings_.deformable) {
      equilibrium(state);
    } else {
      assembler_.set_filter(constrains);
      positions(state);
    }
    assembler_.set_filter(constrains);
    velocities(state);
    state.c = c;
    trajectory_.set_initial_unknowns();
    assembler_.set_filter({});
    collect_moves();
    return report_;
  }

 private:
  /// Joints that constrain something; springs between nodes have no say in where these stand unless asked for.
  static bool constrains(const ElementBatch& batch) {
    for (int i = 0; i < batch.size(); ++i)
      if (batch.unknown_count(i) > 0) return batch.family() == "joint" || batch.family() == "modal interface";
    return false;
  }

  /// Positions with the forces of deformable elements and the loads that were asked for, all as at rest.
  void equilibrium(State& state) {
    assembler_.set_filter([this](const ElementBatch& batch) {
      const std::string_view family = batch.family();
      if (family == "body" || family == "beam inertia") return settings_.weight;
      if (family == "force") return settings_.forces;
      if (family == "loadable") return settings_.loadable;
      return family == "joint" || family == "modal interface" || family == "beam";
    });
    const bool statics = state.statics;
    const GravityField* gravity = state.gravity;
    const Vec3 uniform_gravity = state.uniform_gravity;
    state.statics = true;
    if (!settings_.weight) {
      state.gravity = nullptr;
      state.uniform_gravity.setZero();
    }
    report_.equilibrium = true;
    absolute_ = assembler_.create_vector();
    extent_ = extent();
    positions(state);
    state.statics = statics;
    state.gravity = gravity;
    state.uniform_gravity = uniform_gravity;
  }

  /// Diagonal of the box around all nodes, m; 1 when they are in one place.
  double extent() const {
    std::array<double, 6> most;  // of the coordinates, and of their opposites
    most.fill(-std::numeric_limits<double>::infinity());
    for (const NodeIndex i : numbering_.local_nodes()) {
      if (!model_.properties(i).structural()) continue;
      for (int k = 0; k < 3; ++k) {
        most[k] = std::max(most[k], input_[i].x(k));
        most[3 + k] = std::max(most[3 + k], -input_[i].x(k));
      }
    }
    if (assembler_.ranks() > 1)
      MPI_Allreduce(MPI_IN_PLACE, most.data(), 6, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
    const double size = std::hypot(most[0] + most[3], most[1] + most[4], most[2] + most[5]);
    return size > 0 && std::isfinite(size) ? size : 1;
  }

  /// Stiffness that holds nodes where they are while forces are far from balanced (pseudo-transient continuation, C. T.
  /// Kelley, D. E. Keyes, SIAM J. Numer. Anal. 35 (1998) 508): a chain without tension has no other. It goes with the
  /// residual, so that the last iterations are Newton's.
  void hold(double error) {
    set_diagonal([](const NodeProperties& node) { return node.position_stiffness; });
    const double stiffness = error / extent_;
    for (const NodeIndex i : numbering_.local_nodes()) {
      const int first = numbering_.node(i);
      if (first >= numbering_.owned_balance()) continue;
      for (int k = 0; k < model_.properties(i).unknown_count(); ++k)
        diagonal_[first + k] += k < 3 ? stiffness : stiffness * extent_ * extent_;
    }
  }

  [[nodiscard]] static double weight_of(double stiffness) { return stiffness > 0 ? stiffness : weightless; }

  /// Sets the owned rows of r to the given function of (local row) after the element residual.
  template <class F>
  void with_rows(F&& f) {
    double* rows = nullptr;
    FLEXURA_PETSC(VecGetArray(r_, &rows));
    f(rows);
    FLEXURA_PETSC(VecRestoreArray(r_, &rows));
  }

  double norm() const {
    double value = 0;
    FLEXURA_PETSC(VecNorm(r_, NORM_2, &value));
    return value;
  }

  void solve(bool damped) {
    linear_.matrix_changed();
    if (!(damped ? redundancy_.solve_damped(linear_, r_, u_, trajectory_.values().data())
                 : redundancy_.solve(linear_, r_, u_, nullptr, 1, 1, Redundancy::Unmet::drop))) {
      const std::string where = describe_null_space(assembler_, numbering_);
      throw Error(ExitCode::assembly_failed,
                  "initial assembly: the matrix is singular" + (where.empty() ? where : "; " + where));
    }
  }

  /// With c = 1 the Newton matrix is [W + K_c, -B; phi_q, 0] on (dx, theta, lambda).
  void positions(State& state) {
    state.c = 1;
    set_diagonal([](const NodeProperties& node) { return node.position_stiffness; });
    const int allowed = settings_.max_iterations < 0 ? 100 : settings_.max_iterations;
    std::vector<char> velocity_row(numbering_.owned(), 0);
    for (int j = 0; j < numbering_.owned(); ++j) velocity_row[j] = numbering_.equation(j).row != Row::constraint;
    double moved = 0;  // largest displacement or rotation of the last iteration
    for (int iteration = 0;; ++iteration) {
      drives_.set_state();
      assembler_.residual(state, r_, report_.equilibrium ? static_cast<Vec>(absolute_) : nullptr);
      double violation = 0;
      with_rows([&](double* rows) {
        for (const NodeIndex i : numbering_.local_nodes()) {
          const int first = numbering_.node(i);
          if (first >= numbering_.owned_balance()) continue;
          const double w = weight_of(model_.properties(i).position_stiffness);
          const NodeState& now = trajectory_.nodes()[i];
          const int linear = linear_count(model_.properties(i));
          for (int k = 0; k < linear; ++k) rows[first + k] += w * (input_[i].x(k) - now.x(k));
          if (model_.properties(i).displacement_only()) continue;
          Eigen::Map<Vec3>(rows + first + 3) += w * rotation_log<double>(input_[i].R * now.R.transpose());
        }
        for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j) {
          if (numbering_.equation(j).row != Row::constraint) rows[j] = 0;
          violation = std::max(violation, std::abs(rows[j]));
        }
      });
      if (assembler_.ranks() > 1)
        MPI_Allreduce(MPI_IN_PLACE, &violation, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
      if (iteration == 0) {
        // Rows that data with such errors may keep from being dependent are taken to be so.
        redundancy_.detect(state, std::clamp(10 * violation, least_redundancy_tolerance, 0.1));
      }
      const double before = report_.violation;
      const double error = norm();
      if (!std::isfinite(error)) throw Error(ExitCode::not_a_number, "initial assembly: the residual is not a number");
      report_.error = error;
      report_.iterations = iteration;
      report_.violation = violation;
      double enough = settings_.tolerance;
      if (report_.equilibrium) {
        double forces = 0;
        FLEXURA_PETSC(VecNorm(absolute_, NORM_2, &forces));
        enough = std::max(enough, round_off * forces);
      }
      const bool stagnates = iteration > 0 && violation > 0.5 * before;
      // Met as well as can be: the last step of a quadratic iteration costs little, and the search for dependent
      // equations has to be sharp.
      const bool sharp = violation < 1e-13 || stagnates || iteration >= allowed;
      if (error <= enough && sharp) return;
      if (redundancy_.any() && stagnates && violation > 0.9 * before && moved < 0.01 * violation) fail_contradictory();
      if (iteration >= allowed) {
        throw Error(ExitCode::assembly_failed,
                    fmt::format("initial assembly: positions do not satisfy the constraints{} after {} iterations: "
                                "error {:.3e}, tolerance {:.3e}; largest violation: {}",
                                report_.equilibrium ? " and balance the forces" : "", iteration, report_.error,
                                settings_.tolerance, worst()));
      }
      if (report_.equilibrium) hold(error);
      position_matrix(state);
      const double damping = std::clamp(violation * violation, 1e-12, 1e-2);
      redundancy_.add_diagonal(diagonal_.data(), weightless, velocity_row.data(), damping);
      solve(true);
      assembler_.with_ghosts(u_, [&](const double* u) { moved = move(u); });
      if (assembler_.ranks() > 1)
        MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_DOUBLE, MPI_MAX, assembler_.communicator());
    }
  }

  /// Multipliers of dependent equations are arbitrary while the equations are not met, and so would be their stiffness.
  void position_matrix(const State& state) {
    std::vector<double>& y = trajectory_.values();
    if (redundancy_.any()) {
      multipliers_ = y;
      std::fill(y.begin(), y.end(), 0.0);
    }
    assembler_.jacobian(state, diagonal_.data());
    if (redundancy_.any()) std::copy(multipliers_.begin(), multipliers_.end(), y.begin());
    turn_springs();
  }

  /// The diagonal has W for the springs of rotation, W log(R_in R^T); their derivative is W Gamma^-T of that vector. Of
  /// nodes whose rotations no element couples the matrix has the diagonal only: these converge all the same.
  void turn_springs() {
    Mat matrix = assembler_.matrix();
    FLEXURA_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_LOCATIONS, PETSC_FALSE));
    for (const NodeIndex i : numbering_.local_nodes()) {
      const int first = numbering_.node(i);
      if (first >= numbering_.owned_balance() || model_.properties(i).displacement_only()) continue;
      const Vec3 turn = rotation_log<double>(input_[i].R * trajectory_.nodes()[i].R.transpose());
      if (turn.isZero(0)) continue;
      const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> rest =
          weight_of(model_.properties(i).position_stiffness) *
          (rotation_inverse_tangent(turn).transpose() - Mat3::Identity());
      const PetscInt row = numbering_.global(first) + 3;
      const std::array<PetscInt, 3> at{row, row + 1, row + 2};
      FLEXURA_PETSC(MatSetValues(matrix, 3, at.data(), 3, at.data(), rest.data(), ADD_VALUES));
    }
    FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    FLEXURA_PETSC(MatSetOption(matrix, MAT_NEW_NONZERO_LOCATIONS, PETSC_TRUE));
  }

  [[noreturn]] void fail_contradictory() {
    throw Error(ExitCode::assembly_failed,
                fmt::format("initial assembly: redundant constraints contradict each other, by {:.3e} at most "
                            "(tolerance {:.3e}); no position of the nodes satisfies all of these: {}",
                            report_.violation, settings_.tolerance, worst(6)));
  }

  double move(const double* u) {
    double most = 0;
    for (const NodeIndex i : numbering_.local_nodes()) {
      if (!model_.properties(i).balanced()) continue;
      const double* d = u + numbering_.node(i);
      NodeState& node = trajectory_.nodes()[i];
      add_linear(model_.properties(i), d, node.x);
      const int linear = linear_count(model_.properties(i));
      for (int k = 0; k < linear; ++k) most = std::max(most, std::abs(d[k]));
      if (model_.properties(i).displacement_only()) continue;
      const Vec3 turn(d[3], d[4], d[5]);
      // A step larger than half a turn says only which way to go.
      const double angle = turn.norm();
      most = std::max(most, angle);
      node.R = rotation_exp<double>(angle > 2 ? Vec3(turn * (2 / angle)) : turn) * node.R;
    }
    for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j) trajectory_.values()[j] += u[j];
    return most;
  }

  /// Weights of structural nodes; scalar nodes and internal variables stay as they are.
  template <class Stiffness>
  void set_diagonal(Stiffness&& stiffness) {
    for (int j = 0; j < numbering_.owned(); ++j) {
      const Row row = numbering_.equation(j).row;
      diagonal_[j] = row == Row::rate || row == Row::equation ? -frozen : 0;
    }
    for (const NodeIndex i : numbering_.local_nodes()) {
      const int first = numbering_.node(i);
      if (first >= numbering_.owned_balance()) continue;
      for (int k = 0; k < model_.properties(i).unknown_count(); ++k)
        diagonal_[first + k] = weight_of(stiffness(model_.properties(i)));
    }
  }

  /// With c = 0 the matrix is [W, -B; phi_q or A, 0] on (dv, dw, mu).
  void velocities(State& state) {
    state.c = 0;
    set_diagonal([](const NodeProperties& node) { return node.velocity_stiffness; });
    for (int j = numbering_.owned_nodes(); j < numbering_.owned(); ++j)
      if (numbering_.equation(j).row == Row::rate && !is_friction(numbering_.equation(j))) diagonal_[j] = 0;
    NodeArray<NodeState>& nodes = trajectory_.nodes();
    for (const NodeIndex i : numbering_.local_nodes()) {
      if (model_.properties(i).omega_rotates) {
        nodes[i].w = nodes[i].R * input_[i].R.transpose() * nodes[i].w;
        input_[i].w = nodes[i].w;
      }
    }
    trajectory_.set_initial_unknowns();
    for (int pass = 0; pass < 3; ++pass) {
      assembler_.constraints(state, ConstraintLevel::velocity, r_);
      with_rows([&](double* rows) {
        for (int j = 0; j < numbering_.owned(); ++j) rows[j] = -rows[j];
      });
      if (norm() <= 1e-3 * settings_.tolerance) return;
      // mu starts from zero in each pass, so the dummy dampers pull from the present velocity.
      assembler_.jacobian(state, diagonal_.data());
      redundancy_.add_diagonal(diagonal_.data(), weightless);
      solve(false);
      assembler_.with_ghosts(u_, [&](const double* u) {
        for (const NodeIndex i : numbering_.local_nodes()) {
          if (!model_.properties(i).balanced()) continue;
          const double* d = u + numbering_.node(i);
          add_linear(model_.properties(i), d, nodes[i].v);
          if (!model_.properties(i).displacement_only()) nodes[i].w += Vec3(d[3], d[4], d[5]);
        }
      });
    }
    assembler_.constraints(state, ConstraintLevel::velocity, r_);
    if (norm() > settings_.tolerance)
      throw Error(ExitCode::assembly_failed, fmt::format("initial assembly: velocities do not satisfy the constraints: "
                                                         "error {:.3e}, tolerance {:.3e}; largest violation: {}",
                                                         norm(), settings_.tolerance, worst()));
  }

  /// The constraint equations with the largest violations, by name; the same text on all ranks.
  std::string worst(std::size_t most = 1) {
    std::vector<std::pair<double, int>> order;
    double* rows = nullptr;
    FLEXURA_PETSC(VecGetArray(r_, &rows));
    for (int j = report_.equilibrium ? 0 : numbering_.owned_balance(); j < numbering_.owned(); ++j)
      order.emplace_back(-std::abs(rows[j]), j);
    const std::size_t count = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end());
    std::string text;
    for (std::size_t k = 0; k < count; ++k) {
      if (std::abs(order[k].first) < 1e-3 * std::abs(order[0].first)) break;
      text +=
          fmt::format("{}{} {:.3e}", k == 0 ? "" : "; ", numbering_.describe(order[k].second), rows[order[k].second]);
    }
    FLEXURA_PETSC(VecRestoreArray(r_, &rows));
    return said_by_largest(order.empty() ? 0 : -order[0].first, text, assembler_.communicator());
  }

  void collect_moves() {
    for (const NodeIndex i : numbering_.local_nodes()) {
      if (numbering_.node(i) >= numbering_.owned_balance()) continue;
      const NodeState& now = trajectory_.nodes()[i];
      const NodeState& was = model_.node(i).initial;
      const NodeAdjustment move{i, (now.x - was.x).norm(), rotation_log<double>(now.R * was.R.transpose()).norm(),
                                (now.v - was.v).norm(), (now.w - was.w).norm()};
      if (std::max({move.distance, move.angle, move.velocity, move.angular_velocity}) > settings_.tolerance)
        report_.moved.push_back(move);
    }
  }

  Assembler& assembler_;
  const Numbering& numbering_;
  Model& model_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  LinearSolver& linear_;
  Redundancy& redundancy_;
  const AssemblySettings& settings_;
  VecHandle r_, u_;
  VecHandle absolute_;  // absolute sums of forces, when these take part
  double extent_ = 1;   // of the model, m
  NodeArray<NodeState> input_;
  std::vector<double> diagonal_, multipliers_;
  AssemblyReport report_;
};

}  // namespace

AssemblyReport assemble_initial_state(Assembler& assembler, const Numbering& numbering, Model& model,
                                      Trajectory& trajectory, DriveTable& drives, LinearSolver& linear,
                                      Redundancy& redundancy, const AssemblySettings& settings) {
  return InitialAssembly(assembler, numbering, model, trajectory, drives, linear, redundancy, settings).run();
}

}  // namespace flexura
