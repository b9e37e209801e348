// A constitutive law of dimension 1.
#pragma once

#include "elements/authoring/authoring.h"

namespace my_module {

using namespace flexura;
using namespace flexura::authoring;

/// f = f_max tanh(k e/f_max) + c e'
struct SaturatingLaw {
  static constexpr int dimension = 1;

  static Declaration<SaturatingLaw> declare() {
    Declaration<SaturatingLaw> d("saturating", "stress that does not exceed a limit");
    d.parameter("stiffness", &SaturatingLaw::stiffness, "of small strains").above(0);
    d.parameter("limit", &SaturatingLaw::limit, "largest elastic stress").above(0);
    d.parameter("damping", &SaturatingLaw::damping, "of the strain rate").at_least(0).optional();
    return d;
  }

  template <class S>
  S stress(const S& strain, const S& rate) const {
    using std::tanh;
    return limit * tanh(stiffness / limit * strain) + damping * rate;
  }

  double stiffness = 1, limit = 1, damping = 0;
};

}  // namespace my_module
