// Automatic differentiation scalars.
#include <boost/test/unit_test.hpp>

#include "math/dual.h"
#include "math/rotation.h"
#include "math/skew.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(dual_numbers)

namespace {

using D = Dual<2>;

/// Checks value and derivative of f at x against f itself in double.
template <class D, class F>
void check_with(F&& f, double x, const char* name) {
  const D y = f(D::variable(x, 1, 2));
  const double h = 1e-3;
  const auto g = [&](double at) { return value_of(f(D(at))); };
  const double slope = (8 * (g(x + h) - g(x - h)) - (g(x + 2 * h) - g(x - 2 * h))) / (12 * h);
  BOOST_TEST(y.f == g(x), name);
  BOOST_TEST(y.d[0] == 0, name);
  // Fourth-order differences with a step of 1e-3.
  BOOST_TEST(std::abs(y.d[1] - 2 * slope) < 1e-9 * (1 + std::abs(slope)), name << ": " << y.d[1] << ", " << 2 * slope);
}

/// With derivatives in an array, and in a register.
template <class F>
void check(F&& f, double x, const char* name) {
  check_with<Dual<2>>(f, x, name);
  check_with<Dual<8>>(f, x, name);
}

}  // namespace

#define CHECK_FUNCTION(f, x) check([](const auto& a) { return f(a); }, x, #f)

BOOST_AUTO_TEST_CASE(elementary_functions_have_their_derivatives) {
  CHECK_FUNCTION(sqrt, 2.3);
  CHECK_FUNCTION(sin, 0.7);
  CHECK_FUNCTION(cos, 0.7);
  CHECK_FUNCTION(tan, 0.7);
  CHECK_FUNCTION(exp, -0.4);
  CHECK_FUNCTION(log, 1.9);
  CHECK_FUNCTION(log10, 1.9);
  CHECK_FUNCTION(asin, 0.3);
  CHECK_FUNCTION(acos, 0.3);
  CHECK_FUNCTION(atan, -2.2);
  CHECK_FUNCTION(sinh, 0.6);
  CHECK_FUNCTION(cosh, 0.6);
  CHECK_FUNCTION(tanh, 0.6);
  CHECK_FUNCTION(asinh, 0.6);
  CHECK_FUNCTION(acosh, 1.6);
  CHECK_FUNCTION(atanh, 0.6);
  CHECK_FUNCTION(abs, -1.5);
  CHECK_FUNCTION(fabs, 1.5);
}

BOOST_AUTO_TEST_CASE(arithmetic_follows_the_product_and_quotient_rules) {
  check([](const auto& a) { return (3.0 - a) * a / (a * a + 1.0) - 2.0 / a + (-a) / 4.0; }, 1.3, "rational");
  check([](const auto& a) { return atan2(a * a, 1.0 - a); }, 0.4, "atan2");
  check([](const auto& a) { return pow(a, 3.0) + pow(a, a) + pow(std::decay_t<decltype(a)>(2.0), a); }, 1.7, "pow");
  check([](const auto& a) { return pow(a, 3.0); }, -1.7, "pow of a negative number");
}

BOOST_AUTO_TEST_CASE(powers_and_roots_at_zero_stay_finite) {
  const D zero = D::variable(0, 0);
  BOOST_TEST(pow(zero, 2.0).d[0] == 0);
  BOOST_TEST(pow(zero, 1.0).d[0] == 1);
  BOOST_TEST(pow(zero, 0.0).d[0] == 0);
  BOOST_TEST(pow(zero, D(2.0)).d[0] == 0);
  BOOST_TEST(sqrt(zero).d[0] == 0);
}

BOOST_AUTO_TEST_CASE(directions_are_independent) {
  const Dual<3> a = Dual<3>::variable(2, 0);
  const Dual<3> b = Dual<3>::variable(5, 1);
  const Dual<3> p = a * b + 1.0;
  BOOST_TEST(p.f == 11);
  BOOST_TEST(p.d[0] == 5);
  BOOST_TEST(p.d[1] == 2);
  BOOST_TEST(p.d[2] == 0);
}

BOOST_AUTO_TEST_CASE(vectors_and_constant_matrices_mix) {
  Mat3 m;
  m << 1, 2, 3, 4, 5, 6, 7, 8, 10;
  Vector3<D> x;
  for (int i = 0; i < 3; ++i) x(i) = D(i + 1.0);
  x(1).d[0] = 1;
  const Vector3<D> y = m * x;
  BOOST_TEST(y(2).f == 7 + 16 + 30);
  BOOST_TEST(y(2).d[0] == 8);
  const Vector3<D> z = x.cross(y) + Vec3(1, 2, 3).cast<D>();
  BOOST_TEST(z(0).d[0] == 2 * 8 + 53 - 3 * 5);  // d(x1 y2 - x2 y1)
}

BOOST_AUTO_TEST_CASE(rotation_logarithm_inverts_the_exponential_with_its_tangent) {
  const Vec3 t(0.3, -1.1, 0.7);
  Vector3<Dual<3>> x;
  for (int i = 0; i < 3; ++i) x(i) = Dual<3>::variable(t(i), i);
  const Vector3<Dual<3>> back = rotation_log<Dual<3>>(rotation_exp<Dual<3>>(x));
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(std::abs(back(i).f - t(i)) < 1e-15);
    for (int j = 0; j < 3; ++j) BOOST_TEST(std::abs(back(i).d[j] - (i == j)) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(dependence_collects_what_a_formula_reads) {
  const Dependence a = Dependence::variable(3);
  const Dependence b = Dependence::variable(40);
  BOOST_TEST((2.0 * sin(a) + 1.0).on == std::uint64_t{1} << 3);
  BOOST_TEST((atan2(a, b) / 2.0).on == ((std::uint64_t{1} << 3) | (std::uint64_t{1} << 40)));
  BOOST_TEST(Dependence(4.0).on == 0u);
  BOOST_TEST(!(a < b));
  BOOST_TEST(std::isnan(value_of(a)));
}

BOOST_AUTO_TEST_CASE(skew_product_is_the_product_of_skew_matrices) {
  const Vec3 a(1, -2, 3), b(0.5, 4, -1);
  BOOST_TEST((skew_product(a, b) - skew(a) * skew(b)).norm() < 1e-15);
}

BOOST_AUTO_TEST_SUITE_END()
