// Drives `ramp` and `double ramp`.
#pragma once

#include "input/reader.h"

namespace flexura {

/// f0, + slope (x - t0) in [t0, t1], held after t1. At a kink the slope is that of the right side.
class RampDrive final : public Drive {
 public:
  RampDrive(double slope, double t0, double t1, double f0) : slope_(slope), t0_(t0), t1_(t1), f0_(f0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  double slope_, t0_, t1_, f0_;
};

/// Sum of an ascending and a descending ramp from f0.
class DoubleRampDrive final : public Drive {
 public:
  DoubleRampDrive(double a_slope, double a_t0, double a_t1, double d_slope, double d_t0, double d_t1, double f0)
      : ascending_(a_slope, a_t0, a_t1, f0), descending_(d_slope, d_t0, d_t1, 0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  RampDrive ascending_;
  RampDrive descending_;
};

DrivePointer read_ramp(Reader& reader);         ///< slope, t0, {forever | t1}, f0
DrivePointer read_double_ramp(Reader& reader);  ///< a slope, a t0, a t1, d slope, d t0, {forever | d t1}, f0

}  // namespace flexura
