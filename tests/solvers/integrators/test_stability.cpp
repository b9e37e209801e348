// Amplification: A-stability, the limit of infinite frequency, energy.
#include <boost/test/unit_test.hpp>

#include <Eigen/LU>
#include <complex>

#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

BOOST_AUTO_TEST_SUITE(integrator_stability)

namespace {

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;

/// Steps after which the formulas repeat.
int period(const Case& c) { return c.keyword == "hope" ? 2 : 1; }

/// True for the methods that look at accepted points before the last one.
bool method_of_points(const Case& c) {
  return c.keyword == "ms" || (c.keyword.size() == 3 && c.keyword[1] == 's') ||
         (c.keyword == "bdf" && c.bdf_order == 2);
}

/// Largest amplitude, divided by that of the start, and amplitude at the end of a unit oscillator.
struct Amplitudes {
  double largest, last;
};

Amplitudes oscillate(const Case& c, double h, int n) {
  using Point = std::pair<Complex, Complex>;
  const auto method = c.make();
  Run<Point> run({1.0, Complex(0, 1)});
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    run.step(*method, h, c.rho, [](const StageFormula& f, double, const std::deque<Point>& points) {
      const Complex known = combine(
                                f.a, points, [](const Point& p) { return p.first; }, Complex(0)) +
                            combine(
                                f.b, points, [](const Point& p) { return p.second; }, Complex(0));
      const Complex y = known / (1.0 - f.c * Complex(0, 1));
      return Point(y, Complex(0, 1) * y);
    });
    largest = std::max(largest, std::abs(run.points[0].first));
  }
  return {largest, std::abs(run.points[0].first)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(stable_in_the_whole_left_half_plane) {
  for (const Case& c : cases()) {
    const double worst = largest_radius(*c.make(), c.rho, period(c));
    BOOST_TEST(worst < 1 + 1e-10, c << ": " << worst);
  }
}

BOOST_AUTO_TEST_CASE(radius_at_infinity_is_the_parameter) {
  for (const Case& c : cases()) {
    const Matrix m = amplification_at_infinity(*c.make(), c.rho, period(c));
    const double radius = std::pow(spectral_radius(m), 1.0 / period(c));
    if (c.keyword == "hope") {
      // rho^2 a pair of steps.
      BOOST_TEST(std::abs(radius - c.rho) < 1e-12, c << ": " << radius);
      continue;
    }
    // n roots coincide, so their computed values carry the n-th root of round-off; their product does not.
    const int n = static_cast<int>(m.rows());
    const bool multistep = method_of_points(c);
    if (multistep) BOOST_TEST(std::abs(std::abs(m.determinant()) - std::pow(c.rho, n)) < 1e-13, c);
    BOOST_TEST(std::abs(radius - c.rho) < (multistep ? 1e-3 : 1e-12), c << ": " << radius);
    // The limit is approached.
    const double near = spectral_radius(amplification(*c.make(), c.rho, Complex(0, 1e9), period(c)));
    BOOST_TEST(std::abs(near - c.rho) < 0.02, c << ": " << near);
  }
}

BOOST_AUTO_TEST_CASE(energy_of_an_oscillator) {
  std::string keyword;
  double amplitude = 0;
  for (const Case& c : cases()) {
    const Amplitudes slow = oscillate(c, 0.1, 2000);
    const Amplitudes fast = oscillate(c, 20, 200);
    BOOST_TEST_MESSAGE(c << ": amplitude after 2000 steps of 0.1: " << slow.last << ", largest " << slow.largest
                         << "; after 200 steps of 20: " << fast.last << ", largest " << fast.largest);
    // The first steps of the multistep methods put a little amplitude into their other roots.
    BOOST_TEST(slow.largest < 1.001, c);
    BOOST_TEST(fast.largest < 1.1, c);
    const bool conserving = c.rho == 1 && !c.keyword.starts_with("mssth");
    if (conserving) {
      BOOST_TEST(std::abs(slow.last - 1) < 1e-11, c);
      BOOST_TEST(std::abs(fast.last - 1) < 1e-11, c);
    } else {
      BOOST_TEST(fast.last < 0.5, c);
    }
    // More radius, less dissipation. (Cases of a keyword follow each other in the order of their radii.)
    if (c.keyword == keyword) BOOST_TEST(slow.last > amplitude - 1e-4, c);
    keyword = c.keyword;
    amplitude = slow.last;
  }
}

BOOST_AUTO_TEST_CASE(crank_nicolson_keeps_the_energy_of_a_nonlinear_pendulum_bounded) {
  struct Point {
    double angle, rate, acceleration;
  };
  const Case c{"cranknicolson", 1, 2, 2, 2, 2, 0};
  const auto method = c.make();
  Run<Point> run({2.0, 0.0, -std::sin(2.0)});
  const auto energy = [](const Point& p) { return 0.5 * p.rate * p.rate - std::cos(p.angle); };
  const double start = energy(run.points[0]);
  double early = 0;
  double late = 0;
  for (int i = 0; i < 20000; ++i) {
    run.step(*method, 0.1, 1, [](const StageFormula& f, double, const std::deque<Point>& points) {
      const double angle_known = combine(
                                     f.a, points, [](const Point& p) { return p.angle; }, 0.0) +
                                 combine(
                                     f.b, points, [](const Point& p) { return p.rate; }, 0.0);
      const double rate_known = combine(
                                    f.a, points, [](const Point& p) { return p.rate; }, 0.0) +
                                combine(
                                    f.b, points, [](const Point& p) { return p.acceleration; }, 0.0);
      double rate = points[0].rate;
      for (int iteration = 0; iteration < 50; ++iteration)
        rate -= (rate - rate_known + f.c * std::sin(angle_known + f.c * rate)) /
                (1 + f.c * f.c * std::cos(angle_known + f.c * rate));
      return Point{angle_known + f.c * rate, rate, (rate - rate_known) / f.c};
    });
    double& worst = i < 1000 ? early : late;
    worst = std::max(worst, std::abs(energy(run.points[0]) - start));
  }
  BOOST_TEST(early > 1e-5);  // the energy oscillates by O(h^2) ...
  BOOST_TEST(early < 5e-3);
  BOOST_TEST(late < 1.01 * early);  // ... without drift
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
