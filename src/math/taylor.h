// Truncated Taylor numbers: a quantity with its first and second time derivative.
#pragma once

#include <cmath>

#include "math/types.h"

namespace flexura {

/// A function of time to second order: value f, rate f', acceleration f'' (all at the same instant).
///
/// Arithmetic and elementary functions follow the chain rule, so a formula written for a generic scalar gives its exact
/// first and second time derivative when it is evaluated with Taylor2. Constraint rates and drive derivatives use it.
struct Taylor2 {
  double f = 0;   ///< value
  double d = 0;   ///< first derivative
  double dd = 0;  ///< second derivative

  constexpr Taylor2() = default;
  constexpr Taylor2(double value) : f(value) {}  // NOLINT: a constant is a Taylor number
  constexpr Taylor2(double value, double rate, double acceleration) : f(value), d(rate), dd(acceleration) {}

  Taylor2& operator+=(const Taylor2& b) { return *this = Taylor2(f + b.f, d + b.d, dd + b.dd); }
  Taylor2& operator-=(const Taylor2& b) { return *this = Taylor2(f - b.f, d - b.d, dd - b.dd); }
  Taylor2& operator*=(const Taylor2& b) {
    return *this = Taylor2(f * b.f, d * b.f + f * b.d, dd * b.f + 2 * d * b.d + f * b.dd);
  }
  Taylor2& operator/=(const Taylor2& b) {
    const double q = f / b.f;
    const double qd = (d - q * b.d) / b.f;
    return *this = Taylor2(q, qd, (dd - 2 * qd * b.d - q * b.dd) / b.f);
  }
};

inline Taylor2 operator-(const Taylor2& a) { return {-a.f, -a.d, -a.dd}; }
inline Taylor2 operator+(Taylor2 a, const Taylor2& b) { return a += b; }
inline Taylor2 operator-(Taylor2 a, const Taylor2& b) { return a -= b; }
inline Taylor2 operator*(Taylor2 a, const Taylor2& b) { return a *= b; }
inline Taylor2 operator/(Taylor2 a, const Taylor2& b) { return a /= b; }
inline bool operator<(const Taylor2& a, const Taylor2& b) { return a.f < b.f; }
inline bool operator>(const Taylor2& a, const Taylor2& b) { return a.f > b.f; }
inline bool operator<=(const Taylor2& a, const Taylor2& b) { return a.f <= b.f; }
inline bool operator>=(const Taylor2& a, const Taylor2& b) { return a.f >= b.f; }
inline bool operator==(const Taylor2& a, const Taylor2& b) { return a.f == b.f; }
inline bool operator!=(const Taylor2& a, const Taylor2& b) { return a.f != b.f; }

/// Chain rule: g(a) from the value and the first two derivatives of g at a.f.
inline Taylor2 chain(const Taylor2& a, double g, double g1, double g2) {
  return {g, g1 * a.d, g1 * a.dd + g2 * a.d * a.d};
}

inline Taylor2 sqrt(const Taylor2& a) {
  const double r = std::sqrt(a.f);
  return r > 0 ? chain(a, r, 0.5 / r, -0.25 / (r * a.f)) : Taylor2(r);
}
inline Taylor2 sin(const Taylor2& a) { return chain(a, std::sin(a.f), std::cos(a.f), -std::sin(a.f)); }
inline Taylor2 cos(const Taylor2& a) { return chain(a, std::cos(a.f), -std::sin(a.f), -std::cos(a.f)); }
inline Taylor2 tan(const Taylor2& a) {
  const double t = std::tan(a.f);
  return chain(a, t, 1 + t * t, 2 * t * (1 + t * t));
}
inline Taylor2 exp(const Taylor2& a) {
  const double e = std::exp(a.f);
  return chain(a, e, e, e);
}
inline Taylor2 log(const Taylor2& a) { return chain(a, std::log(a.f), 1 / a.f, -1 / (a.f * a.f)); }
inline Taylor2 log10(const Taylor2& a) {
  const double k = 1 / std::log(10.0);
  return chain(a, std::log10(a.f), k / a.f, -k / (a.f * a.f));
}
inline Taylor2 asin(const Taylor2& a) {
  const double s = 1 - a.f * a.f;
  return chain(a, std::asin(a.f), 1 / std::sqrt(s), a.f / (s * std::sqrt(s)));
}
inline Taylor2 acos(const Taylor2& a) {
  const double s = 1 - a.f * a.f;
  return chain(a, std::acos(a.f), -1 / std::sqrt(s), -a.f / (s * std::sqrt(s)));
}
inline Taylor2 atan(const Taylor2& a) {
  const double s = 1 + a.f * a.f;
  return chain(a, std::atan(a.f), 1 / s, -2 * a.f / (s * s));
}
inline Taylor2 sinh(const Taylor2& a) { return chain(a, std::sinh(a.f), std::cosh(a.f), std::sinh(a.f)); }
inline Taylor2 cosh(const Taylor2& a) { return chain(a, std::cosh(a.f), std::sinh(a.f), std::cosh(a.f)); }
inline Taylor2 tanh(const Taylor2& a) {
  const double t = std::tanh(a.f);
  return chain(a, t, 1 - t * t, -2 * t * (1 - t * t));
}
inline Taylor2 asinh(const Taylor2& a) {
  const double s = 1 + a.f * a.f;
  return chain(a, std::asinh(a.f), 1 / std::sqrt(s), -a.f / (s * std::sqrt(s)));
}
inline Taylor2 acosh(const Taylor2& a) {
  const double s = a.f * a.f - 1;
  return chain(a, std::acosh(a.f), 1 / std::sqrt(s), -a.f / (s * std::sqrt(s)));
}
inline Taylor2 atanh(const Taylor2& a) {
  const double s = 1 - a.f * a.f;
  return chain(a, std::atanh(a.f), 1 / s, 2 * a.f / (s * s));
}
inline Taylor2 abs(const Taylor2& a) { return a.f < 0 ? -a : a; }
inline Taylor2 fabs(const Taylor2& a) { return abs(a); }
/// atan2(y, x): the derivative is (x y' - y x') / (x^2 + y^2).
inline Taylor2 atan2(const Taylor2& y, const Taylor2& x) {
  const double r2 = x.f * x.f + y.f * y.f;
  const double d = (x.f * y.d - y.f * x.d) / r2;
  return {std::atan2(y.f, x.f), d, (x.f * y.dd - y.f * x.dd - 2 * d * (x.f * x.d + y.f * y.d)) / r2};
}
/// a^b; for a constant exponent also valid at non-positive a.
inline Taylor2 pow(const Taylor2& a, const Taylor2& b) {
  if (b.d == 0 && b.dd == 0) {
    const double p = b.f;
    const double g1 = p == 0 ? 0 : p * std::pow(a.f, p - 1);
    const double g2 = p == 0 || p == 1 ? 0 : p * (p - 1) * std::pow(a.f, p - 2);
    return chain(a, std::pow(a.f, p), g1, g2);
  }
  Taylor2 r = exp(b * log(a));
  r.f = std::pow(a.f, b.f);
  return r;
}
/// The number without its derivatives, for branches and limits.
inline double value_of(double a) { return a; }
inline double value_of(const Taylor2& a) { return a.f; }

}  // namespace flexura

namespace Eigen {
template <>
struct NumTraits<flexura::Taylor2> : NumTraits<double> {
  using Real = flexura::Taylor2;
  using NonInteger = flexura::Taylor2;
  using Nested = flexura::Taylor2;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 3,
    AddCost = 3,
    MulCost = 9
  };
};
}  // namespace Eigen
