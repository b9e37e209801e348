// A model in a state that a check can choose, disturb and evaluate.
#pragma once

#include <random>
#include <vector>

#include "math/rotation.h"
#include "model/model.h"

namespace flexura::checks {

/// Everything an evaluation reads, numbered so that also the ground has rows and columns: node i at 6 i, then the own
/// unknowns of all elements.
class Scene {
 public:
  explicit Scene(Model& model, unsigned seed = 1) : model_(model), generator_(seed) {
    size_ = 6 * model.node_count();
    int momenta = 0, memory = 0;
    for (int b = 0; b < model.batch_count(); ++b) {
      ElementBatch& batch = model.batch(b);
      std::vector<int> first;
      for (int i = 0; i < batch.size(); ++i) {
        first.push_back(size_);
        size_ += batch.unknown_count(i);
      }
      batch.set_dofs(
          [&](NodeIndex node) {
            const NodeProperties& about = model.properties(node);
            return NodeUnknowns{6 * node, 6, !about.structural() && about.order == Order::algebraic};
          },
          [&](int i) { return first[i]; });
      batch.set_first_momentum(momenta);
      momenta += batch.momentum_total();
      batch.set_first_memory(memory);
      memory += batch.memory_total();
    }
    nodes.resize(model.node_count());
    spin.assign(model.node_count(), Mat3::Identity());
    y.resize(size_);
    y_rate.resize(size_);
    momentum_known.resize(momenta + 1);
    memory_accepted.resize(memory + 1);
    for (int b = 0; b < model.batch_count(); ++b)
      for (int i = 0; i < model.batch(b).size(); ++i)
        model.batch(b).initial_memory(i, memory_accepted.data() + model.batch(b).first_memory(i));
    memory_trial = memory_accepted;
    drives.resize(model.drive_count() + 1);
    for (NodeIndex i = 0; i < model.node_count(); ++i) nodes[i] = model.node(i).initial;
    state.time_step = 0.01;
    state.c = 0.5;
    connect();
    set_time(0.3);
  }
  Scene(const Scene& other) : Scene(other.model_) { *this = other; }
  Scene& operator=(const Scene& other) {
    nodes = other.nodes;
    spin = other.spin;
    y = other.y;
    y_rate = other.y_rate;
    momentum_known = other.momentum_known;
    memory_accepted = other.memory_accepted;
    memory_trial = other.memory_trial;
    coefficients = other.coefficients;
    state = other.state;
    connect();
    set_time(other.state.time);
    return *this;
  }

  /// Large random motion of all nodes, the ground included: rotations up to 2 rad, any multipliers and rates; positions
  /// and rotations are limited to a part `spread` of that.
  void randomize(double spread = 1) {
    for (NodeState& n : nodes) {
      n.x = vector(2 * spread);
      n.R = rotation_exp<double>(Vec3(vector(1).normalized() * number(2 * spread)));
    }
    randomize_rates();
  }
  /// The same around the input: positions by `spread` of 1 m, orientations by `spread` of 1 rad.
  void disturb_input(double spread) {
    for (NodeIndex i = 0; i < model_.node_count(); ++i) {
      nodes[i].x = model_.node(i).initial.x + vector(spread);
      nodes[i].R = rotation_exp<double>(vector(spread)) * model_.node(i).initial.R;
    }
    randomize_rates();
  }
  void randomize_rates() {
    for (NodeState& n : nodes) {
      n.v = vector(3);
      n.w = vector(3);
      n.a = vector(5);
      n.alpha = vector(5);
    }
    for (Mat3& s : spin) s = Mat3::Identity() + Mat3::NullaryExpr([&] { return number(0.4); });
    for (double& value : y) value = number(5);
    for (double& value : y_rate) value = number(5);
    for (double& value : momentum_known) value = number(5);
    set_time(number(2));
  }
  /// `method: hybrid`: each node and each own unknown gets a coefficient of its own between c/2 and 3c/2.
  void vary_coefficients() {
    coefficients.resize(size_);
    for (int j = 0; j < size_; ++j)
      coefficients[j] = j < 6 * model_.node_count() && j % 6 > 0 ? coefficients[j - 1] : state.c * (1 + number(0.5));
    state.coefficients_c = state.c;
    connect();
  }
  double number(double size) { return std::uniform_real_distribution<double>(-size, size)(generator_); }
  Vec3 vector(double size) { return {number(size), number(size), number(size)}; }

  void set_time(double time) {
    state.time = time;
    DriveContext context;
    context.time = Taylor2(time, 1, 0);
    context.time_step = state.time_step;
    context.model = &model_;
    context.state = &state;
    for (int i = 0; i < model_.drive_count(); ++i) drives[i] = model_.drive(i).value(context.time, context);
    state.gravity = model_.gravity();
    if (state.gravity && state.gravity->uniform())
      state.uniform_gravity = state.gravity->acceleration(Vec3::Zero(), drives.data());
  }

