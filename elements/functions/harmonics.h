// Scalar functions `sin` and `cos`.
#pragma once

#include "elements/authoring/functions.h"

namespace flexura {

/// A sin(w x + phase), phase in rad.
struct SineFunction {
  static authoring::Declaration<SineFunction> declare() {
    authoring::Declaration<SineFunction> d("sin", "A sin(w x + phase)");
    d.parameter("amplitude", &SineFunction::amplitude, "A").positional();
    d.parameter("frequency", &SineFunction::frequency, "w").positional();
    d.parameter("phase", &SineFunction::phase, "rad").positional();
    return d;
  }
  template <class S>
  [[nodiscard]] S value(const S& x) const {
    using std::sin;
    return amplitude * sin(frequency * x + phase);
  }
  double amplitude = 1, frequency = 1, phase = 0;
};

/// A cos(w x + phase), phase in rad.
struct CosineFunction {
  static authoring::Declaration<CosineFunction> declare() {
    authoring::Declaration<CosineFunction> d("cos", "A cos(w x + phase)");
    d.parameter("amplitude", &CosineFunction::amplitude, "A").positional();
    d.parameter("frequency", &CosineFunction::frequency, "w").positional();
    d.parameter("phase", &CosineFunction::phase, "rad").positional();
    return d;
  }
  template <class S>
  [[nodiscard]] S value(const S& x) const {
    using std::cos;
    return amplitude * cos(frequency * x + phase);
  }
  double amplitude = 1, frequency = 1, phase = 0;
};

}  // namespace flexura
