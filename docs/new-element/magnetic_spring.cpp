#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// Two magnetic dipoles m1, m2 at a distance r along n, with K = mu0 |m1| |m2| / (4 pi):
///   V = K/r^3 (m1.m2 - 3 (m1.n)(m2.n))
/// J. D. Jackson, Classical Electrodynamics, 3rd ed., 1999, eqs. 5.56, 5.69.
class MagneticSpring : public Element<2> {
 public:
  static Declaration<MagneticSpring> declare() {
    Declaration<MagneticSpring> d("magnetic spring", "force and couples between two magnetic dipoles");
    d.node("magnet 1").position(&MagneticSpring::at1).orientation(&MagneticSpring::axes1);
    d.node("magnet 2").position(&MagneticSpring::at2).orientation(&MagneticSpring::axes2);
    d.parameter("strength", &MagneticSpring::strength, "N m^4: K above; the dipoles are axes 3").above(0);
    return d.conservative();
  }

  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    const Pair<S> p(*this, q);
    // F = -dV/dx on magnet 2, m x B on each
    const S size = strength * 3.0 / (p.r * p.r * p.r * p.r);
    const Vector3<S> f = (p.m1 * p.c2 + p.m2 * p.c1 + p.n * (p.m1.dot(p.m2) - 5.0 * p.c1 * p.c2)) * size;
    r.apply(1, p.point2, f);
    r.apply(0, p.point1, Vector3<S>(-f));
    const S field = strength / (p.r * p.r * p.r);
    r.moment(0) += p.m1.cross(Vector3<S>(p.n * (3.0 * p.c2) - p.m2)) * field;
    r.moment(1) += p.m2.cross(Vector3<S>(p.n * (3.0 * p.c1) - p.m1)) * field;
  }

  double energy(const Motion<double>& q) const {
    const Pair<double> p(*this, q);
    return strength / (p.r * p.r * p.r) * (p.m1.dot(p.m2) - 3 * p.c1 * p.c2);
  }

  void quantities(const Motion<double>& q, Quantities& out) const {
    out.add("r", "Length", Pair<double>(*this, q).r, "distance of the magnets");
    out.add("V", "Energy", energy(q), "energy of one in the field of the other");
  }

 private:
  template <class S>
  struct Pair {
    Point<S> point1, point2;
    Vector3<S> m1, m2, n;
    S r, c1, c2;
    Pair(const MagneticSpring& e, const Motion<S>& q) : point1(q.point(0, e.at1)), point2(q.point(1, e.at2)) {
      using std::sqrt;
      m1 = q.node(0).R * Vec3(e.axes1.col(2));
      m2 = q.node(1).R * Vec3(e.axes2.col(2));
      const Vector3<S> d = point2.x - point1.x;
      r = sqrt(d.dot(d));
      n = d / r;
      c1 = m1.dot(n);
      c2 = m2.dot(n);
    }
  };
  Vec3 at1 = Vec3::Zero(), at2 = Vec3::Zero();
  Mat3 axes1 = Mat3::Identity(), axes2 = Mat3::Identity();
  double strength = 1;
};

}  // namespace

FLEXURA_MODULE(types) { types.element<MagneticSpring>(); }
