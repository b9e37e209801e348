// Derivatives by differences.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/problems/perturbation.h"

namespace flexura {

/// (4 D(h/2) - D(h)) / 3 with D(h) = (f(h) - f(-h)) / 2h: exact for polynomials of the fourth degree.
inline Eigen::VectorXd derivative(const std::function<Eigen::VectorXd(double)>& f, double h) {
  const Eigen::VectorXd wide = (f(h) - f(-h)) / (2 * h);
  const Eigen::VectorXd narrow = (f(h / 2) - f(-h / 2)) / h;
  return (4 * narrow - wide) / 3;
}

/// Step of the differences, relative to the size of what is changed.
constexpr double relative_step = 1e-3;

/// The step for a part of an unknown; rates are measured with `time_scale`, s.
inline double step_of(const Perturbation& at, PetscInt unknown, Perturbation::Part part, double time_scale) {
  double h = relative_step;
  if (at.is_length(unknown)) {
    h *= at.length();
  } else if (!at.is_angle(unknown)) {
    h *= std::max(1.0, std::abs(at.value(unknown)));
  }
  return h / std::pow(time_scale, static_cast<int>(part));
}

}  // namespace flexura
