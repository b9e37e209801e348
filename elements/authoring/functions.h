// Constitutive laws, drives and scalar functions made of one class that writes its formula once.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "elements/authoring/declaration.h"
#include "elements/functions/finite.h"
#include "elements/laws/law_arguments.h"
#include "math/dual.h"

namespace flexura::authoring {

/// The constitutive law behind a class L with `static constexpr int dimension`, 1, 3 or 6, `declare()` and one of
///     template <class S> Stress<S> stress(const Strain<S>& strain) const;                          // elastic
///     template <class S> Stress<S> stress(const Strain<S>& strain, const Strain<S>& rate) const;   // viscoelastic
/// where Strain<S> and Stress<S> are S in dimension 1 and Eigen::Matrix<S, dimension, 1> in others. The tangents follow
/// by automatic differentiation.
template <class L>
class AuthoredLaw final : public ConstitutiveLaw<L::dimension> {
  static constexpr int N = L::dimension;
  template <class S>
  using Components = Eigen::Matrix<S, N, 1>;
  template <class S>
  using Argument = std::conditional_t<N == 1, S, Components<S>>;
  static constexpr bool viscous = requires(const L& law, const Argument<double>& e) { law.stress(e, e); };

 public:
  explicit AuthoredLaw(L law)
      : ConstitutiveLaw<N>(viscous ? LawKind::viscoelastic : LawKind::elastic), law_(std::move(law)) {}

 protected:
  void compute(const LawVector<N>& strain, const LawVector<N>& rate, const LawContext&, LawMemory,
               LawResult<N>& result) const override {
    using S = Dual<viscous ? 2 * N : N>;
    Components<S> e, e_rate, stress;
    for (int i = 0; i < N; ++i) {
      e(i) = S::variable(strain(i), i);
      if constexpr (viscous) e_rate(i) = S::variable(rate(i), N + i);
    }
    if constexpr (viscous && N == 1) {
      stress(0) = law_.stress(e(0), e_rate(0));
    } else if constexpr (viscous) {
      stress = law_.stress(e, e_rate);
    } else if constexpr (N == 1) {
      stress(0) = law_.stress(e(0));
    } else {
      stress = law_.stress(e);
    }
    result.by_rate.setZero();
    for (int i = 0; i < N; ++i) {
      result.stress(i) = stress(i).f;
      for (int j = 0; j < N; ++j) {
        result.by_strain(i, j) = stress(i).d[j];
        if constexpr (viscous) result.by_rate(i, j) = stress(i).d[N + j];
      }
    }
  }

 private:
  L law_;
};

/// The drive behind a class D with `declare()` and
///     template <class S> S value(const S& x) const;
/// Its time derivatives follow by Taylor arithmetic. When `std::vector<double> corners() const` gives the arguments at
/// which its value or slope jumps, steps can end there.
template <class D>
class AuthoredDrive final : public Drive {
 public:
  explicit AuthoredDrive(D drive) : drive_(std::move(drive)) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext&) const override { return drive_.value(x); }
  void events(double from, double to, std::vector<double>& times) const override {
    if constexpr (requires(const D& d) { d.corners(); }) {
      for (const double corner : drive_.corners())
        if (corner > from && corner < to) times.push_back(corner);
    } else {
      Drive::events(from, to, times);
    }
  }

 private:
  D drive_;
};

/// The scalar function behind such a class.
template <class F>
class AuthoredFunction final : public ScalarFunction {
 public:
  explicit AuthoredFunction(F function) : function_(std::move(function)) {}
  [[nodiscard]] Taylor2 at(double x) const override {
    const Taylor2 y = function_.value(Taylor2(x, 1, 0));
    return std::isfinite(y.f) && std::isfinite(y.d) && std::isfinite(y.dd) ? y : finite(y, what(), x);
  }

 private:
  static std::string what() { return '`' + std::string(declaration<F>().name()) + '`'; }
  F function_;
};

/// An object of type T with the parameters that the model file gives.
template <class T>
T read_object(Reader& reader) {
  T object;
  declaration<T>().read_parameters(reader, &object, {}, false);
  if constexpr (requires { object.prepare(reader); }) object.prepare(reader);
  return object;
}

template <class L>
LawPointer<L::dimension> read_authored_law(Reader& reader) {
  return finish_law<L::dimension>(reader, std::make_shared<AuthoredLaw<L>>(read_object<L>(reader)));
}
template <class D>
DrivePointer read_authored_drive(Reader& reader) {
  return std::make_shared<AuthoredDrive<D>>(read_object<D>(reader));
}
template <class F>
ScalarFunctionPointer read_authored_function(Reader& reader) {
  return std::make_shared<AuthoredFunction<F>>(read_object<F>(reader));
}

}  // namespace flexura::authoring
