// Quadratic eigenproblems with constraints, massless parts and rigid motions: what is finite, what is zero.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include "solvers/problems/eigen_dense.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(eigen_dense)

namespace {

using Matrix = Eigen::MatrixXd;

struct Problem {
  explicit Problem(int n) : m(Matrix::Zero(n, n)), d(m), k(m) {}
  Matrix m, d, k;
  [[nodiscard]] DenseEigenpairs solve(double time_scale = 1) const { return solve_dense(m, d, k, time_scale); }
  /// Adds the constraint row^T z = 0 with its multiplier.
  void constrain(int at, std::initializer_list<std::pair<int, double>> row) {
    for (const auto& [j, value] : row) k(at, j) = k(j, at) = value;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(oscillator_has_its_damped_pair) {
  Problem p(1);
  p.m(0, 0) = 2;
  p.d(0, 0) = 0.8;
  p.k(0, 0) = 50;
  const auto found = p.solve(0.25);
  BOOST_REQUIRE(found.pairs.size() == 1);
  BOOST_TEST(std::abs(found.pairs[0].s - std::complex<double>(-0.2, std::sqrt(25 - 0.04))) < 1e-13);
  BOOST_TEST(found.infinite == 0);
}

BOOST_AUTO_TEST_CASE(overdamped_oscillator_has_two_real_values) {
  Problem p(1);
  p.m(0, 0) = 1;
  p.d(0, 0) = 5;
  p.k(0, 0) = 4;
  const auto found = p.solve();
  BOOST_REQUIRE(found.pairs.size() == 2);
  BOOST_TEST(std::abs(found.pairs[0].s + 1.0) < 1e-13);
  BOOST_TEST(std::abs(found.pairs[1].s + 4.0) < 1e-13);
}

BOOST_AUTO_TEST_CASE(constraints_leave_nothing_at_infinity_and_dependent_ones_do_no_harm) {
  // Two masses, a spring to the ground each; the constraint z0 = z1 stands there once, or three times.
  for (const int copies : {1, 3}) {
    Problem p(2 + copies);
    p.m.diagonal().head(2) << 1, 3;
    p.k.diagonal().head(2) << 10, 6;
    for (int c = 0; c < copies; ++c) p.constrain(2 + c, {{0, 1.0 + c}, {1, -1.0 - c}});
    const auto found = p.solve();
    BOOST_TEST(!found.singular);
    BOOST_REQUIRE(found.pairs.size() == 1);
    BOOST_TEST(std::abs(found.pairs[0].s - std::complex<double>(0, 2)) < 1e-12);
    BOOST_TEST(found.undetermined == copies - 1);
    BOOST_TEST(found.infinite == 3);  // of the relative motion two, of its multiplier one
  }
}

BOOST_AUTO_TEST_CASE(rigid_motions_are_zero_by_rank) {
  // A free chain of three masses: one rigid motion, two vibrations, whatever the units.
  for (const double stiffness : {1.0, 1e9, 1e-9}) {
    Problem p(3);
    p.m.diagonal() << 1, 2, 1;
    p.k << 1, -1, 0, -1, 2, -1, 0, -1, 1;
    p.k *= stiffness;
    const auto found = p.solve(1 / std::sqrt(stiffness));
    BOOST_REQUIRE(found.pairs.size() == 3);
    BOOST_TEST(found.pairs[0].zero);
    BOOST_TEST(found.pairs[0].s == 0.0);
    BOOST_TEST(!found.pairs[1].zero);
    const double w = std::sqrt(stiffness);
    BOOST_TEST(std::abs(found.pairs[1].s / w - std::complex<double>(0, 1)) < 1e-12);
    BOOST_TEST(std::abs(found.pairs[2].s / w - std::complex<double>(0, std::sqrt(2))) < 1e-12);
    BOOST_TEST(std::abs(found.pairs[0].z(0) / found.pairs[0].z(1) - 1.0) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(massless_parts_are_condensed_exactly) {
  // Springs 1 and 3 in series through a point without mass: 3/4.
  Problem p(2);
  p.m(1, 1) = 3;
  p.k << 4, -3, -3, 3;
  const auto found = p.solve();
  BOOST_REQUIRE(found.pairs.size() == 1);
  BOOST_TEST(std::abs(found.pairs[0].s - std::complex<double>(0, 0.5)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(nonholonomic_rows_take_one_freedom_of_the_speed_only) {
  // z1' = 2 z0': the multiplier acts along (2, -1); of the pair z0, z1 one zero remains.
  Problem p(3);
  p.m.diagonal().head(2) << 1, 1;
  p.k(0, 0) = 5;
  p.d(2, 0) = 2;
  p.d(2, 1) = -1;
  p.k(0, 2) = 2;
  p.k(1, 2) = -1;
  const auto found = p.solve();
  BOOST_REQUIRE(found.pairs.size() == 2);
  BOOST_TEST(found.pairs[0].zero);
  BOOST_TEST(std::abs(found.pairs[1].s - std::complex<double>(0, 1)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(vectors_satisfy_the_equations) {
  Problem p(3);
  p.m << 2, 0.3, 0, 0.3, 1, 0, 0, 0, 0;
  p.d << 0.1, 2, 0, -2, 0.4, 0, 0, 0, 0;
  p.k << 7, 1, 1, 2, 9, -1, 1, -1, 0.5;
  const auto found = p.solve();
  BOOST_TEST(found.pairs.size() == 2);
  for (const auto& pair : found.pairs) {
    const Eigen::VectorXcd rest = pair.s * pair.s * (p.m * pair.z) + pair.s * (p.d * pair.z) + p.k * pair.z;
    BOOST_TEST(rest.norm() < 1e-11 * pair.z.norm());
  }
}

BOOST_AUTO_TEST_CASE(equations_without_inertia_have_no_pairs) {
  Problem p(2);
  p.k << 2, 1, 1, 3;
  const auto found = p.solve();
  BOOST_TEST(!found.singular);
  BOOST_TEST(found.pairs.empty());
  BOOST_TEST(found.infinite == 2);
}

BOOST_AUTO_TEST_SUITE_END()
