// A number in every SIMD lane: one formula evaluated for several elements at once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "math/rate.h"
#include "math/rotation.h"

namespace flexura {

/// Eight numbers that go through the same operations: a register of AVX-512, or several smaller ones.
///
/// There are no branches by lane: value_of() is the largest magnitude of all lanes, so `value_of(x) < limit` holds when
/// it holds in every lane. Where a formula would need different branches in different lanes, the caller evaluates the
/// elements one by one instead.
struct Lanes {
  static constexpr int count = 8;
  using Register = double __attribute__((vector_size(count * sizeof(double))));

  Register v{};

  Lanes() = default;
  Lanes(double value) : v(Register{} + value) {}  // NOLINT: a constant is the same in all lanes
  explicit Lanes(const Register& r) : v(r) {}

  double operator[](int lane) const { return v[lane]; }
  void set(int lane, double value) { v[lane] = value; }

  Lanes& operator+=(const Lanes& b) {
    v += b.v;
    return *this;
  }
  Lanes& operator-=(const Lanes& b) {
    v -= b.v;
    return *this;
  }
  Lanes& operator*=(const Lanes& b) {
    v *= b.v;
    return *this;
  }
  Lanes& operator/=(const Lanes& b) {
    v /= b.v;
    return *this;
  }
};

namespace detail {

/// Where two rows have the numbers of one: bit `distance` of row and lane exchanged. Lanes of the second row count
/// from 8.
constexpr long long exchanged(int lane, int distance, bool high) {
  if (lane & distance) return lane + 8 - (high ? 0 : distance);
  return lane + (high ? distance : 0);
}

template <int distance, int... lane>
inline void exchange(Lanes::Register& low, Lanes::Register& high, std::integer_sequence<int, lane...>) {
  const Lanes::Register a = low, b = high;
#ifdef __clang__
  low = __builtin_shufflevector(a, b, exchanged(lane, distance, false)...);
  high = __builtin_shufflevector(a, b, exchanged(lane, distance, true)...);
#else
  using Mask = long long __attribute__((vector_size(Lanes::count * sizeof(long long))));
  low = __builtin_shuffle(a, b, Mask{exchanged(lane, distance, false)...});
  high = __builtin_shuffle(a, b, Mask{exchanged(lane, distance, true)...});
#endif
}

template <int distance>
inline void exchange(Lanes::Register (&rows)[Lanes::count]) {
  for (int i = 0; i < Lanes::count; ++i)
    if (!(i & distance))
      exchange<distance>(rows[i], rows[i + distance], std::make_integer_sequence<int, Lanes::count>());
}

}  // namespace detail

/// Exchanges lanes and rows: row i becomes what lane i had in every row.
inline void transpose(Lanes::Register (&rows)[Lanes::count]) {
  detail::exchange<1>(rows);
  detail::exchange<2>(rows);
  detail::exchange<4>(rows);
}

/// M numbers behind each other at eight places: number j of all of them in to[j], one place in each lane.
template <int M>
inline void gather(const std::array<const double*, Lanes::count>& from, Lanes* to) {
  constexpr int size = Lanes::count;
  if constexpr (M < size) {
    for (int j = 0; j < M; ++j)
      for (int lane = 0; lane < size; ++lane) to[j].set(lane, from[lane][j]);
  } else {
    for (int j = 0; j < M; j += size) {
      const int begin = std::min(j, M - size);
      Lanes::Register rows[size];
      for (int lane = 0; lane < size; ++lane) std::memcpy(&rows[lane], from[lane] + begin, sizeof rows[lane]);
      transpose(rows);
      for (int i = 0; i < size; ++i) to[begin + i] = Lanes(rows[i]);
    }
  }
}

}  // namespace flexura

namespace Eigen {
template <>
struct NumTraits<flexura::Lanes> : GenericNumTraits<flexura::Lanes> {
  using Real = flexura::Lanes;
  using NonInteger = flexura::Lanes;
  using Nested = flexura::Lanes;
  using Literal = flexura::Lanes;
  static inline Real epsilon() { return {std::numeric_limits<double>::epsilon()}; }
  static inline Real dummy_precision() { return {1e-12}; }
  static inline int digits10() { return std::numeric_limits<double>::digits10; }
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1,
  };
};
}  // namespace Eigen

namespace flexura {

inline Lanes operator-(const Lanes& a) { return Lanes(-a.v); }
inline Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.v + b.v); }
inline Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.v - b.v); }
inline Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.v * b.v); }
inline Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.v / b.v); }

