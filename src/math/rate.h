// First-order Taylor numbers in time over any scalar: a quantity with its rate.
#pragma once

#include <cmath>
#include <type_traits>

#include "math/taylor.h"
#include "math/types.h"

namespace flexura {

/// A function of time to first order: value f and rate d, both of scalar type S (double, Dual, Lanes).
///
/// Where Taylor2 gives rates of numbers, Rate gives rates of whatever S carries: derivatives by nodal motions, or the
/// numbers of several elements. Comparisons look at values.
template <class S>
struct Rate {
  S f{};  ///< value
  S d{};  ///< rate

  Rate() = default;
  Rate(double value) : f(value), d(0) {}  // NOLINT: a constant has no rate
  Rate(const S& value)                    // NOLINT
      requires(!std::is_same_v<S, double>)
      : f(value), d(0) {}
  Rate(const S& value, const S& rate) : f(value), d(rate) {}

  Rate& operator+=(const Rate& b) {
    f += b.f;
    d += b.d;
    return *this;
  }
  Rate& operator-=(const Rate& b) {
    f -= b.f;
    d -= b.d;
    return *this;
  }
  [[gnu::always_inline]] Rate& operator*=(const Rate& b) {
    d *= b.f;
    d += f * b.d;
    f *= b.f;
    return *this;
  }
  Rate& operator/=(const Rate& b) {
    const S q = f / b.f;
    return *this = Rate(q, S((d - q * b.d) / b.f));
  }

  /// Chain rule: g(a) from the value and the derivative of g at a.f.
  friend Rate chain(const Rate& a, const S& g, const S& g1) { return Rate(g, S(g1 * a.d)); }

  friend Rate operator-(const Rate& a) { return Rate(S(-a.f), S(-a.d)); }
  [[gnu::always_inline]] friend Rate operator+(const Rate& a, const Rate& b) { return Rate(a.f + b.f, a.d + b.d); }
  [[gnu::always_inline]] friend Rate operator-(const Rate& a, const Rate& b) { return Rate(a.f - b.f, a.d - b.d); }
  [[gnu::always_inline]] friend Rate operator*(const Rate& a, const Rate& b) {
    return Rate(a.f * b.f, a.d * b.f + a.f * b.d);
  }
  friend Rate operator/(Rate a, const Rate& b) { return a /= b; }

  friend double value_of(const Rate& a) { return value_of(a.f); }

  /// The derivative at zero is taken as zero.
  friend Rate sqrt(const Rate& a) {
    using std::sqrt;
    const S r = sqrt(a.f);
    return value_of(r) > 0 ? chain(a, r, S(S(0.5) / r)) : Rate(r, S(0));
  }
  friend Rate sin(const Rate& a) {
    using std::cos;
    using std::sin;
    return chain(a, sin(a.f), cos(a.f));
  }
  friend Rate cos(const Rate& a) {
    using std::cos;
    using std::sin;
    return chain(a, cos(a.f), S(-sin(a.f)));
  }
  friend Rate tan(const Rate& a) {
    using std::tan;
    const S t = tan(a.f);
    return chain(a, t, S(S(1) + t * t));
  }
  friend Rate atan2(const Rate& y, const Rate& x) {
    using std::atan2;
    return Rate(atan2(y.f, x.f), S((x.f * y.d - y.f * x.d) / (x.f * x.f + y.f * y.f)));
  }
};

/// Values and rates of a vector or matrix.
template <class S, int R, int C, int O>
Eigen::Matrix<S, R, C> values_of(const Eigen::Matrix<Rate<S>, R, C, O>& m) {
  Eigen::Matrix<S, R, C> out;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = m(i, j).f;
  return out;
}
template <class S, int R, int C, int O>
Eigen::Matrix<S, R, C> rates_of(const Eigen::Matrix<Rate<S>, R, C, O>& m) {
  Eigen::Matrix<S, R, C> out;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = m(i, j).d;
  return out;
}

}  // namespace flexura

namespace Eigen {
template <class S>
struct NumTraits<flexura::Rate<S>> : GenericNumTraits<flexura::Rate<S>> {
  using Real = flexura::Rate<S>;
  using NonInteger = flexura::Rate<S>;
  using Nested = flexura::Rate<S>;
  using Literal = flexura::Rate<S>;
  static inline Real epsilon() { return {2.220446049250313e-16}; }
  static inline Real dummy_precision() { return {1e-12}; }
  static inline int digits10() { return 15; }
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 6,
  };
};
}  // namespace Eigen
