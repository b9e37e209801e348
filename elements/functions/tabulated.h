// Scalar functions given by points or by coefficients on an interval.
#pragma once

#include <vector>

#include "model/scalar_function.h"

namespace flexura {

/// What a function does outside the interval it is given on.
enum class Outside {
  extrapolate,  ///< goes on with the formula of the nearest piece
  hold,         ///< returns the value at the bound, slope zero
  stop          ///< Error
};

/// Points of a function, x strictly ascending.
struct FunctionPoints {
  std::vector<double> x, y;
};

/// Piecewise linear.
class MultilinearFunction final : public ScalarFunction {
 public:
  /// At least two points.
  MultilinearFunction(FunctionPoints points, Outside outside) : points_(std::move(points)), outside_(outside) {}
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  FunctionPoints points_;
  Outside outside_;
};

/// Cubic spline with continuous second derivative that vanishes at both ends.
class CubicSplineFunction final : public ScalarFunction {
 public:
  /// At least three points.
  CubicSplineFunction(FunctionPoints points, Outside outside);
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  FunctionPoints points_;
  std::vector<double> bend_;  // second derivative at the points
  Outside outside_;
};

/// y = sum c_k T_k(xi), xi = (2x - a - b)/(b - a).
class ChebychevFunction final : public ScalarFunction {
 public:
  ChebychevFunction(double a, double b, std::vector<double> coefficients, Outside outside)
      : a_(a), b_(b), coefficients_(std::move(coefficients)), outside_(outside) {}
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  double a_, b_;
  std::vector<double> coefficients_;
  Outside outside_;
};

}  // namespace flexura
