#include "solvers/problems/error_estimate.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <deque>

#include "assembly/ranks.h"
#include "math/rotation.h"
#include "solvers/integrators/measure.h"

namespace flexura {

namespace {

double& at(std::array<double, static_cast<std::size_t>(Dimension::count)>& values, Dimension dimension) {
  return values[static_cast<std::size_t>(dimension)];
}

/// Error that two steps in the end add when x' = t^q / q! is integrated with unit steps, by step.
double error_on_power(const Method& method, double rho, int q) {
  struct Point {
    double value, rate;
  };
  constexpr int steps = 60;
  const auto exact = [q](double t) { return q == 1 ? 0.5 * t * t : t * t * t / 6; };
  const auto value_of = [](const Point& p) { return p.value; };
  const auto rate_of = [](const Point& p) { return p.rate; };
  integrators::Run<Point> run({0, 0});
  double before = 0;
  for (int n = 1; n <= steps; ++n) {
    run.step(method, 1, rho, [&](const StageFormula& f, double t, const std::deque<Point>& points) {
      const double rate = q == 1 ? t : 0.5 * t * t;
      const double known = integrators::combine(f.a, points, value_of, f.c * rate);
      return Point{integrators::combine(f.b, points, rate_of, known), rate};
    });
    if (n == steps - 2) before = run.points[0].value - exact(n);
  }
  return 0.5 * (run.points[0].value - exact(steps) - before);
}

/// What a velocity across a constraint that is wrong in one step adds up to over all later ones, by that error; no more
/// than a hundred times it.
double sum_of_velocity_errors(const Method& method, double rho) {
  const Eigen::MatrixXcd step = integrators::amplification_at_infinity(method, rho);
  const Eigen::MatrixXcd rest = Eigen::MatrixXcd::Identity(step.rows(), step.cols()) - step;
  const double sum = std::abs(rest.inverse()(0, 0));
  return sum < 100 ? sum : 100;
}

}  // namespace

LocalError local_error(const Method& method, double rho) {
  const double first = std::abs(error_on_power(method, rho, 1));
  if (first > 1e-6) return {1, first};
  const std::vector<StageFormula> stages = method.stages(1.0, {}, rho, 1);
  double reach = 1;
  for (std::size_t s = 0; s + 1 < stages.size(); ++s) reach = std::max(reach, stages[s].time_fraction);
  const auto count = static_cast<double>(stages.size());
  const double sum = reach > 1 ? std::max(1.0, sum_of_velocity_errors(method, rho)) : 1;
  return {2,
          std::max(std::abs(error_on_power(method, rho, 2)), sum * sum * reach * reach * reach / (12 * count * count))};
}

ErrorEstimate::ErrorEstimate(const Model& model, const Numbering& numbering, const ErrorStrategy& settings,
                             LocalError method, double duration, MPI_Comm communicator)
    : model_(model),
      numbering_(numbering),
      settings_(settings),
      method_(method),
      duration_(std::isfinite(duration) ? duration : 1),
      communicator_(communicator) {
  const int ranks = ranks_in(communicator);
  shared_ = ranks > 1;
  points_.resize(most_nodes - 1);
}

void ErrorEstimate::restart(const State& state) {
  if (start_.nodes.empty()) {
    start_.nodes = {numbering_.known_nodes(), NodeState()};
    start_.nodes.copy(state.nodes);
  }
  count_ = 0;
  store(state, 0);
  measure_sizes(state);
}

void ErrorEstimate::store(const State& state, double h) {
  std::rotate(points_.rbegin(), points_.rbegin() + 1, points_.rend());
  Point& point = points_.front();
  point.step = h;
  if (point.nodes.empty()) point.nodes = {numbering_.known_nodes(), NodeState()};
  point.nodes.copy(state.nodes);
  point.y.assign(state.y, state.y + numbering_.owned());
  count_ = std::min(count_ + 1, method_.order + 1);
}

void ErrorEstimate::accept(const State& state, double h) {
  store(state, h);
  measure_sizes(state);
  measure_motion(state);
}

double ErrorEstimate::share(Dimension dimension) {
  if (dimension != Dimension::length && dimension != Dimension::angle) return 1;
  return std::clamp(at(moved_, dimension) / at(size_, dimension), smallest_share, 1.0);
}

void ErrorEstimate::measure_motion(const State& state) {
  double& length = at(moved_, Dimension::length);
  double& angle = at(moved_, Dimension::angle);
  if (length >= at(size_, Dimension::length) && angle >= at(size_, Dimension::angle)) return;
  for (const NodeIndex i : numbering_.local_nodes()) {
    const NodeState& start = start_.nodes[i];
    if (model_.properties(i).kind == NodeKind::modal_coordinates) continue;
    length = std::max(length, (state.nodes[i].x - start.x).norm());
    angle = std::max(angle, gibbs::parameters(state.nodes[i].R * start.R.transpose()).norm());
  }
  if (shared_)
    MPI_Allreduce(MPI_IN_PLACE, moved_.data(), static_cast<int>(moved_.size()), MPI_DOUBLE, MPI_MAX, communicator_);
}

void ErrorEstimate::measure_sizes(const State& state) {
  Vec3 low = Vec3::Zero();  // the ground stands at the origin
  Vec3 high = Vec3::Zero();
  for (const NodeIndex i : numbering_.local_nodes()) {
    if (model_.properties(i).kind == NodeKind::modal_coordinates) continue;
    low = low.cwiseMin(state.nodes[i].x);
    high = high.cwiseMax(state.nodes[i].x);
  }
  at(size_, Dimension::length) = std::max(at(size_, Dimension::length), (high - low).norm());
  at(size_, Dimension::angle) = 1;
  for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j) {
    const EquationInfo& info = numbering_.equation(j);
    if (info.order != Order::differential) continue;
    at(size_, info.dimension) = std::max(at(size_, info.dimension), std::abs(state.y[j]));
  }
  if (shared_)
    MPI_Allreduce(MPI_IN_PLACE, size_.data(), static_cast<int>(size_.size()), MPI_DOUBLE, MPI_MAX, communicator_);
}

