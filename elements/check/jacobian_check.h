// The Jacobian of an element against differences of its residual.
#pragma once

#include "elements/check/scene.h"

namespace flexura::checks {

/// -dr/du by differences, with the row scaling of src/model/local.h, at the state of a scene with c > 0. Residuals are
/// linear in multipliers, and smooth over large steps, unless they have `corners`.
Eigen::MatrixXd difference_jacobian(const Scene& scene, const ElementBatch& batch, int i, bool corners = false);

/// Where a Jacobian differs most from another one.
struct JacobianError {
  double error = 0;  ///< each row in units of its largest entry
  int row = 0, column = 0;
};
/// Rows differ in size by powers of c: each is compared with its own, but with no less than `least` times c.
JacobianError compare_rows(const Eigen::MatrixXd& exact, const Eigen::MatrixXd& numeric, double c, double least = 1e-3);

}  // namespace flexura::checks