/// The largest magnitude; NaN when a lane is NaN.
inline double value_of(const Lanes& a) {
  double largest = 0;
  for (int lane = 0; lane < Lanes::count; ++lane) {
    const double magnitude = std::abs(a[lane]);
    if (std::isnan(magnitude)) return magnitude;
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

namespace detail {
template <class F>
Lanes by_lane(const Lanes& a, F f) {
  Lanes out;
  for (int lane = 0; lane < Lanes::count; ++lane) out.set(lane, f(a[lane]));
  return out;
}
}  // namespace detail

inline Lanes sqrt(const Lanes& a) {
  return detail::by_lane(a, [](double x) { return std::sqrt(x); });
}
inline Lanes sin(const Lanes& a) {
  return detail::by_lane(a, [](double x) { return std::sin(x); });
}
inline Lanes cos(const Lanes& a) {
  return detail::by_lane(a, [](double x) { return std::cos(x); });
}

/// Rotation angles for which the formulas below hold, rad: their series are exact to round-off up to here.
constexpr double lanes_angle = 0.5;

namespace detail {

/// The coefficients of rotation.h as series in p^2, |p| <= lanes_angle; S is Lanes or its Rate.
template <class S>
struct SeriesCoefficients {
  S a, b, c;
  explicit SeriesCoefficients(const S& p2) {
    // sum (-p2)^k / (2k+1)!, / (2k+2)!, / (2k+3)!
    a = nest(p2, {6, 20, 42, 72, 110, 156});
    b = S(0.5) * nest(p2, {12, 30, 56, 90, 132, 182});
    c = S(1.0 / 6) * nest(p2, {20, 42, 72, 110, 156, 210});
  }

 private:
  /// 1 - p2/d0 (1 - p2/d1 (...)).
  static S nest(const S& p2, const std::array<double, 6>& divisors) {
    S sum(1);
    for (auto d = divisors.rbegin(); d != divisors.rend(); ++d) sum = S(1) - p2 * S(1 / *d) * sum;
    return sum;
  }
};
template <>
struct RotationCoefficients<Lanes> : SeriesCoefficients<Lanes> {
  using SeriesCoefficients::SeriesCoefficients;
};
template <>
struct RotationCoefficients<Rate<Lanes>> : SeriesCoefficients<Rate<Lanes>> {
  using SeriesCoefficients::SeriesCoefficients;
};

/// Rotation vector of R; NaN where its angle is near pi or beyond it, inexact beyond lanes_angle.
template <class S>
Vector3<S> series_log(const Matrix3<S>& r) {
  // n tan(angle/2) = 2 ax(R)/(1 + tr R); angle/(2 tan(angle/2)) = atan(u)/u
  const S half = S(2) / (S(1) + r(0, 0) + r(1, 1) + r(2, 2));
  const Vector3<S> u = axial(r) * half;
  const S u2 = u.dot(u);
  S sum(1.0 / 25);
  for (int k = 23; k > 0; k -= 2) sum = S(1.0 / k) - u2 * sum;
  return Vector3<S>(u * (S(2) * sum));
}

/// Gamma(t)^-1 = I - [t]/2 + k [t][t], |t| <= lanes_angle.
template <class S>
Matrix3<S> series_inverse_tangent(const Vector3<S>& t) {
  // sum |B_2k| p^(2k-2)/(2k)!
  constexpr std::array<double, 8> series{1.0 / 12,          1.0 / 720,
                                         1.0 / 30240,       1.0 / 1209600,
                                         1.0 / 47900160,    691.0 / 1307674368000,
                                         1.0 / 74724249600, 3617.0 / 10670622842880000};
  const S p2 = t.dot(t);
  S k(series.back());
  for (auto term = series.rbegin() + 1; term != series.rend(); ++term) k = S(*term) + p2 * k;
  const Matrix3<S> s = skew(t);
  return Matrix3<S>(Matrix3<S>::Identity() - s * S(0.5) + (s * s) * k);
}

}  // namespace detail

template <>
inline Vector3<Lanes> rotation_log<Lanes>(const Matrix3<Lanes>& r) {
  return detail::series_log(r);
}
template <>
inline Vector3<Rate<Lanes>> rotation_log<Rate<Lanes>>(const Matrix3<Rate<Lanes>>& r) {
  return detail::series_log(r);
}
template <>
inline Matrix3<Lanes> rotation_inverse_tangent<Lanes>(const Vector3<Lanes>& t) {
  return detail::series_inverse_tangent(t);
}
template <>
inline Matrix3<Rate<Lanes>> rotation_inverse_tangent<Rate<Lanes>>(const Vector3<Rate<Lanes>>& t) {
  return detail::series_inverse_tangent(t);
}

}  // namespace flexura
