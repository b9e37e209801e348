// Forward-mode automatic differentiation: numbers that carry derivatives in several directions at once.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "math/types.h"

namespace flexura {

namespace detail {

/// N numbers that are added and scaled together.
template <int N>
struct Numbers {
  std::array<double, N> at{};
  double& operator[](int i) { return at[i]; }
  const double& operator[](int i) const { return at[i]; }
  [[nodiscard]] auto begin() const { return at.begin(); }
  [[nodiscard]] auto end() const { return at.end(); }
  Numbers& operator+=(const Numbers& b) {
    for (int i = 0; i < N; ++i) at[i] += b.at[i];
    return *this;
  }
  Numbers& operator-=(const Numbers& b) {
    for (int i = 0; i < N; ++i) at[i] -= b.at[i];
    return *this;
  }
  Numbers& operator*=(double b) {
    for (int i = 0; i < N; ++i) at[i] *= b;
    return *this;
  }
  friend Numbers operator+(Numbers a, const Numbers& b) { return a += b; }
  friend Numbers operator-(Numbers a, const Numbers& b) { return a -= b; }
  friend Numbers operator*(Numbers a, double b) { return a *= b; }
  friend Numbers operator*(double a, Numbers b) { return b *= a; }
};

/// Eight numbers fill a register of 64 bytes, or several smaller ones: a vector of the compiler, so that every
/// operation is a few vector instructions whatever the formula around it looks like. A structure that holds it lies in
/// memory in every calling convention: code compiled for different processors may share it.
template <int N>
struct Derivatives {
  using Type = Numbers<N>;
};
template <>
struct Derivatives<8> {
  using Type = double __attribute__((vector_size(8 * sizeof(double))));
};

}  // namespace detail

/// A value and its derivatives in N directions; eight are evaluated fastest.
///
/// Arithmetic and elementary functions follow the chain rule, so a formula written for a generic scalar gives its exact
/// derivatives when it is evaluated with Dual.
template <int N>
struct Dual {
  double f = 0;                               ///< value
  typename detail::Derivatives<N>::Type d{};  ///< derivatives

  constexpr Dual() = default;
  constexpr Dual(double value) : f(value) {}  // NOLINT: a constant is a dual number

  /// The independent variable of direction `i`, with derivative `seed`.
  static constexpr Dual variable(double value, int i, double seed = 1) {
    Dual x(value);
    x.d[i] = seed;
    return x;
  }

  Dual& operator+=(const Dual& b) {
    f += b.f;
    d += b.d;
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    f -= b.f;
    d -= b.d;
    return *this;
  }
  Dual& operator*=(const Dual& b) {
    d = d * b.f + f * b.d;
    f *= b.f;
    return *this;
  }
  Dual& operator/=(const Dual& b) {
    const double inverse = 1 / b.f;
    f *= inverse;
    d = (d - f * b.d) * inverse;
    return *this;
  }
  Dual& operator+=(double b) {
    f += b;
    return *this;
  }
  Dual& operator-=(double b) {
    f -= b;
    return *this;
  }
  Dual& operator*=(double b) {
    f *= b;
    d *= b;
    return *this;
  }
  Dual& operator/=(double b) { return *this *= 1 / b; }

  /// Chain rule: g(a) from the value and the derivative of g at a.f.
  friend Dual chain(const Dual& a, double g, double g1) {
    Dual r(g);
    r.d = g1 * a.d;
    return r;
  }
  /// The same for a function of two arguments.
  friend Dual chain(const Dual& a, const Dual& b, double g, double ga, double gb) {
    Dual r(g);
    r.d = ga * a.d + gb * b.d;
    return r;
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) { return chain(a, -a.f, -1); }
  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator*(Dual a, const Dual& b) { return a *= b; }
  friend Dual operator/(Dual a, const Dual& b) { return a /= b; }
  friend Dual operator+(Dual a, double b) { return a += b; }
  friend Dual operator-(Dual a, double b) { return a -= b; }
  friend Dual operator*(Dual a, double b) { return a *= b; }
  friend Dual operator/(Dual a, double b) { return a /= b; }
  friend Dual operator+(double a, Dual b) { return b += a; }
  friend Dual operator-(double a, const Dual& b) { return chain(b, a - b.f, -1); }
  friend Dual operator*(double a, Dual b) { return b *= a; }
  friend Dual operator/(double a, const Dual& b) { return chain(b, a / b.f, -a / (b.f * b.f)); }

