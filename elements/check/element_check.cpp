#include "elements/check/element_check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <set>

#include <fmt/format.h>

#include "elements/check/jacobian_check.h"
#include "math/skew.h"

namespace flexura::checks {

namespace {

constexpr unsigned seeds = 3;

double relative(double error, double size) { return error / std::max(size, 1e-3); }

/// Why an equation is summed in a wrong group; empty when it may be right.
std::string group_objection(const UnknownInfo& equation) {
  const auto one_of = [&](std::initializer_list<Dimension> list) {
    return std::find(list.begin(), list.end(), equation.dimension) != list.end();
  };
  using enum Dimension;
  const bool of_positions = equation.row == Row::constraint, of_velocities = equation.row == Row::rate;
  if ((of_positions && one_of({velocity, angular_velocity, acceleration, angular_acceleration})) ||
      (of_velocities && one_of({length, angle, acceleration, angular_acceleration})))
    return fmt::format("a constraint of {} has the dimension of {}", of_positions ? "positions" : "velocities",
                       name_of(equation.dimension));
  return {};
}

/// One element of the type in a model of its own.
class Subject {
 public:
  Subject(const Sample& sample, const Expectations& expected)
      : sample_(sample),
        expected_(expected),
        text_(sample_nodes() + sample.text),
        batch_(batch_of(text_.model, sample.type)) {}

  [[nodiscard]] Scene scene(unsigned seed, double c = 0.5) {
    Scene scene(text_.model, seed);
    scene.state.c = c;
    scatter(scene, sample_);
    return scene;
  }
  [[nodiscard]] int kinematic() const { return 6 * batch_.node_count(0); }
  [[nodiscard]] bool scalar() const { return batch_.scalar_count(0) > 0; }
  [[nodiscard]] int own() const { return batch_.unknown_count(0); }
  [[nodiscard]] bool constrains() const {
    for (int j = 0; j < own(); ++j)
      if (batch_.unknown(0, j).row == Row::constraint || batch_.unknown(0, j).row == Row::rate) return true;
    return false;
  }

  CheckResult jacobian() {
    CheckResult result{"jacobian", 0, sample_.friction ? 2e-6 : 1e-7, {}};
    const auto compare = [&](double c, bool statics, unsigned seed) {
      if (sample_.friction && c < 0.02) return;  // steps in velocities would pass corners
      Scene at = scene(seed, c);
      at.state.statics = statics;
      if (!batch_.active(at.state)) return;
      const Eigen::MatrixXd exact = at.jacobian(batch_, 0);
      const JacobianError worst = compare_rows(exact, difference_jacobian(at, batch_, 0, sample_.friction), c);
      result.note(worst.error, fmt::format("row {} column {}, c = {}", worst.row, worst.column, c));
    };
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      for (const double c : {1e-3, 0.03, 0.7, 2.0}) compare(c, false, seed);
      compare(1, true, seed + seeds);
    }
    return result;
  }

  CheckResult pattern() {
    CheckResult result{"pattern", 0, 0, {}};
    const PatternProbe probe(batch_.node_count(0) + batch_.scalar_count(0), std::max(own(), batch_.momentum_count(0)),
                             text_.model.drive_count());
    std::set<int> in;
    for (const auto at : batch_.pattern(0, probe)) in.insert(static_cast<int>(at));
    for (const double c : {0.0, 0.4, 1.0}) {
      const Eigen::MatrixXd j = scene(11, c).jacobian(batch_, 0);
      for (int row = 0; row < j.rows(); ++row)
        for (int column = 0; column < j.cols(); ++column)
          if (j(row, column) != 0 && in.count(row * static_cast<int>(j.cols()) + column) == 0)
            result.note(1, fmt::format("entry {}, {} is missing", row, column));
    }
    return result;
  }