  /// Moves the Newton unknown of a local column by u: x += c u, v += u; R = exp(c u) R, w += spin u; y += c u, y' += u;
  /// lambda += u/c.
  void disturb(const ElementBatch& batch, int i, int column, double u) {
    const int dof = batch.dofs(i)[column];
    const int own = 6 * batch.node_count(i);
    const double c = state.coefficient(dof);
    if (column >= own + batch.unknown_count(i)) {  // a scalar node
      nodes[dof / 6].x(0) += c * u;
      if (!state.statics) nodes[dof / 6].v(0) += u;
      return;
    }
    if (column >= own) {
      if (batch.unknown(i, column - own).order == Order::differential) {
        y[dof] += c * u;
        if (!state.statics) y_rate[dof] += u;
      } else {
        y[dof] += u / state.c;
      }
      return;
    }
    NodeState& n = nodes[dof / 6];
    Vec3 e = Vec3::Zero();
    e(dof % 3) = u;
    if (dof % 6 < 3) {
      n.x += c * e;
      if (!state.statics) n.v += e;
    } else {
      n.R = rotation_exp<double>(Vec3(c * e)) * n.R;
      if (!state.statics) n.w += spin[dof / 6] * e;
    }
  }

  /// Moves all nodes along the motion of constant velocities, and time with them.
  void advance(double t) {
    for (NodeState& n : nodes) {
      n.x += n.v * t;
      n.R = rotation_exp<double>(Vec3(n.w * t)) * n.R;
    }
    set_time(state.time + t);
  }
  /// Likewise with the accelerations in the state, to third order in t.
  void advance_accelerated(double t) {
    for (NodeState& n : nodes) {
      n.x += n.v * t + n.a * (t * t / 2);
      n.v += n.a * t;
      n.R = rotation_exp<double>(Vec3(n.w * t + n.alpha * (t * t / 2))) * n.R;
      n.w += n.alpha * t;
    }
    set_time(state.time + t);
  }

  /// Local residual of one element, constraint rows divided by c.
  Eigen::VectorXd residual(const ElementBatch& batch, int i) {
    Eigen::VectorXd f = Eigen::VectorXd::Zero(size_);
    batch.residual(state, std::span<const int>(&i, 1), f.data(), nullptr);
    return gather(batch, i, f);
  }
  /// Values of own rows at a level.
  Eigen::VectorXd constraints(const ElementBatch& batch, int i, ConstraintLevel level) {
    Eigen::VectorXd f = Eigen::VectorXd::Zero(size_);
    batch.constraints(state, level, std::span<const int>(&i, 1), f.data());
    return gather(batch, i, f).segment(6 * batch.node_count(i), batch.unknown_count(i));
  }
  Eigen::MatrixXd jacobian(const ElementBatch& batch, int i) {
    const int n = batch.local_size(i);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(n, n);
    batch.local_jacobian(state, i, values.data());
    return values;
  }
  std::vector<double> output(const ElementBatch& batch, int i) {
    std::vector<double> record(batch.output_spec(i, model_).record_size);
    batch.output(state, model_, i, record.data());
    return record;
  }

  /// Fourth-order central difference of a function of a disturbed copy; `disturb(scene, h)`.
  template <class Disturb, class Function>
  auto difference(double h, Disturb&& disturb, Function&& function) const {
    const auto at = [&](double step) {
      Scene scene(*this);
      disturb(scene, step);
      return function(scene);
    };
    using Result = decltype(at(h));
    return Result((8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h));
  }

  std::vector<NodeState> nodes;
  std::vector<Mat3> spin;
  std::vector<double> y, y_rate, momentum_known, memory_accepted, memory_trial, coefficients;
  std::vector<Taylor2> drives;
  State state;

 private:
  void connect() {
    state.nodes = nodes.data();
    state.spin = spin.data();
    state.y = y.data();
    state.y_rate = y_rate.data();
    state.momentum_known = momentum_known.data();
    state.memory_accepted = memory_accepted.data();
    state.memory_trial = memory_trial.data();
    state.drives = drives.data();
    state.coefficients = coefficients.empty() ? nullptr : coefficients.data();
  }
  static Eigen::VectorXd gather(const ElementBatch& batch, int i, const Eigen::VectorXd& f) {
    const auto dofs = batch.dofs(i);
    Eigen::VectorXd local(static_cast<Eigen::Index>(dofs.size()));
    for (std::size_t k = 0; k < dofs.size(); ++k) local(static_cast<Eigen::Index>(k)) = f(dofs[k]);
    return local;
  }

  Model& model_;
  std::mt19937 generator_;
  int size_ = 0;
};

}  // namespace flexura::checks
