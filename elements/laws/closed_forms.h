// Elastic laws of dimension 1 given by one formula.
#pragma once

#include <cmath>

#include <fmt/format.h>

#include "elements/authoring/functions.h"
#include "support/error.h"

namespace flexura {

/// f = k / (L (1 + eps))^2. No value at eps = -1.
struct InverseSquareLaw {
  static constexpr int dimension = 1;

  static authoring::Declaration<InverseSquareLaw> declare() {
    authoring::Declaration<InverseSquareLaw> d("inverse square elastic", "k / (L (1 + eps))^2");
    d.parameter("stiffness", &InverseSquareLaw::stiffness, "k").positional();
    d.parameter("reference length", &InverseSquareLaw::length, "L").positional().above(0);
    return d;
  }

  template <class S>
  [[nodiscard]] S stress(const S& strain) const {
    const S stretch = 1.0 + strain;
    if (value_of(stretch) == 0)
      throw Error(ExitCode::not_a_number, "law `inverse square elastic` has no value at strain -1");
    return stiffness / (length * length) / (stretch * stretch);
  }

  double stiffness = 0, length = 1;
};

/// f = k ln(1 + eps). No value at eps <= -1.
struct LogLaw {
  static constexpr int dimension = 1;

  static authoring::Declaration<LogLaw> declare() {
    authoring::Declaration<LogLaw> d("log elastic", "k ln(1 + eps)");
    d.parameter("stiffness", &LogLaw::stiffness, "k").positional();
    return d;
  }

  template <class S>
  [[nodiscard]] S stress(const S& strain) const {
    using std::atanh;
    if (!(value_of(strain) > -1)) {
      throw Error(ExitCode::not_a_number,
                  fmt::format("law `log elastic`: the strain must be above -1, found {:.9g}", value_of(strain)));
    }
    return 2 * stiffness * atanh(strain / (2.0 + strain));  // ln(1 + eps) without loss at small strains
  }

  double stiffness = 0;
};

}  // namespace flexura
