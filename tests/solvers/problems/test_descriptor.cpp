// Descriptor systems in minimal coordinates: index, inputs that impose motions, what cannot be reduced.
#include <boost/test/unit_test.hpp>

#include <Eigen/LU>
#include <complex>

#include "solvers/problems/descriptor.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(descriptor_systems)

namespace {

using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;

Descriptor descriptor(int size, int inputs, int outputs) {
  Descriptor s;
  s.e = s.a = Matrix::Zero(size, size);
  s.c = s.g = Matrix::Zero(outputs, size);
  s.v = Matrix::Identity(size, size);
  s.b.assign(1, Matrix::Zero(size, inputs));
  s.d.assign(1, Matrix::Zero(outputs, inputs));
  s.w.assign(1, Matrix::Zero(size, inputs));
  return s;
}

Eigen::MatrixXcd transfer(const Descriptor& s, Complex at) {
  Eigen::MatrixXcd b = Eigen::MatrixXcd::Zero(s.e.rows(), s.b[0].cols());
  Eigen::MatrixXcd d = Eigen::MatrixXcd::Zero(s.c.rows(), s.b[0].cols());
  for (std::size_t k = 0; k < s.b.size(); ++k) b += std::pow(at, k) * s.b[k];
  for (std::size_t k = 0; k < s.d.size(); ++k) d += std::pow(at, k) * s.d[k];
  const Eigen::MatrixXcd pencil = at * s.e.cast<Complex>() - s.a.cast<Complex>();
  return (s.c.cast<Complex>() + at * s.g.cast<Complex>()) * pencil.partialPivLu().solve(b) + d;
}

/// A mass on a led base: x1 = base, x2 = mass, rates 3 and 4, multiplier 5; base row x1 = u. Outputs: x2, its
/// acceleration, the multiplier.
Descriptor led_base() {
  Descriptor s = descriptor(5, 1, 3);
  const double k = 3, damping = 0.4, m = 2, base = 0.5;
  s.e(0, 2) = base;
  s.e(1, 3) = m;
  s.e(2, 0) = s.e(3, 1) = 1;
  s.a(2, 2) = s.a(3, 3) = 1;
  for (const int i : {0, 1})
    for (const int j : {0, 1}) {
      s.a(i, j) = i == j ? -k : k;
      s.a(i, j + 2) = i == j ? -damping : damping;
    }
  s.a(0, 4) = 1;
  s.a(4, 0) = 1;
  s.b[0](4, 0) = -1;
  s.c(0, 1) = s.g(1, 3) = s.c(2, 4) = 1;
  return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_led_base_leaves_the_states_of_the_mass_and_derivatives_of_the_input) {
  const Descriptor whole = led_base();
  Descriptor s = whole;
  BOOST_REQUIRE(reduce(s).kind == ReductionFailure::Kind::none);
  BOOST_TEST(s.a.rows() == 2);
  BOOST_TEST(s.b.size() == 1);
  BOOST_TEST(s.d.size() >= 3);
  for (const Complex at : {Complex(0.3, 0), Complex(0, 1.7), Complex(-0.2, 4)})
    BOOST_TEST((transfer(s, at) - transfer(whole, at)).norm() < 1e-12 * transfer(whole, at).norm());
}

BOOST_AUTO_TEST_CASE(states_are_unknowns_and_their_rates) {
  Descriptor s = led_base();
  const Descriptor whole = s;
  reduce(s);
  const std::vector<int> chosen = choose_states(s, {0, 1}, {2, 3}, {2, 3, -1, -1, -1});
  BOOST_TEST(chosen == (std::vector<int>{1, 3}), boost::test_tools::per_element());
  BOOST_TEST((s.v.row(1) - Eigen::RowVector2d(1, 0)).norm() < 1e-13);
  BOOST_TEST((s.v.row(3) - Eigen::RowVector2d(0, 1)).norm() < 1e-13);
  BOOST_TEST((transfer(s, Complex(0, 2)) - transfer(whole, Complex(0, 2))).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(motion_that_nothing_holds_is_left_open) {
  Descriptor s = descriptor(2, 1, 1);
  s.e(0, 0) = 1;  // x1' = x2, and nothing says what x2 is
  s.a(0, 1) = 1;
  s.c(0, 0) = 1;
  BOOST_TEST((reduce(s).kind == ReductionFailure::Kind::open));
}

BOOST_AUTO_TEST_CASE(an_input_against_the_constraints_is_named) {
  Descriptor s = descriptor(2, 2, 1);
  s.a << 1, 0, 1, 0;
  s.b[0](1, 1) = 1;  // x1 = 0 and x1 = -u2
  s.c(0, 0) = 1;
  const ReductionFailure failure = reduce(s);
  BOOST_TEST((failure.kind == ReductionFailure::Kind::input));
  BOOST_TEST(failure.which == 1);
}

BOOST_AUTO_TEST_CASE(an_output_of_what_enters_no_equation_is_named) {
  Descriptor s = descriptor(2, 1, 2);
  s.e(0, 0) = 1;
  s.a(0, 0) = -1;
  s.c(0, 0) = s.c(1, 1) = 1;
  const ReductionFailure failure = reduce(s);
  BOOST_TEST((failure.kind == ReductionFailure::Kind::undetermined));
  BOOST_TEST(failure.which == 1);
}

BOOST_AUTO_TEST_SUITE_END()
