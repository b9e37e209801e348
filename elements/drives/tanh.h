// Drive `tanh`.
#pragma once

#include "elements/authoring/functions.h"

namespace flexura {

/// f0 + A tanh(s (x - t0)).
struct TanhDrive {
  static authoring::Declaration<TanhDrive> declare() {
    authoring::Declaration<TanhDrive> d("tanh", "f0 + A tanh(s (t - t0))");
    d.parameter("t0", &TanhDrive::t0, "s: where it is steepest").positional();
    d.parameter("amplitude", &TanhDrive::amplitude, "A").positional();
    d.parameter("slope", &TanhDrive::slope, "1/s: s").positional();
    d.parameter("f0", &TanhDrive::f0, "mean of the values far away").positional();
    return d;
  }
  template <class S>
  [[nodiscard]] S value(const S& x) const {
    using std::tanh;
    return f0 + amplitude * tanh(slope * (x - t0));
  }
  double t0 = 0, amplitude = 1, slope = 1, f0 = 0;
};

}  // namespace flexura
