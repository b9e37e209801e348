#include "elements/drives/harmonic.h"

#include <cmath>
#include <cstdlib>

#include "elements/drives/window.h"

namespace flexura {

Taylor2 HarmonicDrive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f < t0_) return f0_;
  if (x.f >= t1_) return f1_;
  const double phase = w_ * (x.f - t0_);
  const double s = std::sin(phase);
  const double c = std::cos(phase);
  const double a = amplitude_;
  if (kind_ == Kind::sine) return chain(x, f0_ + a * s, a * w_ * c, -a * w_ * w_ * s);
  return chain(x, f0_ + a * (1 - c), a * w_ * s, a * w_ * w_ * c);
}

void HarmonicDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
  add_event(t1_, from, to, times);
}

namespace {

DrivePointer read_harmonic(Reader& reader, HarmonicDrive::Kind kind) {
  const double t0 = reader.real();
  const double w = reader.real();
  const double amplitude = reader.real();
  const int word = reader.one_of({"forever", "one", "half"});
  if (word == 0) {
    return std::make_shared<HarmonicDrive>(kind, t0, w, amplitude, reader.real(), forever, 0);
  }
  const std::int64_t n = word == 1 ? 1 : word == 2 ? -1 : reader.integer();
  if (n == 0) reader.fail("number of cycles must not be 0: expected N, -N, `half`, `one` or `forever`");
  if (!(w > 0)) reader.fail("a finite number of cycles needs a positive angular frequency");
  const double f0 = reader.real();
  const bool top = n < 0;
  const auto cycles = static_cast<double>(std::llabs(n));
  const bool sine = kind == HarmonicDrive::Kind::sine;
  const double missing = sine ? (top ? 0.75 : 0.5) : (top ? 0.5 : 0.0);
  const double t1 = t0 + 2 * M_PI / w * (cycles - missing);
  const double f1 = f0 + (top ? (sine ? amplitude : 2 * amplitude) : 0);
  return std::make_shared<HarmonicDrive>(kind, t0, w, amplitude, f0, t1, f1);
}

}  // namespace

DrivePointer read_sine(Reader& reader) { return read_harmonic(reader, HarmonicDrive::Kind::sine); }
DrivePointer read_cosine(Reader& reader) { return read_harmonic(reader, HarmonicDrive::Kind::cosine); }

}  // namespace flexura
