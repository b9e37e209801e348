// Forward-mode automatic differentiation in a SIMD register: eight directions at once.
#pragma once

#include <cmath>

#include "math/types.h"

namespace flexura {

/// A value and its derivatives in eight directions, which fill one 64-byte register (or several smaller ones).
///
/// The rules are those of Dual; the derivatives are a vector of the compiler instead of an array, so that every
/// operation is a few vector instructions whatever the formula around it looks like. Its layout is that of memory,
/// never of a register, in every calling convention: code compiled for different processors may share it.
struct Gradient {
  static constexpr int count = 8;
  using Register = double __attribute__((vector_size(count * sizeof(double))));

  double f = 0;  ///< value
  Register d{};  ///< derivatives

  Gradient() = default;
  Gradient(double value) : f(value) {}  // NOLINT: a constant has no derivatives

  Gradient& operator+=(const Gradient& b) {
    f += b.f;
    d += b.d;
    return *this;
  }
  Gradient& operator-=(const Gradient& b) {
    f -= b.f;
    d -= b.d;
    return *this;
  }
  Gradient& operator*=(const Gradient& b) {
    d = d * b.f + f * b.d;
    f *= b.f;
    return *this;
  }
  Gradient& operator/=(const Gradient& b) {
    const double inverse = 1 / b.f;
    f *= inverse;
    d = (d - f * b.d) * inverse;
    return *this;
  }
  Gradient& operator+=(double b) {
    f += b;
    return *this;
  }
  Gradient& operator-=(double b) {
    f -= b;
    return *this;
  }
  Gradient& operator*=(double b) {
    f *= b;
    d *= b;
    return *this;
  }
  Gradient& operator/=(double b) { return *this *= 1 / b; }

  /// Chain rule: g(a) from the value and the derivative of g at a.f.
  friend Gradient chain(const Gradient& a, double g, double g1) {
    Gradient r(g);
    r.d = g1 * a.d;
    return r;
  }
  /// The same for a function of two arguments.
  friend Gradient chain(const Gradient& a, const Gradient& b, double g, double ga, double gb) {
    Gradient r(g);
    r.d = ga * a.d + gb * b.d;
    return r;
  }

  friend Gradient operator+(const Gradient& a) { return a; }
  friend Gradient operator-(const Gradient& a) {
    Gradient r(-a.f);
    r.d = -a.d;
    return r;
  }
  friend Gradient operator+(const Gradient& a, const Gradient& b) {
    Gradient r(a.f + b.f);
    r.d = a.d + b.d;
    return r;
  }
  friend Gradient operator-(const Gradient& a, const Gradient& b) {
    Gradient r(a.f - b.f);
    r.d = a.d - b.d;
    return r;
  }
  friend Gradient operator*(const Gradient& a, const Gradient& b) { return chain(a, b, a.f * b.f, b.f, a.f); }
  friend Gradient operator/(const Gradient& a, const Gradient& b) {
    Gradient r(a);
    return r /= b;
  }
  friend Gradient operator+(const Gradient& a, double b) {
    Gradient r(a);
    return r += b;
  }
  friend Gradient operator-(const Gradient& a, double b) {
    Gradient r(a);
    return r -= b;
  }
  friend Gradient operator*(const Gradient& a, double b) { return chain(a, a.f * b, b); }
  friend Gradient operator/(const Gradient& a, double b) { return chain(a, a.f / b, 1 / b); }
  friend Gradient operator+(double a, const Gradient& b) { return b + a; }
  friend Gradient operator-(double a, const Gradient& b) { return chain(b, a - b.f, -1); }
  friend Gradient operator*(double a, const Gradient& b) { return b * a; }
  friend Gradient operator/(double a, const Gradient& b) { return chain(b, a / b.f, -a / (b.f * b.f)); }

  friend bool operator<(const Gradient& a, const Gradient& b) { return a.f < b.f; }
  friend bool operator>(const Gradient& a, const Gradient& b) { return a.f > b.f; }
  friend bool operator<=(const Gradient& a, const Gradient& b) { return a.f <= b.f; }
  friend bool operator>=(const Gradient& a, const Gradient& b) { return a.f >= b.f; }
  friend bool operator==(const Gradient& a, const Gradient& b) { return a.f == b.f; }
  friend bool operator!=(const Gradient& a, const Gradient& b) { return a.f != b.f; }

