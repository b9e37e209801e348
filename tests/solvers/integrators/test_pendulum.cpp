// Orders of convergence on a differential-algebraic system of index 3: a pendulum in Cartesian coordinates, discretised
// as the time loop discretises nodes, momenta and multipliers.
#include <boost/test/unit_test.hpp>

#include <Eigen/LU>
#include <array>

#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

BOOST_AUTO_TEST_SUITE(integrators_on_index_3)

namespace {

using Eigen::Vector2d;

constexpr double gravity = 9;
constexpr double first_angle = 0.8;
constexpr double first_rate = 1.2;

/// Mass 1, length 1; the rates are those the formula is applied to: x' = v, p' with p = v.
struct Point {
  Vector2d x, v, force;  // force: p'
  double multiplier;
};

struct Exact {
  double angle, rate;
};

/// The pendulum in its angle, by a method of order 4 with steps that leave errors near round-off.
Exact exact_after(double from, double to, Exact state) {
  const int n = std::max(1, static_cast<int>(std::ceil((to - from) / 5e-4)));
  const double h = (to - from) / n;
  const auto f = [](const Exact& s) { return Exact{s.rate, -gravity * std::sin(s.angle)}; };
  const auto add = [](const Exact& s, const Exact& d, double k) {
    return Exact{s.angle + k * d.angle, s.rate + k * d.rate};
  };
  for (int i = 0; i < n; ++i) {
    const Exact k1 = f(state);
    const Exact k2 = f(add(state, k1, h / 2));
    const Exact k3 = f(add(state, k2, h / 2));
    const Exact k4 = f(add(state, k3, h));
    state = add(add(add(add(state, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  return state;
}

/// p' = (0, -gravity) - multiplier x, x.x = 1.
Point exact_point(const Exact& s) {
  Point p;
  p.x = Vector2d(std::sin(s.angle), -std::cos(s.angle));
  p.v = s.rate * Vector2d(std::cos(s.angle), std::sin(s.angle));
  p.multiplier = s.rate * s.rate + gravity * std::cos(s.angle);
  p.force = Vector2d(0, -gravity) - p.multiplier * p.x;
  return p;
}

Point solve(const StageFormula& formula, const std::deque<Point>& points) {
  const Vector2d zero = Vector2d::Zero();
  const auto x_of = [](const Point& p) { return p.x; };
  const auto v_of = [](const Point& p) { return p.v; };
  const auto force_of = [](const Point& p) { return p.force; };
  const Vector2d x_known = combine(formula.a, points, x_of, zero) + combine(formula.b, points, v_of, zero);
  const Vector2d p_known = combine(formula.a, points, v_of, zero) + combine(formula.b, points, force_of, zero);
  Point p;
  p.v = combine(formula.p, points, x_of, zero) + combine(formula.q, points, v_of, zero);
  p.multiplier = combine(
      formula.r, points, [](const Point& q) { return q.multiplier; }, 0.0);
  const double c = formula.c;
  for (int iteration = 0; iteration < 20; ++iteration) {
    p.x = x_known + c * p.v;
    p.force = (p.v - p_known) / c;
    Eigen::Vector3d residual;
    residual << p.force - Vector2d(0, -gravity) + p.multiplier * p.x, (p.x.squaredNorm() - 1) / (2 * c);
    Eigen::Matrix3d tangent;
    tangent << Eigen::Matrix2d::Identity() * (1 / c + c * p.multiplier), p.x, p.x.transpose(), 0;
    const Eigen::Vector3d change = tangent.partialPivLu().solve(residual);
    p.v -= change.head<2>();
    p.multiplier -= change[2];
    if (change.head<2>().norm() < 1e-15) break;
  }
  p.x = x_known + c * p.v;
  p.force = (p.v - p_known) / c;
  return p;
}

struct Errors {
  double position = 0, velocity = 0, multiplier = 0, constraint = 0;
};

Errors errors(const Case& c, int n, bool equal) {
  const auto method = c.make();
  Exact exact{first_angle, first_rate};
  Run<Point> run(exact_point(exact));
  Errors worst;
  for (const double h : steps(n, 2, equal)) {
    exact = exact_after(run.time, run.time + h, exact);
    run.step(*method, h, c.rho, [](const auto& formula, double, const auto& points) { return solve(formula, points); });
    const Point& p = run.points[0];
    const Point e = exact_point(exact);
    worst.constraint = std::max(worst.constraint, std::abs(p.x.norm() - 1));
    worst.position = std::max(worst.position, (p.x - e.x).norm());
    // Velocities across the constraint and multipliers need some steps to forget the start-up.
    if (run.time < 1) continue;
    worst.velocity = std::max(worst.velocity, (p.v - e.v).norm());
    worst.multiplier = std::max(worst.multiplier, std::abs(p.multiplier - e.multiplier));
  }
  return worst;
}

}  // namespace

BOOST_AUTO_TEST_CASE(order_of_states_and_multipliers) {
  for (const Case& c : cases()) {
    const Errors coarse = errors(c, 800, true);
    const Errors fine = errors(c, 3200, true);
    const double x = slope(coarse.position, fine.position, 4);
    const double v = slope(coarse.velocity, fine.velocity, 4);
    const double m = slope(coarse.multiplier, fine.multiplier, 4);
    BOOST_TEST_MESSAGE(c << ": index 3, order of positions " << x << ", velocities " << v << ", multipliers " << m
                         << "; errors " << coarse.position << " " << coarse.velocity << " " << coarse.multiplier);
    BOOST_TEST(fine.constraint < 1e-12, c);
    BOOST_TEST(std::abs(x - c.position_order) < 0.2, c << ": " << x);
    BOOST_TEST(std::abs(v - c.velocity_order) < 0.2, c << ": " << v);
    BOOST_TEST(std::abs(m - c.multiplier_order) < 0.2, c << ": " << m);
  }
}

BOOST_AUTO_TEST_CASE(unequal_steps_keep_the_order_of_states) {
  for (const Case& c : cases()) {
    const Errors coarse = errors(c, 400, false);
    const Errors fine = errors(c, 3200, false);
    const double x = slope(coarse.position, fine.position, 8);
    const double v = slope(coarse.velocity, fine.velocity, 8);
    const double m = slope(coarse.multiplier, fine.multiplier, 8);
    BOOST_TEST_MESSAGE(c << ": index 3, unequal steps, order of positions " << x << ", velocities " << v
                         << ", multipliers " << m);
    BOOST_TEST(fine.constraint < 1e-12, c);
    // Without dissipation nothing is forgotten and the errors of all steps add up.
    if (c.rho == 1) continue;
    BOOST_TEST(x > c.position_order - 0.2, c << ": " << x);
    BOOST_TEST(v > c.velocity_order - 0.2, c << ": " << v);
    // The multiplier is a difference of velocities whose errors change with the ratio of steps: one order is lost.
    BOOST_TEST(m > std::min(1.0, c.position_order - 1) - 0.4, c << ": " << m);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
