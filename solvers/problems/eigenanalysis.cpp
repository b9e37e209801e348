#include "solvers/problems/eigenanalysis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <Eigen/SparseCore>

#include "math/rotation.h"
#include "solvers/problems/eigen_dense.h"
#include "solvers/problems/eigen_sparse.h"

namespace flexura {

namespace {

using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Complex = std::complex<double>;

constexpr double two_pi = 2 * M_PI;
// Of a mode put back into the equations.
constexpr double residual_tolerance = 1e-8;
// Steps may miss an instant by the round-off of sums of steps.
constexpr double time_tolerance = 1e-12;
// Lines of the table that go to the terminal.
constexpr std::size_t most_lines = 100;

/// The polynomial on this rank.
class Polynomial {
 public:
  RowMatrix mass, damping, stiffness;

  Polynomial(const Linearisation& from, MPI_Comm communicator)
      : mass(gathered(from.mass, communicator)),
        damping(gathered(from.damping, communicator)),
        stiffness(gathered(from.stiffness, communicator)),
        time_scale_(from.time_scale) {
    equilibrate();
  }

  /// What z e^{st} leaves of the equations, relative to their terms, all rows and columns scaled to size one.
  [[nodiscard]] double error(const EigenPair& pair) const {
    const Eigen::VectorXcd rest = pair.s * pair.s * (mass * pair.z) + pair.s * (damping * pair.z) + stiffness * pair.z;
    const double speed = std::max(1.0, std::abs(pair.s) * time_scale_);
    double left = 0, size = 0;
    for (Eigen::Index i = 0; i < rest.size(); ++i) {
      left = std::max(left, std::abs(rest(i)) * row_factor_[i]);
      size = std::max(size, std::abs(pair.z(i)) / column_factor_[i]);
    }
    return left / (size * speed * speed);
  }
  /// Unknowns whose second derivative appears.
  [[nodiscard]] std::vector<int> inertial() const {
    std::vector<char> seen(mass.cols(), 0);
    for (int i = 0; i < mass.outerSize(); ++i)
      for (RowMatrix::InnerIterator it(mass, i); it; ++it) seen[it.col()] = 1;
    std::vector<int> list;
    for (int j = 0; j < static_cast<int>(seen.size()); ++j)
      if (seen[j]) list.push_back(j);
    return list;
  }

 private:
  /// Factors that bring the largest entry of every row and column to about one at |s| = 1/time_scale.
  void equilibrate() {
    const auto n = static_cast<std::size_t>(mass.rows());
    row_factor_.assign(n, 1);
    column_factor_.assign(n, 1);
    const double w = 1 / time_scale_;
    for (int pass = 0; pass < 10; ++pass) {
      std::vector<double> rows(n, 0), columns(n, 0);
      const auto look = [&](const RowMatrix& m, double factor) {
        for (int i = 0; i < m.outerSize(); ++i)
          for (RowMatrix::InnerIterator it(m, i); it; ++it) {
            const double value = factor * std::abs(it.value()) * row_factor_[i] * column_factor_[it.col()];
            rows[i] = std::max(rows[i], value);
            columns[it.col()] = std::max(columns[it.col()], value);
          }
      };
      look(mass, w * w);
      look(damping, w);
      look(stiffness, 1);
      for (std::size_t i = 0; i < n; ++i) {
        if (rows[i] > 0) row_factor_[i] /= std::sqrt(rows[i]);
        if (columns[i] > 0) column_factor_[i] /= std::sqrt(columns[i]);
      }
    }
  }

