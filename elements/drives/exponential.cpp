#include "elements/drives/exponential.h"

#include "elements/drives/window.h"

namespace flexura {

Taylor2 ExponentialDrive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f < t0_) return f0_;
  const double decay = std::exp(-(x.f - t0_) / tau_);
  return chain(x, f0_ + amplitude_ * (1 - decay), amplitude_ * decay / tau_, -amplitude_ * decay / (tau_ * tau_));
}

void ExponentialDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
}

DrivePointer read_exponential(Reader& reader) {
  const double amplitude = reader.real();
  const double tau = reader.real();
  if (tau == 0) reader.fail("the time constant must not be 0");
  const double t0 = reader.real();
  return std::make_shared<ExponentialDrive>(amplitude, tau, t0, reader.real());
}

}  // namespace flexura