  friend bool operator<(const Dual& a, const Dual& b) { return a.f < b.f; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.f > b.f; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.f <= b.f; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.f >= b.f; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.f == b.f; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.f != b.f; }

  /// The derivative at zero is taken as zero.
  friend Dual sqrt(const Dual& a) {
    const double r = std::sqrt(a.f);
    return r > 0 ? chain(a, r, 0.5 / r) : Dual(r);
  }
  friend Dual sin(const Dual& a) { return chain(a, std::sin(a.f), std::cos(a.f)); }
  friend Dual cos(const Dual& a) { return chain(a, std::cos(a.f), -std::sin(a.f)); }
  friend Dual tan(const Dual& a) {
    const double t = std::tan(a.f);
    return chain(a, t, 1 + t * t);
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.f);
    return chain(a, e, e);
  }
  friend Dual log(const Dual& a) { return chain(a, std::log(a.f), 1 / a.f); }
  friend Dual log10(const Dual& a) { return chain(a, std::log10(a.f), 1 / (std::log(10.0) * a.f)); }
  friend Dual asin(const Dual& a) { return chain(a, std::asin(a.f), 1 / std::sqrt(1 - a.f * a.f)); }
  friend Dual acos(const Dual& a) { return chain(a, std::acos(a.f), -1 / std::sqrt(1 - a.f * a.f)); }
  friend Dual atan(const Dual& a) { return chain(a, std::atan(a.f), 1 / (1 + a.f * a.f)); }
  friend Dual sinh(const Dual& a) { return chain(a, std::sinh(a.f), std::cosh(a.f)); }
  friend Dual cosh(const Dual& a) { return chain(a, std::cosh(a.f), std::sinh(a.f)); }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.f);
    return chain(a, t, 1 - t * t);
  }
  friend Dual asinh(const Dual& a) { return chain(a, std::asinh(a.f), 1 / std::sqrt(1 + a.f * a.f)); }
  friend Dual acosh(const Dual& a) { return chain(a, std::acosh(a.f), 1 / std::sqrt(a.f * a.f - 1)); }
  friend Dual atanh(const Dual& a) { return chain(a, std::atanh(a.f), 1 / (1 - a.f * a.f)); }
  friend Dual abs(const Dual& a) { return a.f < 0 ? -a : a; }
  friend Dual fabs(const Dual& a) { return abs(a); }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const double r2 = x.f * x.f + y.f * y.f;
    return chain(y, x, std::atan2(y.f, x.f), x.f / r2, -y.f / r2);
  }
  /// a^b with a constant exponent; also valid at non-positive a.
  friend Dual pow(const Dual& a, double b) {
    return chain(a, std::pow(a.f, b), b == 0 ? 0.0 : b * std::pow(a.f, b - 1));
  }
  /// a^b; the derivative with respect to b needs a > 0 and is taken as zero elsewhere.
  friend Dual pow(const Dual& a, const Dual& b) {
    const double p = std::pow(a.f, b.f);
    return chain(a, b, p, b.f == 0 ? 0.0 : b.f * std::pow(a.f, b.f - 1), a.f > 0 ? p * std::log(a.f) : 0.0);
  }

  friend double value_of(const Dual& a) { return a.f; }
};

/// A number that knows only on which of up to 64 variables it depends: bit i of `on` is variable i.
///
/// Every operation yields what its operands depend on, so a formula evaluated with Dependence shows the sparsity of its
/// derivatives. Its value is not a number: comparisons are false.
struct Dependence {
  std::uint64_t on = 0;

  constexpr Dependence() = default;
  constexpr Dependence(double) {}  // NOLINT: a constant depends on nothing
  static constexpr Dependence variable(int i) {
    Dependence x;
    x.on = std::uint64_t{1} << i;
    return x;
  }

