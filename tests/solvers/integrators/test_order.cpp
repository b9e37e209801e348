// Orders of convergence on differential equations, with equal and with unequal steps.
#include <boost/test/unit_test.hpp>

#include "math/types.h"
#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

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

/// Nonlinear and not autonomous, y0 = 1: y = 1 / (1 + sin t). The second component is a copy with half the speed.
double nonlinear_error(const Case& c, int n, bool equal) {
  const auto f = [](double t, const Vector2d& y) {
    return Vector2d(-y[0] * y[0] * std::cos(t), -0.5 * y[1] * y[1] * std::cos(0.5 * t));
  };
  const auto jacobian = [](double t, const Vector2d& y) {
    Eigen::Matrix2d j = Eigen::Matrix2d::Zero();
    j(0, 0) = -2 * y[0] * std::cos(t);
    j(1, 1) = -y[1] * std::cos(0.5 * t);
    return j;
  };
  const auto method = c.make();
  const Vector2d start(1, 1);
  Run<Point> run({start, f(0, start)});
  double worst = 0;
  for (const double h : steps(n, 3, equal)) {
    run.step(*method, h, c.rho,
             [&](const auto& formula, double t, const auto& points) { return solve(f, jacobian, formula, t, points); });
    const Vector2d exact(1 / (1 + std::sin(run.time)), 1 / (1 + std::sin(0.5 * run.time)));
    worst = std::max(worst, (run.points[0].y - exact).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

double oscillator_error(const Case& c, int n, bool equal) {
  Eigen::Matrix2d a;
  a << 0, 1, -1, 0;
  const auto f = [&](double, const Vector2d& y) -> Vector2d { return a * y; };
  const auto jacobian = [&](double, const Vector2d&) { return a; };
  const auto method = c.make();
  const Vector2d start(1, 0);
  Run<Point> run({start, f(0, start)});
  double worst = 0;
  for (const double h : steps(n, 6, equal)) {
    run.step(*method, h, c.rho,
             [&](const auto& formula, double t, const auto& points) { return solve(f, jacobian, formula, t, points); });
    const Vector2d exact(std::cos(run.time), -std::sin(run.time));
    worst = std::max(worst, (run.points[0].y - exact).norm());
  }
  return worst;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(integrator_orders)

BOOST_AUTO_TEST_CASE(nonlinear_equation) {
  for (const Case& c : cases()) {
    const double measured = slope(nonlinear_error(c, 160, true), nonlinear_error(c, 640, true), 4);
    BOOST_TEST_MESSAGE(c << ": nonlinear order " << measured << ", error " << nonlinear_error(c, 160, true));
    BOOST_TEST(std::abs(measured - c.order) < 0.15, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(nonlinear_equation_with_unequal_steps) {
  for (const Case& c : cases()) {
    const double measured = slope(nonlinear_error(c, 200, false), nonlinear_error(c, 3200, false), 16);
    BOOST_TEST_MESSAGE(c << ": nonlinear order with unequal steps " << measured);
    BOOST_TEST(std::abs(measured - c.order) < 0.25, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(linear_oscillator) {
  for (const Case& c : cases()) {
    const double measured = slope(oscillator_error(c, 60, true), oscillator_error(c, 120, true), 2);
    BOOST_TEST_MESSAGE(c << ": linear order " << measured << ", error " << oscillator_error(c, 60, true));
    BOOST_TEST(std::abs(measured - c.linear_order) < 0.2, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(linear_oscillator_with_unequal_steps) {
  for (const Case& c : cases()) {
    const int n = c.linear_order > 3 ? 60 : 200;  // far above round-off
    const double measured = slope(oscillator_error(c, n, false), oscillator_error(c, 8 * n, false), 8);
    BOOST_TEST_MESSAGE(c << ": linear order with unequal steps " << measured);
    BOOST_TEST(std::abs(measured - c.linear_order) < 0.3, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
