// Drives `linear`, `parabolic` and `cubic`.
#pragma once

#include <array>

#include "input/reader.h"

namespace flexura {

/// f(x) = c0 + c1 x + c2 x^2 + c3 x^3.
class PolynomialDrive final : public Drive {
 public:
  explicit PolynomialDrive(const std::array<double, 4>& c) : c_(c) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;

 private:
  std::array<double, 4> c_;
};

DrivePointer read_linear(Reader& reader);     ///< c0, c1
DrivePointer read_parabolic(Reader& reader);  ///< c0, c1, c2
DrivePointer read_cubic(Reader& reader);      ///< c0, c1, c2, c3

}  // namespace flexura
