// Fields of gravity: uniform (driven) and central.
#pragma once

#include "model/drive.h"
#include "model/state.h"

namespace flexura {

/// The same acceleration everywhere, a function of time: g(t), global axes, m/s^2. Potential -g.x.
class UniformGravity final : public GravityField {
 public:
  explicit UniformGravity(Drive3 acceleration) : acceleration_(std::move(acceleration)) {}
  [[nodiscard]] bool uniform() const override { return true; }
  [[nodiscard]] Vec3 acceleration(const Vec3&, const Taylor2* drives) const override {
    return acceleration_.value(drives);
  }
  [[nodiscard]] Mat3 gradient(const Vec3&) const override { return Mat3::Zero(); }
  [[nodiscard]] double potential(const Vec3& x, const Taylor2* drives) const override {
    return -acceleration_.value(drives).dot(x);
  }

 private:
  Drive3 acceleration_;
};

/// A mass M at a point o: g = -G M d/|d|^3, d = x - o; potential -G M/|d|. Singular at the origin.
class CentralGravity final : public GravityField {
 public:
  /// `strength` is G M, m^3/s^2; `origin` in global axes, m.
  CentralGravity(const Vec3& origin, double strength) : origin_(origin), strength_(strength) {}
  [[nodiscard]] bool uniform() const override { return false; }
  [[nodiscard]] Vec3 acceleration(const Vec3& x, const Taylor2*) const override {
    const Vec3 d = x - origin_;
    const double r2 = d.squaredNorm();
    return d * (-strength_ / (r2 * std::sqrt(r2)));
  }
  [[nodiscard]] Mat3 gradient(const Vec3& x) const override {
    const Vec3 d = x - origin_;
    const double r2 = d.squaredNorm();
    return (strength_ / (r2 * std::sqrt(r2))) * (3 / r2 * d * d.transpose() - Mat3::Identity());
  }
  [[nodiscard]] double potential(const Vec3& x, const Taylor2*) const override {
    return -strength_ / (x - origin_).norm();
  }

 private:
  Vec3 origin_;
  double strength_;
};

/// Gravitational constant of the word `si`, m^3/(kg s^2): the 2010 CODATA value, kept so that old models give old
/// results.
constexpr double gravitational_constant_si = 6.67384e-11;

}  // namespace flexura
