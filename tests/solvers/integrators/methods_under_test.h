// The methods that every test of the integrators goes through, and the bookkeeping of points that a time loop does.
#pragma once

#include <cmath>
#include <deque>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "solvers/integrators/method.h"

namespace flexura::integrators_test {

/// A method with one radius, and the orders of convergence it must show.
struct Case {
  std::string keyword;
  double rho;             ///< the parameter; for methods without one, their radius at infinity
  double order;           ///< on a nonlinear equation and on the rotation group
  double linear_order;    ///< on a linear equation
  double position_order;  ///< on an index-3 pendulum
  double velocity_order;
  double multiplier_order;
  int bdf_order = 2;

  [[nodiscard]] std::unique_ptr<Method> make() const {
    MethodSettings settings;
    settings.keyword = keyword;
    settings.order = bdf_order;
    return make_method(settings);
  }
};

inline std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.keyword << (c.bdf_order == 1 ? " order 1" : "") << " rho " << c.rho;
}

const std::vector<Case>& cases();

/// Stored points of any kind, as Trajectory keeps them.
template <class Point>
struct Run {
  std::deque<Point> points;  // most recent first
  std::vector<double> past;
  double time = 0;
  std::int64_t number = 0;

  explicit Run(Point initial) { points.push_front(std::move(initial)); }

  /// One step; `solve(formula, time, points)` gives the point of a stage.
  template <class Solve>
  void step(const Method& method, double h, double rho, const Solve& solve) {
    const auto stages = method.stages(h, past, rho, ++number);
    double reached = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const double fraction = s + 1 == stages.size() ? 1 : stages[s].time_fraction;
      Point point = solve(stages[s], time + fraction * h, points);
      points.push_front(std::move(point));
      past.insert(past.begin(), (fraction - reached) * h);
      while (points.size() > method.history() + stages.size() - 1) points.pop_back();
      past.resize(points.size() - 1);
      reached = fraction;
    }
    time += h;
  }
};

/// sum_k weights[k] get(points[k]); `zero` gives the type and size.
template <class Value, class Points, class Get>
Value combine(const std::vector<double>& weights, const Points& points, const Get& get, Value zero) {
  for (std::size_t k = 0; k < weights.size(); ++k) zero += weights[k] * get(points.at(k));
  return zero;
}

/// n steps that fill [0, length]; all equal, or with random ratios between 1/2 and 2 (always the same ones).
std::vector<double> steps(int n, double length, bool equal);

/// Slope of log(error) over log(1/n).
inline double slope(double coarse, double fine, double refinement) {
  return std::log(coarse / fine) / std::log(refinement);
}

}  // namespace flexura::integrators_test
