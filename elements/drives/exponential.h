// Drive `exponential`.
#pragma once

#include "input/reader.h"

namespace flexura {

/// f0 + A (1 - exp(-(x - t0)/tau)) from t0 on, f0 before; a negative time constant makes it diverge.
class ExponentialDrive final : public Drive {
 public:
  ExponentialDrive(double amplitude, double tau, double t0, double f0)
      : amplitude_(amplitude), tau_(tau), t0_(t0), f0_(f0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  double amplitude_, tau_, t0_, f0_;
};

DrivePointer read_exponential(Reader& reader);  ///< A, tau, t0, f0

}  // namespace flexura
