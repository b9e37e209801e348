// Small fixed vectors and matrices used everywhere.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace flexura {

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

using Vec3 = Vector3<double>;
using Mat3 = Matrix3<double>;
using RowVec3 = Eigen::Matrix<double, 1, 3>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Skew matrix [a] with [a] b = a x b.
template <class S>
Matrix3<S> skew(const Vector3<S>& a) {
  Matrix3<S> m;
  m << S(0), -a.z(), a.y(), a.z(), S(0), -a.x(), -a.y(), a.x(), S(0);
  return m;
}

/// Axial vector of the skew part: ax(M) = (M32 - M23, M13 - M31, M21 - M12) / 2, so that ax([a]) = a.
template <class S>
Vector3<S> axial(const Matrix3<S>& m) {
  return Vector3<S>(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) * S(0.5);
}

}  // namespace flexura
