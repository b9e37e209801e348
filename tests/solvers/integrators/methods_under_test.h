// The methods that every test of the integrators goes through.
#pragma once

#include <cmath>
#include <deque>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "solvers/integrators/measure.h"
#include "solvers/integrators/method.h"

namespace flexura::integrators_test {

using namespace integrators;

/// A method with one radius, and the orders of convergence it must show.
struct Case {
  std::string keyword;
  double rho;             ///< the parameter; for methods without one, their radius at infinity
  double order;           ///< on a nonlinear equation and on the rotation group
  double linear_order;    ///< on a linear equation
  double position_order;  ///< on an index-3 pendulum
  double velocity_order;
  double multiplier_order;
  int bdf_order = 2;

  [[nodiscard]] std::unique_ptr<Method> make() const {
    MethodSettings settings;
    settings.keyword = keyword;
    settings.order = bdf_order;
    return make_method(settings);
  }
};

inline std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.keyword << (c.bdf_order == 1 ? " order 1" : "") << " rho " << c.rho;
}

const std::vector<Case>& cases();

}  // namespace flexura::integrators_test
