// The friction models of the language: what they read, and the formula of the bristles.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "elements/authoring/functions.h"
#include "elements/friction/friction.h"

namespace flexura {

/// Bristles that deflect, then slip; see Friction.
struct LugreFriction {
  static authoring::Declaration<LugreFriction> declare() {
    authoring::Declaration<LugreFriction> d("modlugre", "bristles that deflect elastically before they slip");
    d.in_order();
    d.parameter("sigma0", &LugreFriction::sigma0, "1/m: stiffness of the bristles")
        .positional()
        .above(0)
        .called("sigma0, the stiffness of the bristles,");
    d.parameter("sigma1", &LugreFriction::sigma1, "s/m: their damping").positional().at_least(0).called("sigma1");
    d.parameter("sigma2", &LugreFriction::sigma2, "s/m: viscous coefficient").positional().at_least(0).called("sigma2");
    d.part("kappa", &LugreFriction::read_kappa, "real",
           "deflection at which they begin to slip over that of steady slip; in [0, 1)")
        .positional();
    d.parameter("coefficient", &LugreFriction::coefficient, "mu(|v|), positive at 0").positional();
    return d;
  }
  /// The coefficient must be positive.
  void prepare(Reader& reader) const;
  [[nodiscard]] Friction friction() const;

  /// z' = v - alpha(x) |v| z/z_ss with x = |z|/z_ss, z_ss = mu/sigma0: the rate of the deflection z of bristles that
  /// slide with the velocity v.
  template <class S>
  static S rate(const S& z, const S& v, const S& mu, double sigma0, double kappa) {
    using std::sin;
    const double side = value_of(v) < 0 ? -sigma0 : sigma0;
    const S x = side * z / mu;
    // Deflected against the motion, or not far enough: x is negative or small.
    if (!(value_of(x) > kappa) || value_of(v) == 0) return v;
    S share = x;
    if (value_of(x) < 1) {
      const double half = std::numbers::pi / (1 - kappa);
      share = 0.5 * x * (1.0 + sin(half * (x - 0.5 * (1 + kappa))));
    }
    return v - v * share;
  }

  double sigma0 = 1, sigma1 = 0, sigma2 = 0, kappa = 0;
  ScalarFunctionPointer coefficient;

 private:
  void read_kappa(Reader& reader, std::span<const Pose>);
};

/// Stick, or slip at the coefficient; see Friction.
struct CoulombFriction {
  static authoring::Declaration<CoulombFriction> declare() {
    authoring::Declaration<CoulombFriction> d("discrete coulomb", "stick, or slip at the coefficient of friction");
    d.in_order();
    d.parameter("coefficient", &CoulombFriction::coefficient, "mu(|v|)").positional();
    d.parameter("sigma2", &CoulombFriction::sigma2, "s/m: viscous coefficient").at_least(0).called("sigma2").optional();
    // Tells stick from slip elsewhere; here both follow from one equation.
    d.parameter("velocity ratio", &CoulombFriction::velocity_ratio, "read and without effect")
        .above(0)
        .called("the velocity ratio")
        .optional();
    return d;
  }
  [[nodiscard]] Friction friction() const;

  double sigma2 = 0, velocity_ratio = 1;
  ScalarFunctionPointer coefficient;
};

}  // namespace flexura