  /// The derivative at zero is taken as zero.
  friend Gradient sqrt(const Gradient& a) {
    const double r = std::sqrt(a.f);
    return r > 0 ? chain(a, r, 0.5 / r) : Gradient(r);
  }
  friend Gradient sin(const Gradient& a) { return chain(a, std::sin(a.f), std::cos(a.f)); }
  friend Gradient cos(const Gradient& a) { return chain(a, std::cos(a.f), -std::sin(a.f)); }
  friend Gradient tan(const Gradient& a) {
    const double t = std::tan(a.f);
    return chain(a, t, 1 + t * t);
  }
  friend Gradient exp(const Gradient& a) {
    const double e = std::exp(a.f);
    return chain(a, e, e);
  }
  friend Gradient log(const Gradient& a) { return chain(a, std::log(a.f), 1 / a.f); }
  friend Gradient log10(const Gradient& a) { return chain(a, std::log10(a.f), 1 / (std::log(10.0) * a.f)); }
  friend Gradient asin(const Gradient& a) { return chain(a, std::asin(a.f), 1 / std::sqrt(1 - a.f * a.f)); }
  friend Gradient acos(const Gradient& a) { return chain(a, std::acos(a.f), -1 / std::sqrt(1 - a.f * a.f)); }
  friend Gradient atan(const Gradient& a) { return chain(a, std::atan(a.f), 1 / (1 + a.f * a.f)); }
  friend Gradient sinh(const Gradient& a) { return chain(a, std::sinh(a.f), std::cosh(a.f)); }
  friend Gradient cosh(const Gradient& a) { return chain(a, std::cosh(a.f), std::sinh(a.f)); }
  friend Gradient tanh(const Gradient& a) {
    const double t = std::tanh(a.f);
    return chain(a, t, 1 - t * t);
  }
  friend Gradient asinh(const Gradient& a) { return chain(a, std::asinh(a.f), 1 / std::sqrt(1 + a.f * a.f)); }
  friend Gradient acosh(const Gradient& a) { return chain(a, std::acosh(a.f), 1 / std::sqrt(a.f * a.f - 1)); }
  friend Gradient atanh(const Gradient& a) { return chain(a, std::atanh(a.f), 1 / (1 - a.f * a.f)); }
  friend Gradient abs(const Gradient& a) { return a.f < 0 ? -a : a; }
  friend Gradient fabs(const Gradient& a) { return abs(a); }
  friend Gradient atan2(const Gradient& y, const Gradient& x) {
    const double r2 = x.f * x.f + y.f * y.f;
    return chain(y, x, std::atan2(y.f, x.f), x.f / r2, -y.f / r2);
  }
  /// a^b with a constant exponent; also valid at non-positive a.
  friend Gradient pow(const Gradient& a, double b) {
    return chain(a, std::pow(a.f, b), b == 0 ? 0.0 : b * std::pow(a.f, b - 1));
  }
  /// a^b; the derivative with respect to b needs a > 0 and is taken as zero elsewhere.
  friend Gradient pow(const Gradient& a, const Gradient& b) {
    const double p = std::pow(a.f, b.f);
    return chain(a, b, p, b.f == 0 ? 0.0 : b.f * std::pow(a.f, b.f - 1), a.f > 0 ? p * std::log(a.f) : 0.0);
  }

  friend double value_of(const Gradient& a) { return a.f; }
};

}  // namespace flexura

namespace Eigen {

template <>
struct NumTraits<flexura::Gradient> : NumTraits<double> {
  using Real = flexura::Gradient;
  using NonInteger = flexura::Gradient;
  using Nested = flexura::Gradient;
  using Literal = flexura::Gradient;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 4
  };
};

// Matrices of constants multiply matrices of these numbers without a cast.
template <class Operation>
struct ScalarBinaryOpTraits<flexura::Gradient, double, Operation> {
  using ReturnType = flexura::Gradient;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, flexura::Gradient, Operation> {
  using ReturnType = flexura::Gradient;
};

}  // namespace Eigen
