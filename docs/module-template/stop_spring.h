// An element: a spring between two points with a stop.
#pragma once

#include "elements/authoring/authoring.h"

namespace my_module {

using namespace flexura;
using namespace flexura::authoring;

/// Tension k (l - l0) between two points, with an optional drive that changes l0.
class StopSpring : public Element<2> {
 public:
  static Declaration<StopSpring> declare() {
    Declaration<StopSpring> d("stop spring", "spring that hardens towards a stop");
    d.node("end 1").position(&StopSpring::at1);
    d.node("end 2").position(&StopSpring::at2);
    d.parameter("stiffness", &StopSpring::stiffness, "N/m").at_least(0);
    d.parameter("length", &StopSpring::length, "m: without force").above(0);
    d.parameter("stop", &StopSpring::stop, "m: change of length that is never reached").above(0).sample("30.");
    return d.conservative();
  }

  /// f = k e/(1 - (e/s)^2), e = l - l0
  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    using std::sqrt;
    const auto end1 = q.point(0, at1), end2 = q.point(1, at2);
    const Vector3<S> d = end2.x - end1.x;
    const S l = sqrt(d.dot(d));
    const S e = l - length;
    const S f = stiffness * e / (1.0 - e * e / (stop * stop));
    r.apply(0, end1, Vector3<S>(d * (f / l)));
    r.apply(1, end2, Vector3<S>(d * (-f / l)));
  }

  double energy(const Motion<double>& q) const {
    const double e = (q.point(1, at2).x - q.point(0, at1).x).norm() - length;
    return -0.5 * stiffness * stop * stop * std::log(1 - e * e / (stop * stop));
  }

  void quantities(const Motion<double>& q, Quantities& out) const {
    out.add("l", "Length", (q.point(1, at2).x - q.point(0, at1).x).norm(), "length");
  }

 private:
  Vec3 at1 = Vec3::Zero(), at2 = Vec3::Zero();
  double stiffness = 1, length = 1, stop = 1;
};

}  // namespace my_module
