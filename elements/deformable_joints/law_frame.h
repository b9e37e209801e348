// The axes in which the law of a deformable joint acts, at a fraction of the relative rotation of its two ends.
#pragma once

#include "math/rotation.h"
#include "math/skew.h"

namespace flexura {

/// Axes R^ = R1h exp(xi theta) between joint axes R1h of node 1 and R2h of node 2, theta = log(R1h^T R2h).
///
/// xi = 0 (`Between` false): the axes ride on node 1. xi = 1/2: the invariant form, which does not tell the ends apart.
/// The spin of the axes is theta1 + S (theta2 - theta1) with S = R1h I~ R1h^T, I~ = xi Gamma(xi theta) Gamma(theta)^-1;
/// for xi = 1/2, S + S^T = I. |theta| < pi.
template <bool Between>
class LawFrame {
 public:
  LawFrame() = default;
  LawFrame(const Mat3& frame1, const Mat3& frame2, double fraction)
      : frame1_(frame1), theta_(rotation_log<double>(Mat3(frame1.transpose() * frame2))), fraction_(fraction) {
    inverse_ = rotation_inverse_tangent(theta_);
    theta_by_spin_ = inverse_ * frame1.transpose();
    if constexpr (Between) {
      const Vec3 part = fraction * theta_;
      axes_ = frame1 * rotation_exp<double>(part);
      gamma_ = rotation_tangent(part);
      share_ = fraction * frame1 * gamma_ * theta_by_spin_;
    } else {
      axes_ = frame1;
    }
  }

  [[nodiscard]] const Mat3& axes() const { return axes_; }    ///< R^, law axes to global
  [[nodiscard]] const Vec3& theta() const { return theta_; }  ///< rad, the same in axes of both ends
  /// d theta = theta_by_spin (theta2 - theta1): Gamma^-1 R1h^T.
  [[nodiscard]] const Mat3& theta_by_spin() const { return theta_by_spin_; }
  /// The share of each end in the spin of the axes: I - S and S.
  [[nodiscard]] Mat3 share1() const {
    if constexpr (Between) return Mat3::Identity() - share_;
    return Mat3::Identity();
  }
  [[nodiscard]] Mat3 share2() const {
    if constexpr (Between) return share_;
    return Mat3::Zero();
  }
  /// Angular velocity of the axes from those of the ends, global.
  [[nodiscard]] Vec3 omega(const Vec3& w1, const Vec3& w2) const {
    if constexpr (Between) return w1 + share_ * (w2 - w1);
    return w1;
  }
  /// S^T v.
  [[nodiscard]] Vec3 share_transposed(const Vec3& v) const {
    if constexpr (Between) return share_.transpose() * v;
    return Vec3::Zero();
  }

  /// d(S v) = by1 theta1 + by2 theta2 at fixed v.
  void share_derivative(const Vec3& v, Mat3& by1, Mat3& by2) const { derivative(v, 1, share2(), by1, by2); }
  /// d(S^T v) likewise.
  void share_transposed_derivative(const Vec3& v, Mat3& by1, Mat3& by2) const {
    derivative(v, -1, Mat3(share2().transpose()), by1, by2);
  }

 private:
  /// Of the map M = R1h m(theta) R1h^T, where m is I~(theta), or I~(-theta) = I~(theta)^T.
  void derivative(const Vec3& v, double sign, const Mat3& map, Mat3& by1, Mat3& by2) const {
    if constexpr (!Between) {
      by1.setZero();
      by2.setZero();
    } else {
      // d(Gamma^-1 b) = -Gamma^-1 L(theta, Gamma^-1 b) dtheta, and d(Gamma(xi theta) u) = xi L(xi theta, u) dtheta
      const Mat3 inverse = sign > 0 ? inverse_ : Mat3(inverse_.transpose());
      const Mat3 gamma = sign > 0 ? gamma_ : Mat3(gamma_.transpose());
      const Vec3 t = sign * theta_;
      const Vec3 u = inverse * (frame1_.transpose() * v);
      const Mat3 n = fraction_ * (fraction_ * rotation_tangent_derivative(Vec3(fraction_ * t), u) -
                                  gamma * inverse * rotation_tangent_derivative(t, u));
      by2 = sign * frame1_ * n * theta_by_spin_;
      by1 = map * skew(v) - skew(Vec3(map * v)) - by2;
    }
  }

  Mat3 frame1_ = Mat3::Identity();
  Vec3 theta_ = Vec3::Zero();
  double fraction_ = 0;
  Mat3 inverse_ = Mat3::Identity();  // Gamma(theta)^-1
  Mat3 theta_by_spin_ = Mat3::Identity();
  Mat3 axes_ = Mat3::Identity();
  Mat3 gamma_ = Mat3::Identity();  // Gamma(xi theta)
  Mat3 share_ = Mat3::Zero();      // S
};

}  // namespace flexura