  Dependence& operator+=(const Dependence& b) { return join(b); }
  Dependence& operator-=(const Dependence& b) { return join(b); }
  Dependence& operator*=(const Dependence& b) { return join(b); }
  Dependence& operator/=(const Dependence& b) { return join(b); }
  friend Dependence operator+(const Dependence& a) { return a; }
  friend Dependence operator-(const Dependence& a) { return a; }
  friend Dependence operator+(Dependence a, const Dependence& b) { return a.join(b); }
  friend Dependence operator-(Dependence a, const Dependence& b) { return a.join(b); }
  friend Dependence operator*(Dependence a, const Dependence& b) { return a.join(b); }
  friend Dependence operator/(Dependence a, const Dependence& b) { return a.join(b); }
  friend bool operator<(const Dependence&, const Dependence&) { return false; }
  friend bool operator>(const Dependence&, const Dependence&) { return false; }
  friend bool operator<=(const Dependence&, const Dependence&) { return false; }
  friend bool operator>=(const Dependence&, const Dependence&) { return false; }
  friend bool operator==(const Dependence&, const Dependence&) { return false; }
  friend bool operator!=(const Dependence&, const Dependence&) { return true; }
  friend Dependence sqrt(const Dependence& a) { return a; }
  friend Dependence sin(const Dependence& a) { return a; }
  friend Dependence cos(const Dependence& a) { return a; }
  friend Dependence tan(const Dependence& a) { return a; }
  friend Dependence exp(const Dependence& a) { return a; }
  friend Dependence log(const Dependence& a) { return a; }
  friend Dependence log10(const Dependence& a) { return a; }
  friend Dependence asin(const Dependence& a) { return a; }
  friend Dependence acos(const Dependence& a) { return a; }
  friend Dependence atan(const Dependence& a) { return a; }
  friend Dependence sinh(const Dependence& a) { return a; }
  friend Dependence cosh(const Dependence& a) { return a; }
  friend Dependence tanh(const Dependence& a) { return a; }
  friend Dependence asinh(const Dependence& a) { return a; }
  friend Dependence acosh(const Dependence& a) { return a; }
  friend Dependence atanh(const Dependence& a) { return a; }
  friend Dependence abs(const Dependence& a) { return a; }
  friend Dependence fabs(const Dependence& a) { return a; }
  friend Dependence atan2(Dependence y, const Dependence& x) { return y.join(x); }
  friend Dependence pow(Dependence a, const Dependence& b) { return a.join(b); }
  friend double value_of(const Dependence&) { return std::numeric_limits<double>::quiet_NaN(); }

 private:
  Dependence& join(const Dependence& b) {
    on |= b.on;
    return *this;
  }
};

}  // namespace flexura

namespace Eigen {

template <int N>
struct NumTraits<flexura::Dual<N>> : NumTraits<double> {
  using Real = flexura::Dual<N>;
  using NonInteger = flexura::Dual<N>;
  using Nested = flexura::Dual<N>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = N + 1,
    AddCost = N + 1,
    MulCost = 2 * N + 1
  };
};

template <>
struct NumTraits<flexura::Dependence> : NumTraits<double> {
  using Real = flexura::Dependence;
  using NonInteger = flexura::Dependence;
  using Nested = flexura::Dependence;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};

// Matrices of constants multiply matrices of these numbers without a cast.
template <int N, class Operation>
struct ScalarBinaryOpTraits<flexura::Dual<N>, double, Operation> {
  using ReturnType = flexura::Dual<N>;
};
template <int N, class Operation>
struct ScalarBinaryOpTraits<double, flexura::Dual<N>, Operation> {
  using ReturnType = flexura::Dual<N>;
};
template <class Operation>
struct ScalarBinaryOpTraits<flexura::Dependence, double, Operation> {
  using ReturnType = flexura::Dependence;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, flexura::Dependence, Operation> {
  using ReturnType = flexura::Dependence;
};

}  // namespace Eigen
