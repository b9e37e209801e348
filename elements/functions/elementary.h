// Scalar functions in closed form.
#pragma once

#include "model/scalar_function.h"

namespace flexura {

/// y = c.
class ConstantFunction final : public ScalarFunction {
 public:
  explicit ConstantFunction(double value) : value_(value) {}
  [[nodiscard]] Taylor2 at(double) const override { return {value_}; }

 private:
  double value_;
};

/// y = a + b x.
class LinearFunction final : public ScalarFunction {
 public:
  /// The line through two points; x1 and x2 must differ.
  LinearFunction(double x1, double y1, double x2, double y2) : x_(x1), y_(y1), slope_((y2 - y1) / (x2 - x1)) {}
  [[nodiscard]] Taylor2 at(double x) const override { return {y_ + slope_ * (x - x_), slope_, 0}; }

 private:
  double x_, y_, slope_;
};

/// y = x^p.
class PowerFunction final : public ScalarFunction {
 public:
  explicit PowerFunction(double exponent) : exponent_(exponent) {}
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  double exponent_;
};

/// y = m b^(k x); b > 0.
class ExponentialFunction final : public ScalarFunction {
 public:
  ExponentialFunction(double base, double coefficient, double multiplier);
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  double rate_, multiplier_;  // k ln b, m
};

/// y = m log_b(k x); b > 0, b != 1.
class LogarithmFunction final : public ScalarFunction {
 public:
  LogarithmFunction(double base, double coefficient, double multiplier);
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  double coefficient_, factor_;  // k, m / ln b
};

}  // namespace flexura
