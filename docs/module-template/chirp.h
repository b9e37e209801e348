// A drive, which is a scalar function as well.
#pragma once

#include "elements/authoring/authoring.h"

namespace my_module {

using namespace flexura;
using namespace flexura::authoring;

/// A sin(w x + r x^2/2)
struct Chirp {
  static Declaration<Chirp> declare() {
    Declaration<Chirp> d("chirp", "harmonic whose angular frequency grows linearly");
    d.parameter("amplitude", &Chirp::amplitude, "of the value").optional();
    d.parameter("frequency", &Chirp::frequency, "rad/s: at x = 0").at_least(0);
    d.parameter("rate", &Chirp::rate, "rad/s^2: of the angular frequency").optional();
    return d;
  }

  template <class S>
  S value(const S& x) const {
    using std::sin;
    return amplitude * sin(frequency * x + (0.5 * rate) * x * x);
  }

  double amplitude = 1, frequency = 1, rate = 0;
};

}  // namespace my_module
