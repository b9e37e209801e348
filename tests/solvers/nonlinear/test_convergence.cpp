#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "solvers/nonlinear/convergence.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(convergence)

namespace {

std::vector<EquationInfo> equations(std::initializer_list<Dimension> dimensions) {
  std::vector<EquationInfo> list;
  for (const Dimension d : dimensions) list.push_back({Order::differential, Row::balance, d});
  return list;
}

double error(ConvergenceTest test, const std::vector<EquationInfo>& eq, const std::vector<double>& f,
             const std::vector<double>& f_abs) {
  return residual_error(test, eq, f.data(), f_abs.data(), nullptr, MPI_COMM_NULL, 1);
}

const auto two_forces_one_moment = equations({Dimension::force, Dimension::force, Dimension::moment});

}  // namespace

BOOST_AUTO_TEST_CASE(norm_is_the_euclidean_length) {
  BOOST_CHECK_CLOSE(error(ConvergenceTest::norm, two_forces_one_moment, {3, 0, -4}, {}), 5.0, 1e-12);
  BOOST_CHECK_CLOSE(error(ConvergenceTest::minmax, two_forces_one_moment, {3, 0, -4}, {}), 4.0, 1e-12);
}

BOOST_AUTO_TEST_CASE(relnorm_is_invariant_to_the_load_scale_and_norm_is_not) {
  const std::vector<double> f{1e-3, -2e-3, 5e-4};
  const std::vector<double> f_abs{2, 3, 1};
  std::vector<double> f_big = f;
  std::vector<double> abs_big = f_abs;
  for (auto& v : f_big) v *= 1e6;
  for (auto& v : abs_big) v *= 1e6;
  const double small = error(ConvergenceTest::relnorm, two_forces_one_moment, f, f_abs);
  BOOST_CHECK_CLOSE(error(ConvergenceTest::relnorm, two_forces_one_moment, f_big, abs_big), small, 1e-10);
  BOOST_CHECK_CLOSE(error(ConvergenceTest::norm, two_forces_one_moment, f_big, abs_big),
                    1e6 * error(ConvergenceTest::norm, two_forces_one_moment, f, f_abs), 1e-10);
}

BOOST_AUTO_TEST_CASE(relnorm_of_a_single_unbalanced_element_is_one) {
  BOOST_CHECK_CLOSE(error(ConvergenceTest::relnorm, two_forces_one_moment, {7, 0, 0}, {7, 0, 0}), 1.0, 1e-12);
}

BOOST_AUTO_TEST_CASE(relnorm_without_contributions_is_zero) {
  BOOST_CHECK_EQUAL(error(ConvergenceTest::relnorm, two_forces_one_moment, {0, 0, 0}, {0, 0, 0}), 0.0);
}

BOOST_AUTO_TEST_CASE(sepnorm_takes_the_worst_dimension) {
  // forces balanced to 1e-8 of 1e6; the moment only to 1e-3 of 1
  const double value =
      error(ConvergenceTest::sepnorm, equations({Dimension::force, Dimension::moment}), {1e-2, 1e-3}, {1e6, 1e2});
  BOOST_CHECK_CLOSE(value, 1e-5, 1e-10);
  BOOST_CHECK_LT(
      error(ConvergenceTest::relnorm, equations({Dimension::force, Dimension::moment}), {1e-2, 1e-3}, {1e6, 1e2}),
      1.1e-8);
}

BOOST_AUTO_TEST_CASE(sepnorm_ignores_a_group_of_pure_roundoff) {
  const auto eq = equations({Dimension::force, Dimension::moment});
  // moments: contributions of 1e-9 against forces of 1e3, half unbalanced: noise
  BOOST_CHECK_CLOSE(error(ConvergenceTest::sepnorm, eq, {1e-3, 5e-10}, {1e3, 1e-9}), 1e-6, 1e-10);
  // the same ratio counts when the group is not negligible
  BOOST_CHECK_CLOSE(error(ConvergenceTest::sepnorm, eq, {1e-3, 0.5}, {1e3, 1}), 0.5, 1e-10);
  // a small group that is balanced well still counts by its ratio
  BOOST_CHECK_CLOSE(error(ConvergenceTest::sepnorm, eq, {1e-6, 5e-11}, {1e3, 1e-9}), 0.05, 1e-10);
}

BOOST_AUTO_TEST_CASE(not_a_number_is_never_converged) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto test :
       {ConvergenceTest::norm, ConvergenceTest::minmax, ConvergenceTest::relnorm, ConvergenceTest::sepnorm})
    BOOST_CHECK(std::isnan(error(test, two_forces_one_moment, {0, nan, 1}, {1, 1, 1})));
}

BOOST_AUTO_TEST_CASE(weights_scale_rows_of_the_test) {
  const std::vector<double> f{3, 4, 100};
  const std::vector<double> weight{1, 1, 0};
  BOOST_CHECK_CLOSE(
      residual_error(ConvergenceTest::norm, two_forces_one_moment, f.data(), nullptr, weight.data(), MPI_COMM_NULL, 1),
      5.0, 1e-12);
}

BOOST_AUTO_TEST_CASE(solution_tests) {
  const std::vector<double> u{3, -4};
  BOOST_CHECK_CLOSE(solution_error(ConvergenceTest::norm, u, MPI_COMM_NULL, 1), 5.0, 1e-12);
  BOOST_CHECK_CLOSE(solution_error(ConvergenceTest::minmax, u, MPI_COMM_NULL, 1), 4.0, 1e-12);
  BOOST_CHECK_EQUAL(solution_error(ConvergenceTest::none, u, MPI_COMM_NULL, 1), 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