  CheckResult frames() {
    CheckResult result{"frames", 0, 1e-11, {}};
    const Mat3 turn = rotation_exp<double>(Vec3(0.5, -1.1, 0.8));
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene before = scene(seed);
      Scene after(before);
      for (NodeIndex i = 0; i < text_.model.node_count(); ++i) {
        if (!text_.model.properties(i).structural()) continue;
        NodeState& n = after.nodes[i];
        n.x = turn * n.x + Vec3(3, -2, 1);
        n.R = turn * n.R;
        n.v = turn * n.v;
        n.w = turn * n.w;
      }
      std::set<int> vectors;
      for (const int first : sample_.global_vectors) {
        Eigen::Map<Vec3> vector(after.y.data() + batch_.dofs(0)[kinematic() + first]);
        vector = turn * Vec3(vector);
        vectors.insert(kinematic() + first);
      }
      const Eigen::VectorXd a = before.residual(batch_, 0), b = after.residual(batch_, 0);
      const double size = a.cwiseAbs().maxCoeff();
      for (int k = 0; k < a.size();) {
        const bool vector = k < kinematic() || vectors.count(k) != 0;
        const double error = vector ? (b.segment<3>(k) - turn * a.segment<3>(k)).norm() : std::abs(b(k) - a(k));
        result.note(relative(error, size), fmt::format("row {}", k));
        k += vector ? 3 : 1;
      }
    }
    return result;
  }

