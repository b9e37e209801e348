// What the equations of a flexible body need from its FEM data: invariants of inertia and modal matrices.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "input/fem_model.h"
#include "math/types.h"

namespace flexura {

/// A matrix of stress stiffening and the load it belongs to.
struct Stiffening {
  int component = 0;  ///< 0-5: w1^2 w2^2 w3^2 w1w2 w2w3 w1w3; 6-8 angular, 9-11 linear acceleration, body axes
  Eigen::MatrixXd matrix;
};

/// Inertia and stiffness of M active modes in axes and about the origin of the body (theory: modal element,
/// invariants). Sums are over nodes with mass m, inertia J, position f, shapes U (displacement) and V (rotation).
///
///     mass I1 = sum m;  first I2 = sum m f;  inertia I7 = sum m [f][f]^T + J
///     i3 = sum m U;     i4 = sum m [f] U + J V;     i5[c](j, k) = component c of sum m U_j x U_k
///     slope, column j: xx yy zz xy xz yz of I8_j + I8_j^T + I10_j + I10_j^T, the derivative of the inertia by q_j
///     curve[c](j, k): the same six of I9_jk + I9_kj (without U_j: minus the second derivative)
struct ModalData {
  int modes = 0;
  std::vector<int> numbers;  ///< of the active modes in the file, from 1
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  Eigen::Matrix3Xd i3, i4;
  std::array<Eigen::MatrixXd, 3> i5;
  Eigen::MatrixXd slope;                 ///< 6 x M
  Eigen::Matrix3Xd i8;                   ///< 3 x 3M: sum m [f][U_j]^T alone, for prescribed frames
  std::array<Eigen::MatrixXd, 6> curve;  ///< M x M each; empty without `use invariant 9`
  Eigen::MatrixXd modal_mass, stiffness, damping;
  std::vector<Stiffening> stiffening;
  bool damped = true;    ///< damping is not zero
  bool coupled = false;  ///< i5 is not zero
  bool curved = false;   ///< curve is there

  [[nodiscard]] bool accelerates() const {  ///< a stress stiffening of angular acceleration is there
    for (const Stiffening& s : stiffening)
      if (s.component >= 6 && s.component < 9) return true;
    return false;
  }
};

/// What to take from FEM data.
struct ModalSelection {
  std::vector<int> modes;      ///< numbers from 0
  Vec3 origin = Vec3::Zero();  ///< of the body, FEM axes
  bool invariant9 = false;
};

/// Invariants the data give are taken, others are computed from lumped masses, or are zero without them; damping is
/// that of the data. Throws InputError when invariant 9 is asked for and nothing gives it.
std::shared_ptr<ModalData> make_modal_data(const FemModel& fem, const ModalSelection& selection);

/// Symmetric 3 x 3 matrix from xx yy zz xy xz yz.
template <class Column>
Mat3 symmetric(const Column& c) {
  Mat3 m;
  m << c(0), c(3), c(4), c(3), c(1), c(5), c(4), c(5), c(2);
  return m;
}
/// The six of a symmetric matrix.
inline Vec6 six_of(const Mat3& m) {
  Vec6 c;
  c << m(0, 0), m(1, 1), m(2, 2), 0.5 * (m(0, 1) + m(1, 0)), 0.5 * (m(0, 2) + m(2, 0)), 0.5 * (m(1, 2) + m(2, 1));
  return c;
}

}  // namespace flexura
