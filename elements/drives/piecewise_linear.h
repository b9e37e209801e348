// Drive `piecewise linear`.
#pragma once

#include <vector>

#include "input/reader.h"

namespace flexura {

/// Straight lines between points; the end values are held outside.
class PiecewiseLinearDrive final : public Drive {
 public:
  /// Abscissae in strictly ascending order, at least one point.
  PiecewiseLinearDrive(std::vector<double> x, std::vector<double> f) : x_(std::move(x)), f_(std::move(f)) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  std::vector<double> x_, f_;
};

DrivePointer read_piecewise_linear(Reader& reader);  ///< n, x1, f1, ..., xn, fn

}  // namespace flexura
