// Scalar functions of the model file: y = f(x), differentiable twice, known by name.
#pragma once

#include <memory>

#include "math/dual.h"
#include "math/taylor.h"

namespace flexura {

/// A real function of one real argument (language manual, "scalar functions"). Constant after construction.
///
/// It composes with any scalar of automatic differentiation, so f(x(t)) has exact time derivatives and f(strain) an
/// exact tangent.
class ScalarFunction {
 public:
  ScalarFunction() = default;
  ScalarFunction(const ScalarFunction&) = delete;
  ScalarFunction& operator=(const ScalarFunction&) = delete;
  virtual ~ScalarFunction() = default;

  /// Value, first and second derivative with respect to x. At a corner the derivatives are those of the right side;
  /// derivatives that do not exist (x^0.5 at 0) count as zero. Throws Error (not_a_number) where there is no value:
  /// outside the domain, or outside the bounds of a function that asks to stop there.
  [[nodiscard]] virtual Taylor2 at(double x) const = 0;

  [[nodiscard]] double operator()(double x) const { return at(x).f; }
  [[nodiscard]] Taylor2 operator()(const Taylor2& x) const {
    const Taylor2 y = at(x.f);
    return chain(x, y.f, y.d, y.dd);
  }
  template <int N>
  [[nodiscard]] Dual<N> operator()(const Dual<N>& x) const {
    const Taylor2 y = at(x.f);
    return chain(x, y.f, y.d);
  }
};

using ScalarFunctionPointer = std::shared_ptr<const ScalarFunction>;

}  // namespace flexura