  CheckResult levels() {
    CheckResult result{"levels", 0, 1e-7, {}};
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene at = scene(seed);
      for (NodeState& n : at.nodes) n.a = n.alpha = Vec3::Zero();  // second rates are those without accelerations
      const auto rate_of = [&](ConstraintLevel level) {
        return Eigen::VectorXd(at.difference(
            5e-4, [](Scene& s, double t) { s.advance(t); }, [&](Scene& s) { return s.constraints(batch_, 0, level); }));
      };
      const Eigen::VectorXd velocity = at.constraints(batch_, 0, ConstraintLevel::velocity);
      const Eigen::VectorXd acceleration = at.constraints(batch_, 0, ConstraintLevel::acceleration);
      const Eigen::VectorXd by_position = rate_of(ConstraintLevel::position),
                            by_velocity = rate_of(ConstraintLevel::velocity);
      for (int j = 0; j < own(); ++j) {
        const Row row = batch_.unknown(0, j).row;
        if (row == Row::constraint)
          result.note(relative(std::abs(velocity(j) - by_position(j)), std::abs(velocity(j))),
                      fmt::format("rate of constraint {}", j));
        if (row == Row::constraint || row == Row::rate)
          result.note(relative(std::abs(acceleration(j) - by_velocity(j)), std::abs(acceleration(j))),
                      fmt::format("second rate of constraint {}", j));
      }
    }
    return result;
  }

  CheckResult reactions() {
    CheckResult result{"reactions", 0, 1e-12, {}};
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene at = scene(seed, 0);
      for (Mat3& s : at.spin) s.setIdentity();
      const Eigen::MatrixXd j = at.jacobian(batch_, 0);
      const double size = j.cwiseAbs().maxCoeff();
      for (int k = 0; k < own(); ++k) {
        const Row kind = batch_.unknown(0, k).row;
        if (kind != Row::constraint && kind != Row::rate) continue;
        const int at_row = kinematic() + k;
        const double error =
            (j.row(at_row).head(kinematic()).transpose() - j.col(at_row).head(kinematic())).cwiseAbs().maxCoeff();
        result.note(relative(error, size), fmt::format("multiplier {}", k));
      }
    }
    return result;
  }

  CheckResult power() {
    CheckResult result{"power", 0, 1e-8, {}};
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene at = scene(seed);
      solve_rates(at);
      const Eigen::VectorXd r = at.residual(batch_, 0);
      double size = 1e-3, power = 0;
      for (int k = 0; k < batch_.node_count(0); ++k) {
        const NodeState& n = at.nodes[batch_.nodes(0)[k]];
        power += r.segment<3>(6 * k).dot(n.v) + r.segment<3>(6 * k + 3).dot(n.w);
        size += r.segment<3>(6 * k).norm() * n.v.norm() + r.segment<3>(6 * k + 3).norm() * n.w.norm();
      }
      power += power_of_multipliers(at);
      // Along the motion, at a fixed time: what drives do is no loss.
      const double rate = at.difference(
          1e-3, [&](Scene& s, double t) { move(s, t); }, [&](Scene& s) { return batch_.energy(s.state, 0); });
      const double lost = expected_.dissipation ? expected_.dissipation(batch_, at.state, 0) : 0;
      result.note(std::abs(power + rate + lost) / size,
                  fmt::format("power {:.9g}, rate of energy {:.9g}, dissipation {:.9g}", power, rate, lost));
    }
    return result;
  }

  CheckResult potential() {
    CheckResult result{"potential", 0, 1e-11, {}};
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene at = scene(seed, 1);
      at.state.statics = true;
      Eigen::MatrixXd k = at.jacobian(batch_, 0);
      const double size = k.cwiseAbs().maxCoeff();
      // Second derivatives by rotations do not commute: K(a, b) - K(b, a) = m . (b x a) with the moment m.
      const Eigen::VectorXd r = at.residual(batch_, 0);
      for (int n = 0; n < batch_.node_count(0); ++n)
        k.block<3, 3>(6 * n + 3, 6 * n + 3) -= 0.5 * skew(Vec3(r.segment<3>(6 * n + 3)));
      result.note(relative((k - k.transpose()).cwiseAbs().maxCoeff(), size), "stiffness is not symmetric");
    }
    return result;
  }

  CheckResult memory() {
    CheckResult result{"memory", 0, 0, {}};
    Scene first = scene(1), other = scene(2);
    const auto all = [&](Scene& s) {
      std::vector<double> values;
      const Eigen::VectorXd r = s.residual(batch_, 0);
      const Eigen::MatrixXd j = s.jacobian(batch_, 0);
      values.insert(values.end(), r.data(), r.data() + r.size());
      values.insert(values.end(), j.data(), j.data() + j.size());
      const std::vector<double> record = s.output(batch_, 0);
      values.insert(values.end(), record.begin(), record.end());
      values.push_back(batch_.energy(s.state, 0));
      return values;
    };
    const std::vector<double> before = all(first);
    all(other);
    const std::vector<double> after = all(first);
    if (std::memcmp(before.data(), after.data(), before.size() * sizeof(double)) != 0)
      result.note(1, "a second evaluation at the same state gives other results");
    return result;
  }

  /// What the sums of absolute contributions get, by which `sepnorm` and `relnorm` judge a residual.
  CheckResult sepnorm() {
    CheckResult result{"sepnorm", 0, 1e-12, {}};
    for (int j = 0; j < own(); ++j) {
      const std::string wrong = group_objection(batch_.unknown(0, j));
      if (!wrong.empty()) result.note(1, fmt::format("equation {}: {}", j, wrong));
    }
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Scene at = scene(seed);
      if (!batch_.active(at.state)) continue;
      const Eigen::VectorXd alone = at.residual(batch_, 0);
      const double size = alone.cwiseAbs().maxCoeff();
      const auto compare = [&](std::span<const int> which, double before, const char* what) {
        const auto times = static_cast<double>(which.size());
        const Contributions found = contributions(at, which, before);
        for (int k = 0; k < alone.size(); ++k) {
          result.note(relative(std::abs(found.sum(k) - times * alone(k)), size),
                      fmt::format("residual of row {}, {}", k, what));
          result.note(relative(std::abs(found.absolute(k) - times * std::abs(alone(k))), size),
                      fmt::format("absolute contribution to row {}, {}", k, what));
        }
      };
      constexpr int same[] = {0, 0};
      compare(std::span(same, 1), 0, "one element");
      compare(std::span(same, 1), size, "added to those of others");
      compare(same, 0, "two of its type");
      Scene shorter(at);
      shorter.state.c = at.state.c / 8;
      const Eigen::VectorXd rows = shorter.residual(batch_, 0);
      for (int j = 0; j < own(); ++j)
        if (batch_.unknown(0, j).row == Row::constraint)
          result.note(relative(std::abs(rows(kinematic() + j) / 8 - alone(kinematic() + j)), size),
                      fmt::format("constraint {} is not divided by c", j));
    }
    return result;
  }

  /// Time of a call, s.
  void measure(ElementReport& report) {
    Scene at = scene(1);
    std::vector<double> f(static_cast<std::size_t>(6 * text_.model.node_count() + own()) + 1000);
    std::vector<double> j(static_cast<std::size_t>(batch_.local_size(0)) * batch_.local_size(0));
    const int one = 0;
    report.residual_time =
        time_of([&] { batch_.residual(at.state, std::span<const int>(&one, 1), f.data(), nullptr); });
    report.jacobian_time = time_of([&] { batch_.local_jacobian(at.state, 0, j.data()); });
  }

 private:
  template <class F>
  static double time_of(F&& call) {
    using Clock = std::chrono::steady_clock;
    double best = 1;
    for (int repeat = 0; repeat < 5; ++repeat) {
      constexpr int calls = 500;
      const auto start = Clock::now();
      for (int k = 0; k < calls; ++k) call();
      best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count() / calls);
    }
    return best;
  }

  /// Local rows of the two sums of an assembly, less what was in them before.
  struct Contributions {
    Eigen::VectorXd sum, absolute;
  };
  [[nodiscard]] Contributions contributions(const Scene& at, std::span<const int> which, double before) const {
    std::vector<double> f(at.y.size(), before), f_abs(f);
    batch_.residual(at.state, which, f.data(), f_abs.data());
    const auto dofs = batch_.dofs(0);
    const auto n = static_cast<Eigen::Index>(dofs.size());
    Contributions found{Eigen::VectorXd(n), Eigen::VectorXd(n)};
    for (Eigen::Index k = 0; k < n; ++k) {
      found.sum(k) = f[dofs[k]] - before;
      found.absolute(k) = f_abs[dofs[k]] - before;
    }
    return found;
  }

  /// Moves positions, orientations and internal states along their rates; time and velocities stay.
  void move(Scene& s, double t) const {
    for (NodeState& n : s.nodes) {
      n.x += n.v * t;
      n.R = rotation_exp<double>(Vec3(n.w * t)) * n.R;
    }
    for (int j = 0; j < own(); ++j) {
      const int at = batch_.dofs(0)[kinematic() + j];
      if (batch_.unknown(0, j).order == Order::differential) s.y[at] += s.y_rate[at] * t;
    }
  }

  /// Gives internal states the rates that their equations ask for.
  void solve_rates(Scene& at) const {
    std::vector<int> states;
    for (int j = 0; j < own(); ++j)
      if (batch_.unknown(0, j).row == Row::equation) states.push_back(j);
    const int n = static_cast<int>(states.size());
    if (n == 0) return;
    const auto unknown_of = [&](int j) -> double& {
      const int dof = batch_.dofs(0)[kinematic() + states[j]];
      return batch_.unknown(0, states[j]).order == Order::differential ? at.y_rate[dof] : at.y[dof];
    };
    const auto equations = [&] {
      const Eigen::VectorXd r = at.residual(batch_, 0);
      Eigen::VectorXd value(n);
      for (int j = 0; j < n; ++j) value(j) = r(kinematic() + states[j]);
      return value;
    };
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Eigen::VectorXd value = equations();
      if (value.cwiseAbs().maxCoeff() < 1e-13) return;
      Eigen::MatrixXd by(n, n);
      for (int j = 0; j < n; ++j) {
        const double keep = unknown_of(j), h = 1e-6 * std::max(1.0, std::abs(keep));
        unknown_of(j) = keep + h;
        const Eigen::VectorXd up = equations();
        unknown_of(j) = keep - h;
        by.col(j) = (up - equations()) / (2 * h);
        unknown_of(j) = keep;
      }
      const Eigen::VectorXd change = by.partialPivLu().solve(value);
      for (int j = 0; j < n; ++j) unknown_of(j) -= change(j);
    }
  }

  /// What multipliers would do if the constraints moved: lambda times the rate of the constraint at a fixed time.
  double power_of_multipliers(const Scene& at) const {
    if (!constrains()) return 0;
    const Eigen::VectorXd position_rate = at.difference(
        1e-3, [&](Scene& s, double t) { move(s, t); },
        [&](Scene& s) { return s.constraints(batch_, 0, ConstraintLevel::position); });
    Scene moving(at), still(at);
    for (NodeState& n : still.nodes) n.v = n.w = Vec3::Zero();
    const Eigen::VectorXd velocity = moving.constraints(batch_, 0, ConstraintLevel::velocity) -
                                     still.constraints(batch_, 0, ConstraintLevel::velocity);
    double power = 0;
    for (int j = 0; j < own(); ++j) {
      const double multiplier = at.y[batch_.dofs(0)[kinematic() + j]];
      if (batch_.unknown(0, j).row == Row::constraint) power += multiplier * position_rate(j);
      if (batch_.unknown(0, j).row == Row::rate) power += multiplier * velocity(j);
    }
    return power;
  }

  const Sample& sample_;
  const Expectations& expected_;
  TextModel text_;
  ElementBatch& batch_;
};

}  // namespace

