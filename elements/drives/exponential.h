// Drives `exponential` and `tanh`.
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

/// f0 + A tanh(s (x - t0)).
class TanhDrive final : public Drive {
 public:
  TanhDrive(double t0, double amplitude, double slope, double f0)
      : t0_(t0), amplitude_(amplitude), slope_(slope), f0_(f0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;

 private:
  double t0_, amplitude_, slope_, f0_;
};

DrivePointer read_exponential(Reader& reader);  ///< A, tau, t0, f0
DrivePointer read_tanh(Reader& reader);         ///< t0, A, s, f0

}  // namespace flexura
