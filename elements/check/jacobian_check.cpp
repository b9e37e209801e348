#include "elements/check/jacobian_check.h"

#include <algorithm>

namespace flexura::checks {

Eigen::MatrixXd difference_jacobian(const Scene& scene, const ElementBatch& batch, int i, bool corners) {
  const int n = batch.local_size(i);
  Eigen::MatrixXd j(n, n);
  // A step of 2e-3 in what c multiplies: truncation is its fourth power, round-off epsilon over it. Between corners
  // there is room for a smaller one.
  const double c = scene.state.c;
  const double size = corners ? 1e-4 : 2e-3;
  for (int column = 0; column < n; ++column) {
    const int own = column - 6 * batch.node_count(i);
    const bool multiplier = own >= 0 && own < batch.unknown_count(i) && batch.unknown(i, own).order == Order::algebraic;
    const double h = multiplier ? (corners ? size * c : 1) : size / c;
    j.col(column) = -scene.difference(
        h, [&](Scene& s, double step) { s.disturb(batch, i, column, step); },
        [&](Scene& s) { return s.residual(batch, i); });
  }
  j.topRows(6 * batch.node_count(i)) *= c;
  return j;
}

JacobianError compare_rows(const Eigen::MatrixXd& exact, const Eigen::MatrixXd& numeric, double c, double least) {
  JacobianError worst;
  for (int row = 0; row < exact.rows(); ++row) {
    const double size = std::max(numeric.row(row).cwiseAbs().maxCoeff(), least * c);
    int column = 0;
    const double error = (exact.row(row) - numeric.row(row)).cwiseAbs().maxCoeff(&column) / size;
    if (error >= worst.error || std::isnan(error)) worst = {error, row, column};
    if (std::isnan(error)) break;
  }
  return worst;
}

}  // namespace flexura::checks
