#include "elements/drives/step.h"

#include "elements/drives/window.h"

namespace flexura {

Taylor2 StepDrive::value(const Taylor2& x, const DriveContext&) const {
  return x.f >= t0_ && x.f <= t1_ ? f0_ + height_ : f0_;
}

void StepDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
  add_event(t1_, from, to, times);
}

// xi = (x - t0)/(t1 - t0): f0 + (f1 - f0) xi^3 (10 - 15 xi + 6 xi^2).
Taylor2 Step5Drive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f <= t0_) return f0_;
  if (x.f >= t1_) return f1_;
  const double length = t1_ - t0_;
  const double xi = (x.f - t0_) / length;
  const double rise = f1_ - f0_;
  return chain(x, f0_ + rise * xi * xi * xi * (10 + xi * (-15 + 6 * xi)),
               rise / length * 30 * xi * xi * (1 - xi) * (1 - xi),
               rise / (length * length) * 60 * xi * (1 - xi) * (1 - 2 * xi));
}

DrivePointer read_step(Reader& reader) {
  const double t0 = reader.real();
  const double height = reader.real();
  return std::make_shared<StepDrive>(t0, forever, height, reader.real());
}

DrivePointer read_double_step(Reader& reader) {
  const double t0 = reader.real();
  const double t1 = read_end_time(reader, t0);
  const double height = reader.real();
  return std::make_shared<StepDrive>(t0, t1, height, reader.real());
}

DrivePointer read_step5(Reader& reader) {
  const double t0 = reader.real();
  const double f0 = reader.real();
  const double t1 = reader.real();
  if (t1 <= t0) reader.fail("final time must lie after the initial time (arguments: t0, f0, t1, f1)");
  return std::make_shared<Step5Drive>(t0, f0, t1, reader.real());
}

}  // namespace flexura
