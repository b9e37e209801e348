#include "solvers/nonlinear/convergence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace flexura {

namespace {

constexpr std::size_t groups = static_cast<std::size_t>(Dimension::count);

void sum_over(double* values, int count, MPI_Comm communicator, int ranks) {
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_SUM, communicator);
}

double max_over(double value, MPI_Comm communicator, int ranks) {
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, communicator);
  return value;
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double v : values) {
    if (std::isnan(v)) return HUGE_VAL;
    most = std::max(most, std::abs(v));
  }
  return most;
}

}  // namespace

double residual_error(ConvergenceTest test, const std::vector<EquationInfo>& equations, const double* f,
                      const double* f_abs, const double* weight, MPI_Comm communicator, int ranks) {
  const std::size_t n = equations.size();
  const auto w = [weight](std::size_t i) { return weight ? weight[i] : 1.0; };
  switch (test) {
    case ConvergenceTest::none:
      return 0;
    case ConvergenceTest::norm: {
      double sum = 0;
      if (weight) {
        for (std::size_t i = 0; i < n; ++i) sum += f[i] * f[i] * weight[i] * weight[i];
      } else {
        for (std::size_t i = 0; i < n; ++i) sum += f[i] * f[i];
      }
      sum_over(&sum, 1, communicator, ranks);
      return std::sqrt(sum);
    }
    case ConvergenceTest::minmax: {
      double most = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double v = std::abs(f[i] * w(i));
        if (std::isnan(v)) {
          most = HUGE_VAL;  // NaN does not survive a maximum over ranks
          break;
        }
        most = std::max(most, v);
      }
      most = max_over(most, communicator, ranks);
      return std::isfinite(most) ? most : std::numeric_limits<double>::quiet_NaN();
    }
    case ConvergenceTest::relnorm: {
      std::array<double, 2> sums{};
      for (std::size_t i = 0; i < n; ++i) {
        sums[0] += f[i] * f[i] * w(i) * w(i);
        sums[1] += f_abs[i] * f_abs[i] * w(i) * w(i);
      }
      sum_over(sums.data(), 2, communicator, ranks);
      if (std::isnan(sums[0])) return sums[0];
      return sums[1] > 0 ? std::sqrt(sums[0] / sums[1]) : 0;
    }
    case ConvergenceTest::sepnorm: {
      std::array<double, 2 * groups> sums{};
      for (std::size_t i = 0; i < n; ++i) {
        const auto group = static_cast<std::size_t>(equations[i].dimension);
        sums[group] += f[i] * f[i] * w(i) * w(i);
        sums[groups + group] += f_abs[i] * f_abs[i] * w(i) * w(i);
      }
      sum_over(sums.data(), 2 * groups, communicator, ranks);
      const double most = std::sqrt(*std::max_element(sums.begin() + groups, sums.end()));
      double worst = 0;
      for (std::size_t g = 0; g < groups; ++g) {
        if (std::isnan(sums[g])) return sums[g];
        const double absolute = std::sqrt(sums[groups + g]);
        if (absolute == 0) continue;
        const double ratio = std::sqrt(sums[g]) / absolute;
        if (ratio > 0.1 && absolute < 1e-5 * most) continue;
        worst = std::max(worst, ratio);
      }
      return worst;
    }
  }
  return 0;
}

double solution_error(ConvergenceTest test, std::span<const double> increment, MPI_Comm communicator, int ranks) {
  switch (test) {
    case ConvergenceTest::none:
      return 0;
    case ConvergenceTest::minmax:
      return max_over(largest(increment), communicator, ranks);
    default: {
      double sum = 0;
      for (const double v : increment) sum += v * v;
      sum_over(&sum, 1, communicator, ranks);
      return std::sqrt(sum);
    }
  }
}

}  // namespace flexura
