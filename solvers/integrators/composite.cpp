#include "solvers/integrators/composite.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/integrators/prediction.h"
#include "solvers/integrators/radius.h"

namespace flexura {

namespace {

/// Coefficients of a polynomial of degree up to 5, constant term first.
using Polynomial = std::array<double, 6>;

double binomial(int n, int k) {
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n + 1 - i) / i;
  return value;
}

/// p(u) (u0 + u1 u), for deg p < 5.
void multiply(Polynomial& p, double u0, double u1) {
  for (int i = 5; i > 0; --i) p[i] = p[i] * u0 + p[i - 1] * u1;
  p[0] *= u0;
}

/// The weights b of the last formula. With u = gamma h lambda / 2 the amplification of the step is N(u) / (1 - u)^n,
/// N(u) = (1 - u)^(n-1) + (2 u / gamma) sum_j b_j (1 + u)^j (1 - u)^(n-1-j); w = (1 + u) / (1 - u) turns the sum into a
/// polynomial in w whose coefficients are the weights.
void weights_from_numerator(const Polynomial& numerator, CompositeCoefficients& result) {
  const int n = result.n;
  result.b.fill(0);
  for (int i = 0; i < n; ++i) {
    // Coefficient of u^i of the sum.
    const int k = i + 1;
    const double denominator = k < n ? binomial(n - 1, k) * (k % 2 == 1 ? -1 : 1) : 0;
    const double q = 0.5 * result.gamma * (numerator[k] - denominator);
    Polynomial term{std::pow(0.5, n - 1)};
    for (int j = 0; j < i; ++j) multiply(term, -1, 1);
    for (int j = i; j < n - 1; ++j) multiply(term, 1, 1);
    for (int j = 0; j < n; ++j) result.b[j] += q * term[j];
  }
}

double laguerre(int n, double x) {
  double sum = 0;
  double factor = 1;  // (-x)^k / k!
  for (int k = 0; k <= n; ++k) {
    sum += binomial(n, k) * factor;
    factor *= -x / (k + 1);
  }
  return sum;
}

/// x = 1/g with |L_n(x)| = rho on the branch where the method is A-stable: from the zero of L_n (n = 3, 4, 5: the
/// second, second, third) up to where |L_n| has grown to 1. L_n is monotonic between the ends given here.
double inverse_diagonal(int n, double rho) {
  constexpr std::array<std::array<double, 2>, 3> ends{{{2.0, 3.5}, {1.6, 2.6}, {3.4, 4.1}}};
  double low = ends[n - 3][0];
  double high = ends[n - 3][1];
  const double sign = laguerre(n, high) > 0 ? 1 : -1;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    (sign * laguerre(n, middle) < rho ? low : high) = middle;
  }
}

class Composite final : public Method {
 public:
  using Family = CompositeCoefficients (*)(int, double);
  Composite(std::string keyword, int n, Family family) : keyword_(std::move(keyword)), n_(n), family_(family) {}
  [[nodiscard]] std::string name() const override { return keyword_; }
  [[nodiscard]] int history() const override { return 2; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    check_radius(keyword_, step.rho);
    const CompositeCoefficients k = family_(n_, step.rho);
    stages.resize(n_);
    const double c = 0.5 * k.gamma * step.h;
    for (int j = 1; j < n_; ++j) {
      StageFormula& f = stages[j - 1];
      f.time_fraction = j * k.gamma;
      f.c = c;
      f.a.assign(1, 1.0);
      f.b.assign(1, c);
    }
    StageFormula& last = stages[n_ - 1];
    last.time_fraction = 1;
    last.c = c;
    last.a.assign(n_, 0.0);
    last.a[n_ - 1] = 1;
    last.b.resize(n_);
    for (int j = 0; j < n_; ++j) last.b[n_ - 1 - j] = k.b[j] * step.h;
    predict(step, history(), stages);
  }

 private:
  std::string keyword_;
  int n_;
  Family family_;
};

}  // namespace

CompositeCoefficients conserving_composite(int n, double rho) {
  // N(u) N(-u) = (1 - u^2)^n - (1 - rho^2) (-u^2)^n vanishes where 1 - 1/u^2 is an n-th root of 1 - rho^2; N takes the
  // zeros with negative real part.
  using Complex = std::complex<double>;
  const double root = std::pow((1 - rho) * (1 + rho), 1.0 / n);
  std::array<Complex, 6> product{1};
  for (int j = 0; j < n; ++j) {
    const Complex s = std::sqrt(1.0 - std::polar(root, 2 * std::numbers::pi * j / n));
    for (int i = n; i > 0; --i) product[i] += s * product[i - 1];
  }
  Polynomial numerator{};
  for (int i = 0; i <= n; ++i) numerator[i] = product[i].real();
  CompositeCoefficients result;
  result.n = n;
  result.gamma = 2 / (n + numerator[1]);
  weights_from_numerator(numerator, result);
  return result;
}

CompositeCoefficients high_order_composite(int n, double rho) {
  // N is (1 - u)^n exp(u / g) up to u^n, so that N / (1 - u)^n agrees with exp(h lambda) to order n.
  const double x = inverse_diagonal(n, rho);
  Polynomial numerator{};
  double power = 1;  // x^k / k!
  for (int k = 0; k <= n; ++k) {
    for (int i = 0; i + k <= n; ++i) numerator[i + k] += power * binomial(n, i) * (i % 2 == 1 ? -1 : 1);
    power *= x / (k + 1);
  }
  CompositeCoefficients result;
  result.n = n;
  result.gamma = 2 / x;
  weights_from_numerator(numerator, result);
  return result;
}

std::unique_ptr<Method> make_bathe() { return std::make_unique<Composite>("Bathe", 2, conserving_composite); }
std::unique_ptr<Method> make_msstc(int n) {
  return std::make_unique<Composite>("msstc" + std::to_string(n), n, conserving_composite);
}
std::unique_ptr<Method> make_mssth(int n) {
  return std::make_unique<Composite>("mssth" + std::to_string(n), n, high_order_composite);
}

}  // namespace flexura
