#include "elements/functions/tabulated.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

namespace {

/// False when x is inside [low, high] or beyond a bound that is extrapolated. True when the value at the bound holds;
/// x is then that bound.
bool held(double& x, double low, double high, Outside outside, const char* name) {
  if ((x >= low && x <= high) || outside == Outside::extrapolate) return false;
  if (outside == Outside::stop) {
    throw Error(ExitCode::not_a_number,
                fmt::format("scalar function `{}`: x = {:.9g} is outside its range [{:.9g}, {:.9g}], beyond which "
                            "`bailout` allows no value",
                            name, x, low, high));
  }
  x = std::clamp(x, low, high);
  return true;
}

/// Number of the piece that holds x: pieces own their left end.
std::size_t piece(const std::vector<double>& x_points, double x) {
  const auto next = std::upper_bound(x_points.begin(), x_points.end(), x);
  const auto i = std::max<std::ptrdiff_t>(next - x_points.begin() - 1, 0);
  return std::min(static_cast<std::size_t>(i), x_points.size() - 2);
}

}  // namespace

Taylor2 MultilinearFunction::at(double x) const {
  const auto& [xs, ys] = points_;
  const bool hold = held(x, xs.front(), xs.back(), outside_, "multilinear");
  const std::size_t i = piece(xs, x);
  const double slope = (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
  return {ys[i] + slope * (x - xs[i]), hold ? 0 : slope, 0};
}

CubicSplineFunction::CubicSplineFunction(FunctionPoints points, Outside outside)
    : points_(std::move(points)), bend_(points_.x.size(), 0.0), outside_(outside) {
  // Continuity of the slope at point i: h_{i-1} m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_i m_{i+1} = 6 (s_i - s_{i-1}) for
  // the second derivatives m, with s the slopes of the chords: tridiagonal elimination.
  const auto& [x, y] = points_;
  const std::size_t n = x.size();
  std::vector<double> diagonal(n), right(n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = x[i] - x[i - 1];
    const double h1 = x[i + 1] - x[i];
    diagonal[i] = 2 * (h0 + h1);
    right[i] = 6 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0);
    if (i > 1) {
      const double factor = h0 / diagonal[i - 1];
      diagonal[i] -= factor * h0;
      right[i] -= factor * right[i - 1];
    }
  }
  for (std::size_t i = n - 2; i >= 1; --i) bend_[i] = (right[i] - (x[i + 1] - x[i]) * bend_[i + 1]) / diagonal[i];
}

Taylor2 CubicSplineFunction::at(double x) const {
  const auto& [xs, ys] = points_;
  const bool hold = held(x, xs.front(), xs.back(), outside_, "cubic spline");
  const std::size_t i = piece(xs, x);
  const double h = xs[i + 1] - xs[i];
  const double b = (x - xs[i]) / h;
  const double a = 1 - b;
  const double y =
      a * ys[i] + b * ys[i + 1] + h * h / 6 * ((a * a * a - a) * bend_[i] + (b * b * b - b) * bend_[i + 1]);
  if (hold) return {y};
  const double slope = (ys[i + 1] - ys[i]) / h + h / 6 * ((3 * b * b - 1) * bend_[i + 1] - (3 * a * a - 1) * bend_[i]);
  return {y, slope, a * bend_[i] + b * bend_[i + 1]};
}

Taylor2 ChebychevFunction::at(double x) const {
  const bool hold = held(x, std::min(a_, b_), std::max(a_, b_), outside_, "chebychev");
  const double k = 2 / (b_ - a_);
  const Taylor2 xi((2 * x - a_ - b_) / (b_ - a_), hold ? 0 : k, 0);
  Taylor2 previous(1);
  Taylor2 current = xi;
  Taylor2 y;
  for (std::size_t n = 0; n < coefficients_.size(); ++n) {
    y += coefficients_[n] * previous;
    const Taylor2 next = 2 * xi * current - previous;
    previous = current;
    current = next;
  }
  return y;
}

}  // namespace flexura
