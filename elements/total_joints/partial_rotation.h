// Holding some of the three components of a relative rotation: constraint, direction of the couple, derivatives.
#pragma once

#include <array>

#include "math/rotation.h"

namespace flexura {

/// Components of a relative rotation vector theta held at zero, the others free.
///
/// The constraint is phi = S theta, with a factor S of the free components that never vanishes for |theta| <= pi, so
/// that phi = 0 means the same as theta = 0 for the held ones, but its gradient has unit size where it holds:
///
///     held    S                                                gradient on the constraint (joint axes of node 1)
///     three   1                                                e1, e2, e3
///     two     the 2x2 block of Gamma(theta_c e_c), c the free  e_a, e_b
///     one     sin(p/2)/(p/2), p the size of the free rotation  cos(p/2) e_a + sin(p/2) n x e_a
///
/// Couples along these directions do no work on the free motion; with two or three components held they are the couples
/// about the axes of the joint, at any angle. With one held the direction lies half-way between the axes of the two
/// nodes. The gradient in general is dphi/dtheta Gamma(theta)^-1.
class PartialRotation {
 public:
  PartialRotation() = default;
  explicit PartialRotation(const std::array<bool, 3>& held) : held_(held) {
    count_ = held[0] + held[1] + held[2];
    for (int i = 0; i < 3; ++i)
      if ((count_ == 1 && held[i]) || (count_ == 2 && !held[i])) special_ = i;
  }

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] bool held(int component) const { return held_[component]; }

  /// phi in the held components, anything in the others.
  template <class S>
  [[nodiscard]] Vector3<S> phi(const Vector3<S>& theta) const {
    if (count_ == 3 || count_ == 0) return theta;
    const Vec3 e = Vec3::Unit(special_);
    if (count_ == 2) {
      const S p = theta(special_);
      const detail::RotationCoefficients<S> k(p * p);
      return theta * k.a + Vector3<S>(Vector3<S>(e.cast<S>()).cross(theta)) * (k.b * p);
    }
    const Vector3<S> free = released(theta);
    return theta * detail::RotationCoefficients<S>(free.dot(free) * S(0.25)).a;
  }

  /// dphi/dtheta; rows of the held components.
  [[nodiscard]] Mat3 derivative(const Vec3& theta) const {
    if (count_ == 3 || count_ == 0) return Mat3::Identity();
    const Vec3 e = Vec3::Unit(special_);
    if (count_ == 2) {
      // phi = a theta + b p e x theta; da/dp = (c - b) p, d(b p)/dp = a - b.
      const double p = theta(special_);
      const detail::RotationCoefficients<double> k(p * p);
      Mat3 d = k.b * p * skew(e);
      d.diagonal().array() += k.a;
      d += ((k.c - k.b) * p * theta + (k.a - k.b) * e.cross(theta)) * e.transpose();
      return d;
    }
    const Vec3 free = released(theta);
    const detail::RotationCoefficients<double> half(free.squaredNorm() / 4);
    Mat3 d = (half.c - half.b) / 4 * theta * free.transpose();
    d.diagonal().array() += half.a;
    return d;
  }

  /// The couple of multipliers in the held components (zero in the others), joint axes of node 1.
  [[nodiscard]] Vec3 couple(const Vec3& theta, const Vec3& multipliers) const {
    return count_ == 1 ? Vec3(multipliers(special_) * direction(theta)) : multipliers;
  }
  /// Its derivative by the multiplier of a held component.
  [[nodiscard]] Vec3 couple_by(int component, const Vec3& theta) const {
    return count_ == 1 ? direction(theta) : Vec3(Vec3::Unit(component));
  }
  /// d couple/d theta; zero unless one component is held.
  [[nodiscard]] Mat3 couple_derivative(const Vec3& theta, const Vec3& multipliers) const {
    // d = cos(p/2) e + (s/2) f x e, s = sin(p/2)/(p/2), f the free part: dcos = -(s/4) f.df, ds = (c - b)/4 f.df.
    const Vec3 e = Vec3::Unit(special_);
    const Vec3 free = released(theta);
    const detail::RotationCoefficients<double> half(free.squaredNorm() / 4);
    Mat3 d = (-half.a / 4 * e + (half.c - half.b) / 8 * free.cross(e)) * free.transpose();
    Mat3 turn = skew(e);
    turn.col(special_).setZero();
    d -= half.a / 2 * turn;
    return multipliers(special_) * d;
  }

 private:
  [[nodiscard]] Vec3 direction(const Vec3& theta) const {
    const Vec3 e = Vec3::Unit(special_);
    const Vec3 free = released(theta);
    const double quarter = free.squaredNorm() / 4;
    const detail::RotationCoefficients<double> half(quarter);
    return (1 - quarter * half.b) * e + half.a / 2 * free.cross(e);
  }
  /// theta without the component held.
  template <class S>
  [[nodiscard]] Vector3<S> released(const Vector3<S>& theta) const {
    Vector3<S> free = theta;
    free(special_) = S(0);
    return free;
  }

  std::array<bool, 3> held_{};
  int count_ = 0;
  int special_ = 0;  // the only one held, or the only one free
};

}  // namespace flexura