ElementReport check_element(const Sample& sample, const Expectations& expected) {
  ElementReport report;
  report.title = sample.keyword.empty() ? sample.card : sample.card + ": " + sample.keyword;
  try {
    Subject subject(sample, expected);
    report.checks.push_back(subject.jacobian());
    report.checks.push_back(subject.pattern());
    if (sample.relative) report.checks.push_back(subject.frames());
    // Values of scalar nodes are not solved for second rates.
    if (subject.constrains() && !subject.scalar() && !sample.friction && !sample.of_acceleration) {
      report.checks.push_back(subject.levels());
      if (!sample.servo && !sample.gradient_on_constraint_only) report.checks.push_back(subject.reactions());
    }
    if (expected.energy) report.checks.push_back(subject.power());
    if (expected.conservative) report.checks.push_back(subject.potential());
    report.checks.push_back(subject.sepnorm());
    report.checks.push_back(subject.memory());
    subject.measure(report);
  } catch (const std::exception& error) {
    report.failure = error.what();
  }
  return report;
}

Sample sample_of(const authoring::CatalogueEntry& entry) {
  const authoring::Table& table = *entry.table;
  Sample sample;
  sample.card = table.card();
  sample.keyword = sample.type = table.name();
  // The first three nodes exist; more of them around the same square.
  constexpr int known = 3;
  for (int k = known; k < static_cast<int>(table.nodes().size()); ++k)
    sample.text += fmt::format(
        "structural: {}, dynamic, {}, {}, {}, euler, {}, -0.4, 0.5, 0.2, -0.3, 0.4, 0.6, 0.1, -0.5;\n", k + 1,
        0.1 - 0.2 * (k - known), -0.9 + 0.15 * (k - known), 0.3 - 0.1 * (k - known), 0.3 + 0.1 * (k - known));
  sample.text += fmt::format("{}: 1, {};", table.card(), table.sample());
  const authoring::Traits& traits = table.traits();
  sample.relative = !traits.in_space;
  sample.servo = traits.reactions_elsewhere;
  sample.near_input = traits.near_input;
  sample.spread = traits.spread;
  for (std::size_t j = 0; j < table.unknowns().size(); ++j)
    if (table.unknowns()[j].vector) sample.global_vectors.push_back(static_cast<int>(j));
  return sample;
}

ElementReport check_element(const authoring::CatalogueEntry& entry) {
  return check_element(sample_of(entry), {entry.has_energy, entry.table->traits().conservative, entry.dissipation});
}

}  // namespace flexura::checks
