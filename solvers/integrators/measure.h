// Order and stability of integration methods, measured.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <complex>
#include <deque>
#include <utility>
#include <vector>

#include "solvers/integrators/method.h"

namespace flexura::integrators {

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

/// Largest error of y' = -y^2 cos t over [0, 3] with n steps; nonlinear and not autonomous.
double nonlinear_error(const Method& method, double rho, int n, bool equal);
/// The same of an oscillator of unit frequency over [0, 6].
double oscillator_error(const Method& method, double rho, int n, bool equal);

/// What `period` equal steps make of the accepted points of y' = z/h y, h their size.
Eigen::MatrixXcd amplification(const Method& method, double rho, std::complex<double> z, int period = 1);
/// The same for the rates at infinite z.
Eigen::MatrixXcd amplification_at_infinity(const Method& method, double rho, int period = 1);
double spectral_radius(const Eigen::MatrixXcd& m);
/// Largest spectral radius in the left half plane, its boundary included.
double largest_radius(const Method& method, double rho, int period = 1);

}  // namespace flexura::integrators
