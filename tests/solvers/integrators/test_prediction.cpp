// The prediction of rates and multipliers, stage by stage.
#include <boost/test/unit_test.hpp>

#include <array>

#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

BOOST_AUTO_TEST_SUITE(prediction)

namespace {

struct Point {
  double x, rate;
  double multiplier;
};

Point cubic(double t) { return {1 + t * (2 + t * (-3 + t * 0.7)), 2 + t * (-6 + t * 2.1), 4 - 3 * t}; }

}  // namespace

BOOST_AUTO_TEST_CASE(exact_on_cubics_for_unequal_intervals) {
  for (const Case& c : cases()) {
    const auto method = c.make();
    if (method->name() == "implicit euler") continue;  // its rates are mean slopes: see the next test
    Run<Point> run(cubic(0));
    double worst = 0;
    bool first = true;
    for (const double h : {0.1, 0.07, 0.2, 0.02, 0.05, 0.13, 0.3, 0.1, 0.2}) {
      run.step(*method, h, c.rho, [&](const StageFormula& f, double t, const std::deque<Point>& points) {
        const auto x_of = [](const Point& p) { return p.x; };
        const auto rate_of = [](const Point& p) { return p.rate; };
        const auto multiplier_of = [](const Point& p) { return p.multiplier; };
        const double rate = combine(f.p, points, x_of, 0.0) + combine(f.q, points, rate_of, 0.0);
        const double multiplier = combine(f.r, points, multiplier_of, 0.0);
        const Point exact = cubic(t);
        if (first) {  // a single point: everything stays as it is
          BOOST_TEST(rate == points[0].rate, c);
          BOOST_TEST(multiplier == points[0].multiplier, c);
        } else {
          worst = std::max({worst, std::abs(rate - exact.rate), std::abs(multiplier - exact.multiplier)});
        }
        first = false;
        return exact;
      });
    }
    BOOST_TEST(worst < 1e-11, c << ": " << worst);
  }
}

BOOST_AUTO_TEST_CASE(implicit_euler_continues_its_mean_slopes) {
  const auto method = make_method({.keyword = "impliciteuler", .hybrid_default = {}, .rho = {}, .rho_algebraic = {}});
  const double past[] = {0.1};
  // On x = t^2 with equal steps the mean slopes are 0.1, 0.3, 0.5: the next one is on their line.
  const StageFormula f = method->stages(0.1, past, 1, 3)[0];
  BOOST_TEST(f.p.empty());
  BOOST_TEST(f.q.at(0) * 0.3 + f.q.at(1) * 0.1 == 0.5, boost::test_tools::tolerance(1e-14));
  // In the second step the older rate is the one given at the start, no slope.
  const StageFormula second = method->stages(0.1, past, 1, 2)[0];
  BOOST_TEST(second.q.size() == 1U);
  BOOST_TEST(second.q.at(0) == 1.0);
}

BOOST_AUTO_TEST_CASE(close_stages_do_not_magnify_their_errors) {
  for (const Case& c : cases()) {
    const auto method = c.make();
    Run<Point> run(cubic(0));
    for (int i = 0; i < 5; ++i) {
      const double h = 0.1;
      run.step(*method, h, c.rho, [&](const StageFormula& f, double t, const std::deque<Point>&) {
        // Factors of errors in values (times the step) and in rates. Two points 0.4 h apart, seen from 2 such
        // distances.
        for (const double p : f.p) BOOST_TEST(std::abs(p) * h < 110, c << ": " << p * h);
        for (const double q : f.q) BOOST_TEST(std::abs(q) < 25, c << ": " << q);
        for (const double r : f.r) BOOST_TEST(std::abs(r) < 4, c << ": " << r);
        return cubic(t);
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(a_much_longer_step_continues_the_rate) {
  const std::array<double, 3> past{0.01, 0.01, 0.01};
  for (const Case& c : cases()) {
    const auto method = c.make();
    const StageFormula f = method->stages(1, {past.data(), method->history() - 1u}, c.rho, 2)[0];
    BOOST_TEST(f.p.empty(), c);
    BOOST_TEST(f.q == std::vector<double>{1}, boost::test_tools::per_element());
    BOOST_TEST(f.r == std::vector<double>{1}, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(looks_only_at_points_that_are_kept) {
  // Run refuses, by deque::at, to look beyond the points that the time loop keeps; here without one step of history.
  for (const Case& c : cases()) {
    const auto method = c.make();
    const auto stages = method->stages(0.1, {}, c.rho, 1);
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const StageFormula& f = stages[s];
      BOOST_TEST(std::max({f.a.size(), f.b.size(), f.p.size(), f.q.size(), f.r.size()}) <= s + 1, c);
      BOOST_TEST(f.c > 0, c);
    }
    BOOST_TEST(stages.back().time_fraction == 1, c);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
