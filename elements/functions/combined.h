// Scalar functions made of two others.
#pragma once

#include <utility>

#include "model/scalar_function.h"

namespace flexura {

/// f1 + f2, f1 - f2, f1 f2, f1 / f2 or f1^f2.
class CombinedFunction final : public ScalarFunction {
 public:
  enum class Operation { sum, sub, mul, div, powfun };
  CombinedFunction(Operation operation, ScalarFunctionPointer first, ScalarFunctionPointer second)
      : operation_(operation), first_(std::move(first)), second_(std::move(second)) {}
  /// Throws Error (not_a_number) also for a zero divisor and for a power that does not exist.
  [[nodiscard]] Taylor2 at(double x) const override;

 private:
  Operation operation_;
  ScalarFunctionPointer first_, second_;
};

}  // namespace flexura
