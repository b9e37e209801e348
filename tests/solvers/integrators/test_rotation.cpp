// Orders of convergence on the rotation group: the formula applied to Gibbs-Rodrigues parameters in the chart at the
// predicted orientation, as the time loop applies it to nodes.
#include <boost/test/unit_test.hpp>

#include "math/rotation.h"
#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

BOOST_AUTO_TEST_SUITE(integrators_on_rotations)

namespace {

struct Point {
  Mat3 R;
  Vec3 w;
};

const Vec3 first_axis(0.9, -0.4, 0.3);
const Vec3 second_axis(-0.2, 0.7, 0.5);

/// R = exp([a] sin t) exp([b] t): angular velocities at different times do not commute.
Mat3 exact_rotation(double t) {
  return rotation_exp(Vec3(first_axis * std::sin(t))) * rotation_exp(Vec3(second_axis * t));
}
Vec3 angular_velocity(double t) {
  return first_axis * std::cos(t) + rotation_exp(Vec3(first_axis * std::sin(t))) * second_axis;
}

Point solve(const StageFormula& formula, const Vec3& w, const std::deque<Point>& points) {
  Mat3 centre = points[0].R;
  const auto g_of = [&](const Point& p) { return gibbs::parameters(Mat3(p.R * centre.transpose())); };
  const auto rate_of = [&](const Point& p) { return Vec3(gibbs::inverse_tangent(g_of(p)) * p.w); };
  const Vec3 zero = Vec3::Zero();
  const Vec3 rate = combine(formula.p, points, g_of, zero) + combine(formula.q, points, rate_of, zero);
  const Vec3 predicted =
      combine(formula.a, points, g_of, zero) + combine(formula.b, points, rate_of, zero) + formula.c * rate;
  centre = gibbs::rotation(predicted) * centre;
  const Vec3 known = combine(formula.a, points, g_of, zero) + combine(formula.b, points, rate_of, zero);
  Vec3 g = Vec3::Zero();
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Vec3 next = known + formula.c * gibbs::inverse_tangent(g) * w;
    const double change = (next - g).norm();
    g = next;
    if (change < 1e-16) break;
  }
  return {gibbs::rotation(g) * centre, w};
}

double error(const Case& c, int n, bool equal) {
  const auto method = c.make();
  Run<Point> run({Mat3::Identity(), angular_velocity(0)});
  double worst = 0;
  for (const double h : steps(n, 4, equal)) {
    run.step(*method, h, c.rho, [](const auto& formula, double t, const auto& points) {
      return solve(formula, angular_velocity(t), points);
    });
    worst = std::max(worst, rotation_log(Mat3(run.points[0].R * exact_rotation(run.time).transpose())).norm());
  }
  return worst;
}

}  // namespace

BOOST_AUTO_TEST_CASE(order) {
  for (const Case& c : cases()) {
    const double measured = slope(error(c, 200, true), error(c, 600, true), 3);
    BOOST_TEST_MESSAGE(c << ": order on rotations " << measured << ", error " << error(c, 80, true));
    BOOST_TEST(std::abs(measured - c.order) < 0.25, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(order_with_unequal_steps) {
  for (const Case& c : cases()) {
    const double measured = slope(error(c, 200, false), error(c, 1600, false), 8);
    BOOST_TEST_MESSAGE(c << ": order on rotations with unequal steps " << measured);
    BOOST_TEST(std::abs(measured - c.order) < 0.3, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(a_fixed_axis_stays_fixed) {
  const Vec3 axis = Vec3(1, 2, -2) / 3;
  for (const Case& c : cases()) {
    const auto method = c.make();
    Run<Point> run({Mat3::Identity(), axis});
    for (const double h : steps(50, 5, false)) {
      run.step(*method, h, c.rho, [&](const auto& formula, double t, const auto& points) {
        return solve(formula, axis * std::cos(t), points);
      });
    }
    BOOST_TEST((run.points[0].R * axis - axis).norm() < 1e-13, c);
    BOOST_TEST((run.points[0].R * run.points[0].R.transpose() - Mat3::Identity()).norm() < 1e-13, c);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
