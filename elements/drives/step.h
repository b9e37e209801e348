// Drives `step`, `double step` and `step5`.
#pragma once

#include "input/reader.h"

namespace flexura {

/// f0 + height for t0 <= x <= t1, else f0; t1 may be infinite.
class StepDrive final : public Drive {
 public:
  StepDrive(double t0, double t1, double height, double f0) : t0_(t0), t1_(t1), height_(height), f0_(f0) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  double t0_, t1_, height_, f0_;
};

/// From f0 at t0 to f1 at t1 by a polynomial of degree five with no first and second derivative at both ends.
class Step5Drive final : public Drive {
 public:
  Step5Drive(double t0, double f0, double t1, double f1) : t0_(t0), f0_(f0), t1_(t1), f1_(f1) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;

 private:
  double t0_, f0_, t1_, f1_;
};

DrivePointer read_step(Reader& reader);         ///< t0, height, f0
DrivePointer read_double_step(Reader& reader);  ///< t0, t1, height, f0
DrivePointer read_step5(Reader& reader);        ///< t0, f0, t1, f1: times and values alternate

}  // namespace flexura
