#include "solvers/integrators/measure.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <numbers>
#include <random>

namespace flexura::integrators {

namespace {

using Eigen::Vector2d;

struct Point {
  Vector2d y, rate;
};

/// y' = f(t, y) with Jacobian; Newton on the rate.
template <class F, class J>
Point solve(const F& f, const J& jacobian, const StageFormula& formula, double t, const std::deque<Point>& points) {
  const Vector2d zero = Vector2d::Zero();
  const auto y_of = [](const Point& p) { return p.y; };
  const auto rate_of = [](const Point& p) { return p.rate; };
  const Vector2d known = combine(formula.a, points, y_of, zero) + combine(formula.b, points, rate_of, zero);
  Point p;
  p.rate = combine(formula.p, points, y_of, zero) + combine(formula.q, points, rate_of, zero);
  for (int iteration = 0; iteration < 20; ++iteration) {
    p.y = known + formula.c * p.rate;
    const Vector2d residual = p.rate - f(t, p.y);
    const Eigen::Matrix2d tangent = Eigen::Matrix2d::Identity() - formula.c * jacobian(t, p.y);
    const Vector2d change = tangent.inverse() * residual;
    p.rate -= change;
    if (change.norm() < 1e-15 * (1 + p.rate.norm())) break;
  }
  p.y = known + formula.c * p.rate;
  return p;
}

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;

/// What a period of equal steps of size 1 makes of the last accepted points when y' = lambda y (or, at infinity, of
/// the rates, with y = 0): `value` is the new point as a function of known = sum a y + sum b y'.
template <class Rate, class Solve>
Matrix amplification_by(const Method& method, double rho, int period, const Rate& rate, const Solve& solve) {
  const int n = method.history();
  const std::vector<double> past(n - 1, 1.0);
  Matrix total = Matrix::Identity(n, n);
  for (int s = 1; s <= period; ++s) {
    Matrix m = Matrix::Zero(n, n);
    for (int i = 1; i < n; ++i) m(i, i - 1) = 1;
    for (int j = 0; j < n; ++j) {
      std::deque<Complex> points(n, Complex(0));
      points[j] = 1;
      for (const StageFormula& f : method.stages(1, past, rho, s)) {
        Complex known_value = 0;
        Complex known_rate = 0;
        for (std::size_t k = 0; k < f.a.size(); ++k) known_value += f.a[k] * points[k];
        for (std::size_t k = 0; k < f.b.size(); ++k) known_rate += f.b[k] * rate(points[k]);
        points.push_front(solve(known_value, known_rate, f.c));
      }
      m(0, j) = points[0];
    }
    total = m * total;
  }
  return total;
}

}  // namespace

std::vector<double> steps(int n, double length, bool equal) {
  std::vector<double> h(n, length / n);
  if (equal) return h;
  std::mt19937 random(20240229);
  const auto uniform = [&] { return 2 * (random() / 4294967296.0) - 1; };
  double level = 0;  // log2 of the step size
  double sum = 0;
  for (double& size : h) {
    // Reflected at one, so that the ratios stay below 2 and the sizes within 1/2 and 2 of each other.
    level += uniform();
    if (level > 1) level = 2 - level;
    if (level < -1) level = -2 - level;
    size = std::exp2(level);
    sum += size;
  }
  for (double& size : h) size *= length / sum;
  return h;
}

/// Largest difference from `exact`, a function of time, over n steps to the time `span`.
template <class F, class Jacobian, class Exact>
double largest_error(const Method& method, double rho, int n, bool equal, double span, const F& f,
                     const Jacobian& jacobian, const Exact& exact) {
  const Vector2d start = exact(0);
  Run<Point> run({start, f(0, start)});
  double worst = 0;
  for (const double h : steps(n, span, equal)) {
    run.step(method, h, rho,
             [&](const auto& formula, double t, const auto& points) { return solve(f, jacobian, formula, t, points); });
    worst = std::max(worst, (run.points[0].y - exact(run.time)).template lpNorm<Eigen::Infinity>());
  }
  return worst;
}

/// Nonlinear and not autonomous, y0 = 1: y = 1 / (1 + sin t). The second component is a copy with half the speed.
double nonlinear_error(const Method& method, double rho, int n, bool equal) {
  const auto f = [](double t, const Vector2d& y) {
    return Vector2d(-y[0] * y[0] * std::cos(t), -0.5 * y[1] * y[1] * std::cos(0.5 * t));
  };
  const auto jacobian = [](double t, const Vector2d& y) {
    Eigen::Matrix2d j = Eigen::Matrix2d::Zero();
    j(0, 0) = -2 * y[0] * std::cos(t);
    j(1, 1) = -y[1] * std::cos(0.5 * t);
    return j;
  };
  return largest_error(method, rho, n, equal, 3, f, jacobian,
                       [](double t) { return Vector2d(1 / (1 + std::sin(t)), 1 / (1 + std::sin(0.5 * t))); });
}

double oscillator_error(const Method& method, double rho, int n, bool equal) {
  Eigen::Matrix2d a;
  a << 0, 1, -1, 0;
  const auto f = [&](double, const Vector2d& y) -> Vector2d { return a * y; };
  const auto jacobian = [&](double, const Vector2d&) { return a; };
  return largest_error(method, rho, n, equal, 6, f, jacobian,
                       [](double t) { return Vector2d(std::cos(t), -std::sin(t)); });
}

double spectral_radius(const Eigen::MatrixXcd& m) {
  return Eigen::ComplexEigenSolver<Matrix>(m, false).eigenvalues().cwiseAbs().maxCoeff();
}

Matrix amplification(const Method& method, double rho, Complex z, int period) {
  return amplification_by(
      method, rho, period, [&](Complex y) { return z * y; },
      [&](Complex value, Complex rate, double k) { return (value + rate) / (1.0 - k * z); });
}

Matrix amplification_at_infinity(const Method& method, double rho, int period) {
  return amplification_by(
      method, rho, period, [](Complex rate) { return rate; },
      [](Complex, Complex rate, double k) { return -rate / k; });
}

double largest_radius(const Method& method, double rho, int period) {
  double worst = 0;
  for (double decade = -3; decade <= 6; decade += 0.05) {
    for (int k = 0; k <= 24; ++k) {
      const double angle = std::numbers::pi * (0.5 + k / 48.0);
      const Complex z = std::pow(10.0, decade) * Complex(k == 0 ? 0 : std::cos(angle), std::sin(angle));
      worst = std::max(worst, spectral_radius(amplification(method, rho, z, period)));
    }
  }
  return worst;
}

}  // namespace flexura::integrators