template <class T, class Value>
T ErrorEstimate::difference(Value&& value, const T& rate, const T& half_acceleration) const {
  std::array<T, most_nodes> d;
  const int nodes = method_.order + 2;
  for (int k = 0; k < nodes; ++k) d[k] = value(std::min(k, count_));
  for (int level = 1; level < nodes; ++level) {
    for (int k = 0; k + level < nodes; ++k) {
      const double span = times_[k] - times_[k + level];
      if (span != 0) {
        d[k] = (d[k] - d[k + 1]) / span;
      } else {
        d[k] = level == 1 ? rate : half_acceleration;
      }
    }
  }
  return d[0];
}

void ErrorEstimate::add(Dimension dimension, double error) {
  at(largest_, dimension) = std::max(at(largest_, dimension), error);
}

double ErrorEstimate::error(const State& state, double h) {
  largest_.fill(0);
  times_[0] = h;
  for (int k = 1; k < most_nodes; ++k)
    times_[k] = k == 1 ? 0 : k <= count_ ? times_[k - 1] - points_[k - 2].step : times_[k - 1];
  // Divided differences times a factorial are derivatives.
  const double factor = method_.constant * std::pow(h, method_.order + 1) * (method_.order == 1 ? 2 : 6);
  const Point& oldest = points_[count_ - 1];
  for (const NodeIndex i : numbering_.local_nodes()) {
    if (numbering_.node(i) >= numbering_.owned()) continue;
    const Vec3 x = difference<Vec3>([&](int k) { return k == 0 ? state.nodes[i].x : points_[k - 1].nodes[i].x; },
                                    oldest.nodes[i].v, 0.5 * oldest.nodes[i].a);
    add(Dimension::length, factor * x.norm());
    const Mat3 centre = oldest.nodes[i].R.transpose();
    const Vec3 g = difference<Vec3>(
        [&](int k) { return gibbs::parameters((k == 0 ? state.nodes[i].R : points_[k - 1].nodes[i].R) * centre); },
        oldest.nodes[i].w, 0.5 * oldest.nodes[i].alpha);
    add(Dimension::angle, factor * g.norm());
  }
  for (int j = numbering_.owned_balance(); j < numbering_.owned() && count_ > method_.order; ++j) {
    if (numbering_.equation(j).order != Order::differential) continue;
    const double y = difference<double>([&](int k) { return k == 0 ? state.y[j] : points_[k - 1].y[j]; }, 0.0, 0.0);
    add(numbering_.equation(j).dimension, factor * std::abs(y));
  }
  if (shared_) {
    MPI_Allreduce(MPI_IN_PLACE, largest_.data(), static_cast<int>(largest_.size()), MPI_DOUBLE, MPI_MAX, communicator_);
  }
  double most = 0;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const double given = settings_.absolute[d];
    const double relative = size_[d] > 0 ? settings_.tolerance * size_[d] * share(static_cast<Dimension>(d)) : 0;
    const double allowed = given > 0 ? given : relative;
    if (allowed > 0) most = std::max(most, largest_[d] * duration_ / (h * allowed));
  }
  return most;
}

void ErrorEstimate::save(Snapshot& snapshot) {
  Archive archive = snapshot.save("error estimate");
  archive(count_, method_.order, method_.constant);
  archive.numbers(size_.data(), size_.size());
  archive.numbers(moved_.data(), moved_.size());
  ModelPart::save(model_, numbering_, snapshot, "error estimate start",
                  [&](const ModelPart& part, Archive& list) { part.nodes(list, start_.nodes.data()); });
  for (int k = 0; k < count_; ++k) {
    archive(points_[k].step);
    ModelPart::save(model_, numbering_, snapshot, "error estimate " + std::to_string(k),
                    [&](const ModelPart& part, Archive& list) {
                      part.nodes(list, points_[k].nodes.data());
                      part.unknowns(list, points_[k].y.data());
                    });
  }
}

void ErrorEstimate::restore(const Snapshot& snapshot) {
  Archive archive = snapshot.restore("error estimate");
  archive(count_, method_.order, method_.constant);
  archive.numbers(size_.data(), size_.size());
  archive.numbers(moved_.data(), moved_.size());
  start_.nodes = {numbering_.known_nodes(), NodeState()};
  ModelPart::restore(model_, numbering_, snapshot, "error estimate start",
                     [&](const ModelPart& part, Archive& list) { part.nodes(list, start_.nodes.data()); });
  if (count_ < 1 || count_ > static_cast<int>(points_.size()))
    throw Error(ExitCode::input_error, "the saved estimate of errors is not one of this integration method");
  for (int k = 0; k < count_; ++k) {
    Point& point = points_[k];
    archive(point.step);
    point.nodes = {numbering_.known_nodes(), NodeState()};
    point.y.assign(static_cast<std::size_t>(numbering_.owned()), 0.0);
    ModelPart::restore(model_, numbering_, snapshot, "error estimate " + std::to_string(k),
                       [&](const ModelPart& part, Archive& list) {
                         part.nodes(list, point.nodes.data());
                         part.unknowns(list, point.y.data());
                       });
  }
  archive.finish();
}

}  // namespace flexura
