// Shapes: quantities that vary along an element.
#pragma once

#include <vector>

#include "input/reader.h"

namespace flexura {

/// A function of the abscissa xi along an element, -1 at its first end and 1 at its last (language manual, "shapes").
/// The default is the constant 0.
class Shape {
 public:
  enum class Kind { polynomial, steps, lines };
  Shape() = default;
  /// c0 + c1 xi + c2 xi^2.
  Shape(double c0, double c1, double c2) : values_{c0, c1, c2} {}
  /// As many values as abscissae, which ascend: the value of the last abscissa that is not above xi (`steps`), or
  /// straight lines between them (`lines`); before the first and behind the last their values hold.
  Shape(Kind kind, std::vector<double> abscissae, std::vector<double> values)
      : kind_(kind), abscissae_(std::move(abscissae)), values_(std::move(values)) {}
  [[nodiscard]] double operator()(double xi) const;

 private:
  Kind kind_ = Kind::polynomial;
  std::vector<double> abscissae_;
  std::vector<double> values_ = {0, 0, 0};
};

/// `const, v | linear, v(-1), v(1) | parabolic, v(-1), v(0), v(1) | piecewise const, n, xi, v, ... | piecewise linear,
/// n, xi, v, ...`. Throws InputError when the abscissae do not ascend within [-1, 1].
Shape read_shape(Reader& reader);

}  // namespace flexura