  double time_scale_;
  std::vector<double> row_factor_, column_factor_;
};

/// E x' = A x of the polynomial: rows of the model, then the definition of the rates.
void first_order(const Polynomial& p, const std::vector<int>& inertial, EigenResult& result) {
  const auto n = static_cast<int>(p.mass.rows());
  std::vector<int> rate(n, -1);
  for (int k = 0; k < static_cast<int>(inertial.size()); ++k) rate[inertial[k]] = n + k;
  const auto add = [](Triplets& to, int i, int j, double value) {
    to.row.push_back(i);
    to.column.push_back(j);
    to.value.push_back(value);
  };
  const auto each = [](const RowMatrix& m, auto&& use) {
    for (int i = 0; i < m.outerSize(); ++i)
      for (RowMatrix::InnerIterator it(m, i); it; ++it) use(i, static_cast<int>(it.col()), it.value());
  };
  each(p.damping, [&](int i, int j, double value) { add(result.e, i, j, value); });
  each(p.mass, [&](int i, int j, double value) { add(result.e, i, rate[j], value); });
  each(p.stiffness, [&](int i, int j, double value) { add(result.a, i, j, -value); });
  for (int k = 0; k < static_cast<int>(inertial.size()); ++k) {
    add(result.e, n + k, inertial[k], 1);
    add(result.a, n + k, n + k, 1);
  }
}

/// Whether the limits of the card let a mode pass.
bool wanted(const EigenSettings& settings, Complex s) {
  if (!settings.lower_limit && !settings.upper_limit) return true;
  const double frequency = std::abs(s.imag()) / two_pi;
  if (s.imag() == 0) return false;
  return (!settings.lower_limit || frequency >= *settings.lower_limit) &&
         (!settings.upper_limit || frequency <= *settings.upper_limit);
}

std::string limits_text(const EigenSettings& settings) {
  std::string text;
  if (settings.lower_limit) text += fmt::format(" from {:g} Hz", *settings.lower_limit);
  if (settings.upper_limit) text += fmt::format(" up to {:g} Hz", *settings.upper_limit);
  return text;
}

}  // namespace

Eigenanalyses::Eigenanalyses(const Assembler& assembler, const Numbering& numbering, const Model& model,
                             const std::vector<EigenSettings>& settings)
    : assembler_(assembler), numbering_(numbering), model_(model) {
  for (const EigenSettings& card : settings)
    for (const double time : card.times) instants_.push_back({time, &card, false});
}

bool Eigenanalyses::due(double time, bool before) const {
  const double slack = time_tolerance * std::max(1.0, std::abs(time));
  return std::any_of(instants_.begin(), instants_.end(), [&](const Instant& instant) {
    return !instant.done && (before ? instant.time < time - slack : instant.time <= time + slack);
  });
}

int Eigenanalyses::left() const {
  return static_cast<int>(std::count_if(instants_.begin(), instants_.end(), [](const auto& i) { return !i.done; }));
}

void Eigenanalyses::run(const State& state, const DriveContext& context, bool before,
                        const std::vector<DependentSet>& dependent, StepObserver& observer) {
  const double slack = time_tolerance * std::max(1.0, std::abs(state.time));
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    Instant& instant = instants_[k];
    if (instant.done || !(before ? instant.time < state.time - slack : instant.time <= state.time + slack)) continue;
    instant.done = true;
    analyse(*instant.settings, static_cast<int>(k), state, context, dependent, observer);
  }
}

void Eigenanalyses::analyse(const EigenSettings& settings, int number, const State& state, const DriveContext& context,
                            const std::vector<DependentSet>& dependent, StepObserver& observer) {
  const MPI_Comm communicator = assembler_.communicator();
  const auto fail = [&](const std::string& reason) {
    throw Error(ExitCode::not_converged, fmt::format("eigenanalysis at time {:.6g}: {}", state.time, reason));
  };
  if (numbering_.total() == 0) fail("the model has no unknowns");
  const Linearisation linear = linearise(assembler_, numbering_, model_, state, context, dependent);
  const Polynomial polynomial(linear, communicator);
  const std::vector<int> inertial = polynomial.inertial();

  EigenResult result;
  result.settings = &settings;
  result.number = number;
  result.step = state.step;
  result.time = state.time;
  result.coefficient = settings.coefficient();
  result.unknowns = static_cast<int>(linear.size());
  result.size = result.unknowns + static_cast<int>(inertial.size());
  describe_nodes(state, result);
  if (settings.matrices != EigenSettings::Matrices::none) first_order(polynomial, inertial, result);
  if (settings.solver == EigenSettings::Solver::none) {
    observer.eigen(result, state);
    return;
  }

  using Solver = EigenSettings::Solver;
  const bool dense = result.unknowns <= (settings.solver == Solver::dense ? dense_most : dense_limit);
  const DenseEigenpairs found =
      dense ? solve_dense(polynomial.mass, polynomial.damping, polynomial.stiffness, linear.time_scale)
            : solve_sparse(linear.mass, linear.damping, linear.stiffness, linear.time_scale, settings);
  if (found.singular) fail("the equations leave part of the motion open: a part without mass is held by nothing");
  if (found.pairs.empty())
    fail("the model has no finite eigenvalue: nothing in it has inertia or damping and can move");

  int inaccurate = 0;
  int zeros = 0;
  for (const EigenPair& pair : found.pairs) {
    if (polynomial.error(pair) > residual_tolerance) {
      ++inaccurate;
      continue;
    }
    if (pair.zero) ++zeros;
    if (!wanted(settings, pair.s)) continue;
    if (settings.count > 0 && static_cast<int>(result.modes.size()) >= settings.count) break;
    EigenMode mode{pair.s, pair.zero, {}};
    mode.vector.resize(result.size);
    double largest = 0;
    Complex unit = 1;
    for (int pass = 0; pass < 2 && largest == 0; ++pass) {
      const std::size_t count = pass == 0 ? inertial.size() : static_cast<std::size_t>(pair.z.size());
      for (std::size_t k = 0; k < count; ++k) {
        const Complex z = pair.z(pass == 0 ? inertial[k] : static_cast<int>(k));
        if (std::abs(z) <= largest * (1 + 1e-9)) continue;
        largest = std::abs(z);
        unit = z;
      }
    }
    for (int j = 0; j < result.unknowns; ++j) mode.vector[j] = pair.z(j) / unit;
    for (std::size_t k = 0; k < inertial.size(); ++k)
      mode.vector[result.unknowns + k] = pair.s * mode.vector[inertial[k]];
    result.modes.push_back(std::move(mode));
  }
  if (inaccurate == static_cast<int>(found.pairs.size())) fail("no eigenvalue satisfies the equations of the model");
  std::string none;
  if (result.modes.empty()) {
    double slowest = 0, fastest = 0;
    for (const EigenPair& pair : found.pairs) {
      const double f = std::abs(pair.s.imag()) / two_pi;
      if (f > 0 && (slowest == 0 || f < slowest)) slowest = f;
      fastest = std::max(fastest, f);
    }
    none = fmt::format("; warning: no complex mode{}; those found lie between {:.6g} and {:.6g} Hz",
                       limits_text(settings), slowest, fastest);
  }
  std::string text = fmt::format("Eigenanalysis {} at time {:.9g}, step {}: {} unknowns, ", number, state.time,
                                 state.step, result.unknowns);
  if (dense) {
    text += fmt::format("{} infinite eigenvalue{} of constraints and massless unknowns left out", found.infinite,
                        found.infinite == 1 ? "" : "s");
    if (found.undetermined > 0) text += fmt::format(", {} undetermined (redundant reactions)", found.undetermined);
  } else {
    text += fmt::format("the {} eigenvalues nearest to zero", found.pairs.size());
  }
  if (zeros > 0) text += fmt::format("; {} rigid-body mode{}", zeros, zeros == 1 ? "" : "s");
  if (inaccurate > 0)
    text += fmt::format("; warning: {} eigenvalue{} left out that the equations do not confirm", inaccurate,
                        inaccurate == 1 ? "" : "s");
  text += none;
  bool moves = false;
  for (const NodeIndex i : numbering_.local_nodes())
    moves = moves || (!state.statics && (state.nodes[i].v.norm() > 1e-6 || state.nodes[i].w.norm() > 1e-6));
  int anywhere = moves ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &anywhere, 1, MPI_INT, MPI_MAX, communicator);
  if (anywhere)
    text += "\nthe model moves: frequencies are those seen in global axes, with the coefficients of this instant";
  observer.message(result.modes.empty() ? text : text + "\n" + eigen_table(result, most_lines));
  observer.eigen(result, state);
}

