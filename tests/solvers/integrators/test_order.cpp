// Orders of convergence on differential equations, with equal and with unequal steps.
#include <boost/test/unit_test.hpp>

#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

BOOST_AUTO_TEST_SUITE(integrator_orders)

namespace {

double nonlinear(const Case& c, int n, bool equal) { return nonlinear_error(*c.make(), c.rho, n, equal); }
double oscillator(const Case& c, int n, bool equal) { return oscillator_error(*c.make(), c.rho, n, equal); }

}  // namespace

BOOST_AUTO_TEST_CASE(nonlinear_equation) {
  for (const Case& c : cases()) {
    const double measured = slope(nonlinear(c, 160, true), nonlinear(c, 640, true), 4);
    BOOST_TEST_MESSAGE(c << ": nonlinear order " << measured << ", error " << nonlinear(c, 160, true));
    BOOST_TEST(std::abs(measured - c.order) < 0.15, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(nonlinear_equation_with_unequal_steps) {
  for (const Case& c : cases()) {
    const double measured = slope(nonlinear(c, 200, false), nonlinear(c, 3200, false), 16);
    BOOST_TEST_MESSAGE(c << ": nonlinear order with unequal steps " << measured);
    BOOST_TEST(std::abs(measured - c.order) < 0.25, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(linear_oscillator) {
  for (const Case& c : cases()) {
    const double measured = slope(oscillator(c, 60, true), oscillator(c, 120, true), 2);
    BOOST_TEST_MESSAGE(c << ": linear order " << measured << ", error " << oscillator(c, 60, true));
    BOOST_TEST(std::abs(measured - c.linear_order) < 0.2, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_CASE(linear_oscillator_with_unequal_steps) {
  for (const Case& c : cases()) {
    const int n = c.linear_order > 3 ? 60 : 200;  // far above round-off
    const double measured = slope(oscillator(c, n, false), oscillator(c, 8 * n, false), 8);
    BOOST_TEST_MESSAGE(c << ": linear order with unequal steps " << measured);
    BOOST_TEST(std::abs(measured - c.linear_order) < 0.3, c << ": " << measured);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
