// Rotations: Gibbs-Rodrigues parameters, rotation vector, Euler angles.
//
// Conventions: R maps node axes to global axes, v_global = R v_local. Rotations compose on the left: R_new = R(g)
// R_old. dR = [theta] R defines the spatial incremental rotation theta; Rdot = [w] R the angular velocity w in global
// axes.
#pragma once

#include <cmath>

#include "math/taylor.h"
#include "math/types.h"

namespace flexura {

namespace gibbs {

/// R(g) = I + 4/(4+g.g) ([g] + [g][g]/2), g = 2 tan(phi/2) n.
inline Mat3 rotation(const Vec3& g) {
  const double d = 4 / (4 + g.squaredNorm());
  const Mat3 s = skew(g);
  return Mat3::Identity() + d * (s + 0.5 * s * s);
}

/// G(g) = 4/(4+g.g) (I + [g]/2): theta = G dg and w = G gdot.
inline Mat3 tangent(const Vec3& g) {
  const double d = 4 / (4 + g.squaredNorm());
  return d * (Mat3::Identity() + 0.5 * skew(g));
}

/// G(g)^-1 = I - [g]/2 + g g^T/4.
inline Mat3 inverse_tangent(const Vec3& g) { return Mat3::Identity() - 0.5 * skew(g) + 0.25 * g * g.transpose(); }

/// d(G(g) a)/dg = -2/(4+g.g) ((G a) g^T + [a]).
inline Mat3 tangent_derivative(const Vec3& g, const Vec3& a) {
  const double half_d = 2 / (4 + g.squaredNorm());
  const Vec3 ga = 2 * half_d * (a + 0.5 * g.cross(a));
  return -half_d * (ga * g.transpose() + skew(a));
}

/// g of a rotation matrix, g = 2 ax(R - R^T) / (1 + tr R); unbounded as the angle nears pi.
inline Vec3 parameters(const Mat3& r) { return 4 * axial(r) / (1 + r.trace()); }

}  // namespace gibbs

namespace detail {

/// sin(p)/p, (1-cos p)/p^2, (p-sin p)/p^3 as smooth functions of p^2.
template <class S>
struct RotationCoefficients {
  S a, b, c;
  explicit RotationCoefficients(const S& p2) {
    using std::cos;
    using std::sin;
    using std::sqrt;
    if (value_of(p2) < 1e-2) {
      a = S(1) - p2 / S(6) * (S(1) - p2 / S(20) * (S(1) - p2 / S(42) * (S(1) - p2 / S(72) * (S(1) - p2 / S(110)))));
      b = S(0.5) * (S(1) - p2 / S(12) * (S(1) - p2 / S(30) * (S(1) - p2 / S(56) * (S(1) - p2 / S(90)))));
      c = S(1) / S(6) * (S(1) - p2 / S(20) * (S(1) - p2 / S(42) * (S(1) - p2 / S(72) * (S(1) - p2 / S(110)))));
    } else {
      const S p = sqrt(p2);
      a = sin(p) / p;
      b = (S(1) - cos(p)) / p2;
      c = (p - sin(p)) / (p2 * p);
    }
  }
};

}  // namespace detail

/// exp([t]): the rotation by |t| about t.
template <class S>
Matrix3<S> rotation_exp(const Vector3<S>& t) {
  const detail::RotationCoefficients<S> k(t.dot(t));
  const Matrix3<S> s = skew(t);
  return Matrix3<S>(Matrix3<S>::Identity() + s * k.a + (s * s) * k.b);
}

/// Rotation vector of R, |t| <= pi.
template <class S>
Vector3<S> rotation_log(const Matrix3<S>& r) {
  using std::atan2;
  using std::sqrt;
  const Vector3<S> a = axial(r);
  const S s2 = a.dot(a);
  const S c = (r(0, 0) + r(1, 1) + r(2, 2) - S(1)) * S(0.5);
  if (value_of(c) > 0 && value_of(s2) < 1e-3) {  // asin(s)/s as a series in s^2
    const S k = S(1) + s2 * (S(1.0 / 6) + s2 * (S(3.0 / 40) + s2 * (S(15.0 / 336) + s2 * S(105.0 / 3456))));
    return Vector3<S>(a * k);
  }
  const S s = sqrt(s2);
  if (value_of(c) < -0.99) {  // near pi the axis comes from the symmetric part, (R+R^T)/2 = c I + (1-c) n n^T
    int k = 0;
    for (int i = 1; i < 3; ++i)
      if (value_of(r(i, i)) > value_of(r(k, k))) k = i;
    Vector3<S> n;
    for (int i = 0; i < 3; ++i) n(i) = (r(i, k) + r(k, i)) * S(0.5);
    n(k) = n(k) - c;
    const S norm = sqrt(n.dot(n));
    const S sign = value_of(Vector3<S>(n).dot(a)) < 0 ? S(-1) : S(1);
    return Vector3<S>(n * (sign * atan2(s, c) / norm));
  }
  return Vector3<S>(a * (atan2(s, c) / s));
}

/// Gamma(t) with ax(dR R^T) = Gamma(t) dt for R = exp([t]).
template <class S>
Matrix3<S> rotation_tangent(const Vector3<S>& t) {
  const detail::RotationCoefficients<S> k(t.dot(t));
  const Matrix3<S> s = skew(t);
  return Matrix3<S>(Matrix3<S>::Identity() + s * k.b + (s * s) * k.c);
}
inline Mat3 rotation_tangent(const Vec3& t) { return rotation_tangent<double>(t); }

/// Gamma(t)^-1 = I - [t]/2 + (1 - (p/2) cot(p/2))/p^2 [t][t].
template <class S>
Matrix3<S> rotation_inverse_tangent(const Vector3<S>& t) {
  using std::sqrt;
  using std::tan;
  const S p2 = t.dot(t);
  S k;
  if (value_of(p2) < 0.05) {
    k = S(1.0 / 12) + p2 * (S(1.0 / 720) + p2 * (S(1.0 / 30240) + p2 * (S(1.0 / 1209600) + p2 * S(1.0 / 47900160))));
  } else {
    const S half = sqrt(p2) * S(0.5);
    k = (S(1) - half / tan(half)) / p2;
  }
  const Matrix3<S> s = skew(t);
  return Matrix3<S>(Matrix3<S>::Identity() - s * S(0.5) + (s * s) * k);
}
inline Mat3 rotation_inverse_tangent(const Vec3& t) { return rotation_inverse_tangent<double>(t); }

/// L(t, a) = d(Gamma(t) a)/dt.
template <class S>
Matrix3<S> rotation_tangent_derivative(const Vector3<S>& t, const Vector3<S>& a) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const S p2 = t.dot(t);
  const detail::RotationCoefficients<S> k(p2);
  S b1;  // (db/dp)/p and (dc/dp)/p
  S c1;
  if (value_of(p2) < 0.5) {
    b1 = S(-1.0 / 12) +
         p2 * (S(1.0 / 180) +
               p2 * (S(-1.0 / 6720) + p2 * (S(1.0 / 453600) + p2 * (S(-1.0 / 47900160) + p2 * S(1.0 / 7264857600.0)))));
    c1 = S(-1.0 / 60) +
         p2 * (S(1.0 / 1260) + p2 * (S(-1.0 / 60480) + p2 * (S(1.0 / 4989600) + p2 * (S(-1.0 / 622702080) +
                                                                                      p2 * S(1.0 / 108972864000.0)))));
  } else {
    const S p = sqrt(p2);
    b1 = (p * sin(p) - S(2) * (S(1) - cos(p))) / (p2 * p2);
    c1 = (S(3) * sin(p) - S(2) * p - p * cos(p)) / (p2 * p2 * p);
  }
  const Vector3<S> ta = t.cross(a);
  Matrix3<S> l = skew(a) * (-k.b);
  l += (t * a.transpose() - a * t.transpose() * S(2)) * k.c;
  l.diagonal().array() += k.c * t.dot(a);
  l += (ta * b1 + t.cross(ta) * c1) * t.transpose();
  return l;
}

/// How orientations are written in results.
enum class OrientationFormat { euler123, euler313, euler321, vector, matrix };

/// Number of columns of an orientation in a format: 3, or 9 for the matrix.
inline int column_count(OrientationFormat format) { return format == OrientationFormat::matrix ? 9 : 3; }

/// Euler angles in rad of R = R1(a)R2(b)R3(c) (123), R3R1R3 (313), R3R2R1 (321).
Vec3 euler_angles(const Mat3& r, OrientationFormat format);

/// R from Euler angles in rad; the inverse of euler_angles.
Mat3 euler_rotation(const Vec3& angles, OrientationFormat format);

/// Orientation as in result files: Euler angles in degrees, rotation vector in rad, or matrix by rows; writes
/// column_count(format) numbers to `out`.
void write_orientation(const Mat3& r, OrientationFormat format, double* out);

}  // namespace flexura
