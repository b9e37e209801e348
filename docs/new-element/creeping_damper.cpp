#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// A spring in series with a dashpot that creeps as sinh of the force (H. Eyring, J. Chem. Phys. 4, 1936):
///   f = k z,   z' = l' - v0 sinh(f/f0)
/// The stretch z of the spring is an internal state, an unknown of the element with an equation of its own.
class CreepingDamper : public Element<2, 1> {
 public:
  static Declaration<CreepingDamper> declare() {
    Declaration<CreepingDamper> d("creeping damper", "spring in series with a dashpot of sinh type");
    d.node("end 1").position(&CreepingDamper::at1);
    d.node("end 2").position(&CreepingDamper::at2);
    d.parameter("stiffness", &CreepingDamper::k, "N/m").above(0);
    d.parameter("creep velocity", &CreepingDamper::v0, "m/s").above(0);
    d.parameter("creep force", &CreepingDamper::f0, "N").above(0).sample("40.");
    d.parameter("initial stretch", &CreepingDamper::z0, "m: of the spring").optional();
    d.state("stretch of the spring", Dimension::velocity).initial(&CreepingDamper::z0);
    return d;
  }

  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    using std::sinh;
    const Line<S> line(*this, q);
    const S f = k * q.unknown(0);
    r.apply(0, line.end1, Vector3<S>(line.n * f));
    r.apply(1, line.end2, Vector3<S>(line.n * -f));
    r.equation(0) -= q.unknown_rate(0) - line.rate + v0 * sinh(f / f0);
  }

  double energy(const Motion<double>& q) const { return 0.5 * k * q.unknown(0) * q.unknown(0); }
  double dissipation(const Motion<double>& q) const {
    const double f = k * q.unknown(0);
    return f * v0 * std::sinh(f / f0);
  }

  void quantities(const Motion<double>& q, Quantities& out) const {
    out.add("f", "Force", k * q.unknown(0), "tension");
    out.add("z", "Length", q.unknown(0), "stretch of the spring");
  }

 private:
  template <class S>
  struct Line {
    Point<S> end1, end2;
    Vector3<S> n;
    S rate;
    Line(const CreepingDamper& e, const Motion<S>& q) : end1(q.point(0, e.at1)), end2(q.point(1, e.at2)) {
      using std::sqrt;
      const Vector3<S> d = end2.x - end1.x;
      n = d / sqrt(d.dot(d));
      rate = n.dot(Vector3<S>(end2.v - end1.v));
    }
  };
  Vec3 at1 = Vec3::Zero(), at2 = Vec3::Zero();
  double k = 1, v0 = 1, f0 = 1, z0 = 0;
};

}  // namespace

FLEXURA_MODULE(types) { types.element<CreepingDamper>(); }
