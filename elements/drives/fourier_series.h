// Drive `fourier series`.
#pragma once

#include <vector>

#include "input/reader.h"

namespace flexura {

/// f0 + a0/2 + sum_k (a_k cos(k w (x - t0)) + b_k sin(k w (x - t0))) for t0 <= x <= t1; f0 outside.
class FourierSeriesDrive final : public Drive {
 public:
  /// `a` holds a0 ... an, `b` holds b1 ... bn at indices 1 ... n.
  FourierSeriesDrive(double t0, double w, std::vector<double> a, std::vector<double> b, double t1, double f0)
      : t0_(t0), w_(w), a_(std::move(a)), b_(std::move(b)), t1_(t1), f0_(f0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  double t0_, w_;
  std::vector<double> a_, b_;
  double t1_, f0_;
};

/// t0, w, n, a0, a1, b1, ..., an, bn, {P | one | forever}, f0; P counts periods.
DrivePointer read_fourier_series(Reader& reader);

}  // namespace flexura
