// Invariants of a flexible body as sums over its lumped masses.
#pragma once

#include <array>
#include <vector>

#include "elements/modal/modal_data.h"
#include "math/skew.h"

namespace flexura {

/// Invariants from the lumped masses of record group 11, about the FEM origin; names as in ModalData. Refers to the
/// data.
class LumpedSums {
 public:
  LumpedSums(const FemModel& fem, const std::vector<int>& modes) : fem_(fem), modes_(modes) {
    for (int i = 0; i < fem.node_count(); ++i)
      if (fem.lumped(0, i) != 0) heavy_.push_back(i);
    const auto m = static_cast<Eigen::Index>(modes.size());
    const auto n = static_cast<Eigen::Index>(heavy_.size());
    weight_.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) weight_(k) = fem.lumped(0, heavy_[k]);
    for (int c = 0; c < 3; ++c) {
      shape_[c].resize(n, m);
      for (Eigen::Index j = 0; j < m; ++j) {
        const double* column = fem.shapes.col(modes[j]).data();
        for (Eigen::Index k = 0; k < n; ++k) shape_[c](k, j) = column[6 * heavy_[k] + c];
      }
    }
  }

  void rigid(ModalData& d) const {
    d.mass = fem_.lumped.row(0).sum();
    d.first = fem_.positions * fem_.lumped.row(0).transpose();
    d.inertia.setZero();
    for (int i = 0; i < fem_.node_count(); ++i) {
      const Vec3 f = fem_.positions.col(i);
      d.inertia -= fem_.lumped(0, i) * skew_product(f, f);
      d.inertia.diagonal() += fem_.lumped.block<3, 1>(3, i);
    }
  }
  void i3(ModalData& d) const {
    for (int c = 0; c < 3; ++c) d.i3.row(c) = weight_.transpose() * shape_[c];
  }
  /// sum m [f] U + J V.
  void i4(ModalData& d) const {
    Eigen::MatrixXd moment[3][3];
    for (int a = 0; a < 3; ++a) {
      const Eigen::VectorXd arm = weighted_arm(a);
      for (int c = 0; c < 3; ++c) moment[a][c] = arm.transpose() * shape_[c];
    }
    for (int c = 0; c < 3; ++c) {
      const int a = (c + 1) % 3, b = (c + 2) % 3;
      d.i4.row(c) = moment[a][b] - moment[b][a];
    }
    for_each_rotation([&](const Vec3& j, const Vec3& v, Eigen::Index mode) { d.i4.col(mode) += j.cwiseProduct(v); });
  }
  /// sum m [f][U_j]^T = (f.U) I - U f^T.
  void i8(ModalData& d) const {
    const auto m = static_cast<Eigen::Index>(modes_.size());
    const std::array<Eigen::VectorXd, 3> arms{weighted_arm(0), weighted_arm(1), weighted_arm(2)};
    for (Eigen::Index j = 0; j < m; ++j) {
      Mat3 uf;  // sum m U f^T
      for (int a = 0; a < 3; ++a)
        for (int c = 0; c < 3; ++c) uf(c, a) = shape_[c].col(j).dot(arms[a]);
      d.i8.middleCols<3>(3 * j) = uf.trace() * Mat3::Identity() - uf;
    }
  }
  void i5(ModalData& d) const {
    for (int c = 0; c < 3; ++c) {
      const Eigen::MatrixXd p = product((c + 1) % 3, (c + 2) % 3);
      d.i5[c] = p - p.transpose();
    }
  }
  void i9(ModalData& d) const {
    const Eigen::MatrixXd xx = product(0, 0), yy = product(1, 1), zz = product(2, 2);
    const Eigen::MatrixXd sum = xx + yy + zz;
    d.curve[0] = 2 * (xx - sum);
    d.curve[1] = 2 * (yy - sum);
    d.curve[2] = 2 * (zz - sum);
    const auto mixed = [&](int a, int b) {
      const Eigen::MatrixXd p = product(a, b);
      return Eigen::MatrixXd(p + p.transpose());
    };
    d.curve[3] = mixed(0, 1);
    d.curve[4] = mixed(0, 2);
    d.curve[5] = mixed(1, 2);
  }
  /// I10_j + I10_j^T = sum [V_j] J + ([V_j] J)^T.
  void add_i10(ModalData& d) const {
    for_each_rotation([&](const Vec3& j, const Vec3& v, Eigen::Index mode) {
      const Mat3 i10 = skew(v) * j.asDiagonal();
      d.slope.col(mode) += six_of(Mat3(i10 + i10.transpose()));
    });
  }

 private:
  [[nodiscard]] Eigen::VectorXd weighted_arm(int axis) const {
    Eigen::VectorXd arm(weight_.size());
    for (Eigen::Index k = 0; k < arm.size(); ++k) arm(k) = weight_(k) * fem_.positions(axis, heavy_[k]);
    return arm;
  }
  /// sum m U_j,a U_k,b.
  [[nodiscard]] Eigen::MatrixXd product(int a, int b) const {
    return shape_[a].transpose() * (weight_.asDiagonal() * shape_[b]);
  }
  template <class F>
  void for_each_rotation(F&& f) const {
    std::vector<int> turning;
    for (int i = 0; i < fem_.node_count(); ++i)
      if (!fem_.lumped.block<3, 1>(3, i).isZero(0)) turning.push_back(i);
    // Mode by mode: the shape of a mode lies in one piece of memory.
    for (std::size_t mode = 0; mode < modes_.size(); ++mode)
      for (const int i : turning)
        f(Vec3(fem_.lumped.block<3, 1>(3, i)), Vec3(fem_.shapes.block<3, 1>(6 * i + 3, modes_[mode])),
          static_cast<Eigen::Index>(mode));
  }

  const FemModel& fem_;
  const std::vector<int>& modes_;
  std::vector<int> heavy_;  // nodes with mass
  Eigen::VectorXd weight_;
  std::array<Eigen::MatrixXd, 3> shape_;
};

}  // namespace flexura
