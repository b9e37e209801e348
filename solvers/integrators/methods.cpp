#include "solvers/integrators/method.h"

#include <algorithm>
#include <map>

#include "solvers/integrators/prediction.h"

namespace flexura {

namespace {

/// One-step formula x = x1 + h (b0 x' + b1 x'1).
StageFormula one_step(double h, double b0, double b1) {
  StageFormula f;
  f.c = b0 * h;
  f.a = {1};
  if (b1 != 0) f.b = {b1 * h};
  return f;
}

/// First order, no memory: x = x1 + h x'.
class ImplicitEuler final : public Method {
 public:
  [[nodiscard]] std::string name() const override { return "implicit euler"; }
  [[nodiscard]] int history() const override { return 2; }
  [[nodiscard]] std::vector<StageFormula> stages(double h, std::span<const double> past, double) const override {
    return {with_prediction(one_step(h, 1, 0), h, past)};
  }
};

/// The trapezoidal rule: second order, no dissipation.
class CrankNicolson final : public Method {
 public:
  [[nodiscard]] std::string name() const override { return "crank nicolson"; }
  [[nodiscard]] int history() const override { return 2; }
  [[nodiscard]] std::vector<StageFormula> stages(double h, std::span<const double> past, double) const override {
    return {with_prediction(one_step(h, 0.5, 0.5), h, past)};
  }
};

/// Two-step method of second order with asymptotic spectral radius rho, exact on quadratics for any sequence of steps;
/// rho = 0 is BDF2, rho = 1 has no dissipation. The first step is taken with the trapezoidal rule.
class TwoStep final : public Method {
 public:
  explicit TwoStep(bool bdf) : bdf_(bdf) {}
  [[nodiscard]] std::string name() const override { return bdf_ ? "bdf, order, 2" : "ms2"; }
  [[nodiscard]] int history() const override { return 2; }
  [[nodiscard]] std::vector<StageFormula> stages(double h, std::span<const double> past, double radius) const override {
    if (past.empty()) return {with_prediction(one_step(h, 0.5, 0.5), h, past)};
    const double rho = bdf_ ? 0 : radius;
    const double r = past[0] / h;
    const double k = 2 * (2 * rho + (1 + r) * rho * rho) / ((1 + rho) * (1 + rho));
    const double a2 = (k - 1) / (2 * r + r * r - r * k);
    const double b0 = (1 + r * a2) / ((1 + rho) * (1 + rho));
    StageFormula f;
    f.c = b0 * h;
    f.a = {1 - a2, a2};
    f.b = {2 * rho * b0 * h, rho * rho * b0 * h};
    return {with_prediction(std::move(f), h, past)};
  }

 private:
  bool bdf_;
};

using Make = std::unique_ptr<Method> (*)(const MethodSettings&);

const std::map<std::string, Make>& table() {
  static const std::map<std::string, Make> methods = {
      {"impliciteuler",
       [](const MethodSettings&) -> std::unique_ptr<Method> { return std::make_unique<ImplicitEuler>(); }},
      {"cranknicolson",
       [](const MethodSettings&) -> std::unique_ptr<Method> { return std::make_unique<CrankNicolson>(); }},
      {"bdf",
       [](const MethodSettings& s) -> std::unique_ptr<Method> {
         if (s.order == 1) return std::make_unique<ImplicitEuler>();
         return std::make_unique<TwoStep>(true);
       }},
      {"ms", [](const MethodSettings&) -> std::unique_ptr<Method> { return std::make_unique<TwoStep>(false); }},
      {"ms2", [](const MethodSettings&) -> std::unique_ptr<Method> { return std::make_unique<TwoStep>(false); }},
  };
  return methods;
}

}  // namespace

StageFormula with_prediction(StageFormula formula, double h, std::span<const double> past) {
  if (past.empty()) {
    formula.q = {1};
    formula.r = {1};
    return formula;
  }
  // Derivative at t + h of the cubic through the two latest points and their rates; s is time in units of the last step
  // counted from the older point.
  const double h1 = past[0];
  const double s = 1 + h * formula.time_fraction / h1;
  const double slope = 6 * s * (1 - s) / h1;
  formula.p = {slope, -slope};
  formula.q = {s * (3 * s - 2), (3 * s - 1) * (s - 1)};
  formula.r = {s, 1 - s};
  return formula;
}

std::unique_ptr<Method> make_method(const MethodSettings& settings) {
  const auto at = table().find(settings.keyword);
  if (at == table().end())
    throw Error(ExitCode::input_error, "error: method `" + settings.keyword + "` is not supported" +
                                           did_you_mean(settings.keyword, method_keywords()));
  return at->second(settings);
}

std::vector<std::string> method_keywords() {
  std::vector<std::string> names;
  for (const auto& entry : table()) names.push_back(entry.first);
  return names;
}

}  // namespace flexura
