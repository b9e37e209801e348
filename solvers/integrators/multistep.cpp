#include "solvers/integrators/multistep.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/prediction.h"
#include "solvers/integrators/radius.h"

namespace flexura {

namespace {

/// alpha for equal steps, up to the common factor.
std::array<double, 4> equal_step_alpha(int n, double r) {
  switch (n) {
    case 2:
      return {3 - r, -1 + 3 * r};
    case 3:
      return {10 + r * (-5 + r), -5 + r * (22 - r * 5), 1 + r * (-5 + r * 10)};
    default:
      return {35 + r * (-21 + r * (7 - r)), -21 + r * (119 + r * (-45 + r * 7)), 7 + r * (-45 + r * (119 - r * 21)),
              -1 + r * (7 + r * (-21 + r * 35))};
  }
}

void normalise(double* weights, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += weights[i];
  for (int i = 0; i < count; ++i) weights[i] /= sum;
}

/// The formula of the family for the intervals of a step. Where points are missing the intervals before them are equal
/// to the oldest one known.
void solve_for_new_point(int n, double rho, const NextStep& step, StageFormula& f) {
  const int points = std::min(n, static_cast<int>(step.past.size()) + 1);
  std::array<double, 4> intervals{step.h};
  for (int i = 1; i < n; ++i) intervals[i] = i < points ? step.past[i - 1] : intervals[i - 1];
  multistep_step(n, multistep_weights(n, rho, intervals), points, intervals, f);
}

class Multistep final : public Method {
 public:
  explicit Multistep(int n) : n_(n), name_("ms" + std::to_string(n)) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int history() const override { return n_; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    check_radius(name_, step.rho);
    stages.resize(1);
    stages[0].time_fraction = 1;
    const int n = std::min(n_, static_cast<int>(step.past.size()) + 1);
    if (n == 1) {
      trapezoidal_step(step.h, stages[0]);
    } else {
      solve_for_new_point(n, step.rho, step, stages[0]);
    }
    predict(step, history(), stages);
  }

 private:
  int n_;
  std::string name_;
};

class Bdf2 final : public Method {
 public:
  [[nodiscard]] std::string name() const override { return "bdf, order, 2"; }
  [[nodiscard]] int history() const override { return 2; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    stages.resize(1);
    stages[0].time_fraction = 1;
    if (step.past.empty()) {
      trapezoidal_step(step.h, stages[0]);
    } else {
      solve_for_new_point(2, 0, step, stages[0]);
    }
    predict(step, history(), stages);
  }
};

class SingleStep final : public Method {
 public:
  explicit SingleStep(int n) : n_(n), name_("ss" + std::to_string(n)) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int history() const override { return n_; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    check_radius(name_, step.rho);
    stages.resize(1);
    stages[0].time_fraction = 1;
    solve_for_new_point(n_, step.rho, step, stages[0]);
    predict(step, history(), stages);
  }

 private:
  int n_;
  std::string name_;
};

class Hope final : public Method {
 public:
  [[nodiscard]] std::string name() const override { return "hope"; }
  [[nodiscard]] int history() const override { return 2; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    check_radius("hope", step.rho);
    if (step.number < 1)
      throw Error(ExitCode::internal_error, "method `hope` alternates two formulas, it needs the step number");
    stages.resize(1);
    stages[0].time_fraction = 1;
    if (step.number % 2 == 1 || step.past.empty()) {
      trapezoidal_step(step.h, stages[0]);
    } else {
      // At infinite frequency a pair of steps multiplies by s (2 - s), which shall be rho^2.
      const double s = 1 - std::sqrt(1 - step.rho * step.rho);
      solve_for_new_point(2, s, step, stages[0]);
    }
    predict(step, history(), stages);
  }
};

}  // namespace

MultistepWeights multistep_weights(int n, double rho, const std::array<double, 4>& intervals) {
  MultistepWeights w;
  w.alpha = equal_step_alpha(n, rho);
  normalise(w.alpha.data(), n);
  w.beta[0] = 1;
  for (int i = 1; i <= n; ++i) w.beta[i] = w.beta[i - 1] * rho * (n + 1 - i) / i;  // binomial(n, i) rho^i
  normalise(w.beta.data(), n + 1);

  return fitted_weights(n, w, intervals);
}

MultistepWeights fitted_weights(int n, MultistepWeights w, const std::array<double, 4>& intervals) {
  if (n < 2) return w;
  // Ages of the instants of the two means.
  std::array<double, 4> middle{};
  double age = 0;
  double of_rates = 0;
  double of_slopes = 0;
  double mean = 0;
  double miss = 0;  // the same difference for equal steps of size 1
  for (int i = 0; i < n; ++i) {
    middle[i] = age + 0.5 * intervals[i];
    age += intervals[i];
    of_rates += w.beta[i + 1] * age;
    of_slopes += w.alpha[i] * middle[i];
    miss += w.beta[i + 1] * (i + 1) - w.alpha[i] * (i + 0.5);
    mean += middle[i] / n;
  }
  if (std::abs(miss) > 1e-10) return w;
  double spread = 0;
  for (int i = 0; i < n; ++i) spread += (middle[i] - mean) * (middle[i] - mean);
  for (int i = 0; i < n; ++i) w.alpha[i] += (of_rates - of_slopes) * (middle[i] - mean) / spread;
  return w;
}

void trapezoidal_step(double h, StageFormula& f) {
  f.c = 0.5 * h;
  f.a.assign(1, 1.0);
  f.b.assign(1, 0.5 * h);
}

void multistep_step(int n, const MultistepWeights& w, int points, const std::array<double, 4>& intervals,
                    StageFormula& f) {
  f.a.assign(points, 0.0);
  f.b.assign(points, 0.0);
  const double scale = intervals[0] / w.alpha[0];
  f.c = w.beta[0] * scale;
  f.a[0] = 1;
  for (int i = 1; i < n; ++i) {
    if (i < points) {
      const double slope = w.alpha[i] * scale / intervals[i];
      f.a[i - 1] -= slope;
      f.a[i] += slope;
    } else {
      f.b[points - 1] -= w.alpha[i] * scale;
    }
  }
  for (int i = 1; i <= n; ++i) f.b[std::min(i, points) - 1] += w.beta[i] * scale;
}

std::unique_ptr<Method> make_multistep(int n) { return std::make_unique<Multistep>(n); }
std::unique_ptr<Method> make_bdf2() { return std::make_unique<Bdf2>(); }
std::unique_ptr<Method> make_single_step(int n) { return std::make_unique<SingleStep>(n); }
std::unique_ptr<Method> make_hope() { return std::make_unique<Hope>(); }

}  // namespace flexura