void Eigenanalyses::describe_nodes(const State& state, EigenResult& result) const {
  const int count = model_.node_count();
  std::vector<int> offset(count, 0);
  std::vector<double> geometry(6 * static_cast<std::size_t>(count), 0.0);
  for (const NodeIndex i : numbering_.local_nodes()) {
    const int at = numbering_.node(i);
    if (at >= numbering_.owned() || !model_.properties(i).balanced()) continue;
    offset[i] = static_cast<int>(numbering_.global(at));
    if (!model_.properties(i).structural()) continue;
    Eigen::Map<Vec3>(geometry.data() + 6 * i) = state.nodes[i].x;
    if (!model_.properties(i).displacement_only())
      Eigen::Map<Vec3>(geometry.data() + 6 * i + 3) = rotation_log<double>(state.nodes[i].R);
  }
  if (assembler_.ranks() > 1) {
    MPI_Allreduce(MPI_IN_PLACE, offset.data(), count, MPI_INT, MPI_SUM, assembler_.communicator());
    MPI_Allreduce(MPI_IN_PLACE, geometry.data(), 6 * count, MPI_DOUBLE, MPI_SUM, assembler_.communicator());
  }
  for (NodeIndex i = 0; i < count; ++i) {
    const NodeProperties& node = model_.properties(i);
    if (node.kind == NodeKind::modal_coordinates) result.coordinates.emplace_back(i, offset[i]);
    if (!node.structural() || !node.has_unknowns()) continue;
    result.labels.push_back(model_.label(i));
    result.offsets.push_back(offset[i]);
    std::array<double, 6> pose{};
    std::copy_n(geometry.data() + 6 * i, 6, pose.begin());
    result.geometry.push_back(pose);
  }
}

std::string eigen_table(const EigenResult& result, std::size_t most) {
  std::string text = "  Mode n.             Real               Imag         Damp %          Freq Hz";
  const std::size_t lines = std::min(most, result.modes.size());
  for (std::size_t k = 0; k < lines; ++k) {
    const Complex s = result.modes[k].s;
    const double size = std::abs(s);
    if (result.modes[k].rigid) {
      text += fmt::format("\n{:>9}: {:>16} {:>18} j {:>12} {:>16}  rigid body", k + 1, 0, 0, "-", 0);
    } else {
      // Adding zero takes the sign off zeros.
      text += fmt::format("\n{:>9}: {:>16.10g} {:>+18.12g} j {:>12.6g} {:>16.11g}", k + 1, s.real() + 0.0,
                          s.imag() + 0.0, size > 0 ? -100 * s.real() / size + 0.0 : 0.0, s.imag() / two_pi + 0.0);
    }
  }
  if (lines < result.modes.size()) text += fmt::format("\n  ... and {} more", result.modes.size() - lines);
  return text;
}

}  // namespace flexura
