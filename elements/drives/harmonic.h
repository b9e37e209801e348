// Drives `sine` and `cosine`: harmonic from a time on, for a number of cycles.
#pragma once

#include "input/reader.h"

namespace flexura {

/// f0 + A sin(w (x - t0)) or f0 + A (1 - cos(w (x - t0))) in [t0, t1), f0 before and f1 from t1 on.
///
/// Both start at f0; the cosine with no slope. How cycles fix t1 and f1: see read_sine and read_cosine.
class HarmonicDrive final : public Drive {
 public:
  enum class Kind { sine, cosine };
  HarmonicDrive(Kind kind, double t0, double w, double amplitude, double f0, double t1, double f1)
      : kind_(kind), t0_(t0), w_(w), amplitude_(amplitude), f0_(f0), t1_(t1), f1_(f1) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  Kind kind_;
  double t0_, w_, amplitude_, f0_, t1_, f1_;
};

/// t0, w, A, {[-]N | half | one | forever}, f0. N > 0 ends after N - 1/2 cycles at f0, N < 0 after |N| - 3/4 cycles at
/// the top, f0 + A. `one` is 1, half a cycle; `half` is -1, a quarter.
DrivePointer read_sine(Reader& reader);
/// The same arguments. N > 0 ends after N cycles at f0, N < 0 after |N| - 1/2 cycles at the top, f0 + 2 A.
DrivePointer read_cosine(Reader& reader);

}  // namespace flexura
