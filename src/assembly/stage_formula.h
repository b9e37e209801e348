// One stage of an integration method, as numbers.
#pragma once

#include <vector>

namespace flexura {

/// x_s = sum_i a[i] x_(i) + sum_i b[i] x'_(i) + c x'_s, where (i) counts stored points backwards from the most recent
/// one (earlier stages of the same step included). b contains the step size: a is a number, b and c are times.
///
/// The prediction of x'_s is sum_i p[i] x_(i) + sum_i q[i] x'_(i) (p contains 1/h); algebraic unknowns are predicted by
/// sum_i r[i] y_(i).
struct StageFormula {
  double time_fraction = 1;  ///< of the step at which the stage lies
  double c = 0;
  std::vector<double> a, b;
  std::vector<double> p, q;
  std::vector<double> r;
};

}  // namespace flexura
