#include "elements/drives/ramp.h"

#include "elements/drives/window.h"

namespace flexura {

Taylor2 RampDrive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f < t0_) return f0_;
  if (x.f >= t1_) return f0_ + slope_ * (t1_ - t0_);
  return Taylor2(f0_) + Taylor2(slope_) * (x - Taylor2(t0_));
}

void RampDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
  add_event(t1_, from, to, times);
}

Taylor2 DoubleRampDrive::value(const Taylor2& x, const DriveContext& context) const {
  return ascending_.value(x, context) + descending_.value(x, context);
}

void DoubleRampDrive::events(double from, double to, std::vector<double>& times) const {
  ascending_.events(from, to, times);
  descending_.events(from, to, times);
}

DrivePointer read_ramp(Reader& reader) {
  const double slope = reader.real();
  const double t0 = reader.real();
  const double t1 = read_end_time(reader, t0);
  return std::make_shared<RampDrive>(slope, t0, t1, reader.real());
}

DrivePointer read_double_ramp(Reader& reader) {
  const double a_slope = reader.real();
  const double a_t0 = reader.real();
  const double a_t1 = read_end_time(reader, a_t0);
  const double d_slope = reader.real();
  const double d_t0 = reader.real();
  if (d_t0 < a_t1) reader.fail("the second ramp begins before the first one ends");
  const double d_t1 = read_end_time(reader, d_t0);
  return std::make_shared<DoubleRampDrive>(a_slope, a_t0, a_t1, d_slope, d_t0, d_t1, reader.real());
}

}  // namespace flexura
