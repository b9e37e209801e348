#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// A thin wheel that rolls on the plane z = height without slipping. The contact constraint is one of positions, the
/// two of rolling are of velocities and cannot be integrated: the wheel can reach any position and heading.
class RollingWheel : public Element<1, 3> {
 public:
  static Declaration<RollingWheel> declare() {
    Declaration<RollingWheel> d("rolling wheel", "thin wheel on a horizontal plane, without slip");
    d.node("hub").orientation(&RollingWheel::axes);  // the axle is axis 3
    d.parameter("radius", &RollingWheel::radius, "m").above(0);
    d.parameter("height", &RollingWheel::height, "m: of the plane").optional();
    d.constraint("contact with the plane");
    d.rate_constraint("no slip along the wheel");
    d.rate_constraint("no slip across the wheel");
    return d.in_space();
  }

  template <class S>
  void residual(const Motion<S>& q, const Forces<S>& r) const {
    using std::sqrt;
    const auto& hub = q.node(0);
    const Vec3 up = Vec3::UnitZ();
    const Vector3<S> axle = hub.R * Vec3(axes.col(2));
    // The lowest point of the rim lies in the plane of the wheel, against the normal.
    const Vector3<S> down = axle * axle.z() - up;
    const S sine = sqrt(down.dot(down));  // of the angle between axle and normal
    Point<S> contact;
    contact.arm = down * (radius / sine);
    const Vector3<S> along = axle.cross(up) / sine;
    const Vector3<S> across = up.cross(along);
    const Vector3<S> slip = hub.v + hub.w.cross(contact.arm);
    r.apply(0, contact, Vector3<S>(-(up * q.unknown(0) + along * q.unknown(1) + across * q.unknown(2))));
    r.equation(0) -= hub.x.z() + contact.arm.z() - height;
    r.equation(1) -= slip.dot(along);
    r.equation(2) -= slip.dot(across);
  }

  void quantities(const Motion<double>& q, Quantities& out) const {
    const Vec3 axle = q.node(0).R * axes.col(2);
    out.add("N", "Force", -q.unknown(0), "force of the plane on the wheel, upwards");
    out.add("lean", "rad", std::acos(axle.z()), "angle between axle and vertical");
  }

 private:
  Mat3 axes = Mat3::Identity();
  double radius = 1, height = 0;
};

}  // namespace

FLEXURA_MODULE(types) { types.element<RollingWheel>(); }
