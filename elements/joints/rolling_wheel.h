// Rolling wheel: a thin disk on a plane, without slip.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "elements/authoring/element.h"
#include "elements/joints/attachment.h"

namespace flexura {

/// Disk of radius rho about the axis a = R e of a node, centre p = x + R f, on the plane through p0 with unit normal n
/// and tangents t1, t2 (axes 3, 1, 2 of the plane, which stands still). The point of contact is the lowest of the rim,
///
///     c = p + r,   r = -rho (n - (a.n) a)/|n - (a.n) a|,
///     -n . (c - p0) = 0,   -t1 . (v_p + w x r) = 0,   -t2 . (v_p + w x r) = 0:
///
/// one constraint on the position and two on velocities that no position has (J. I. Neimark, N. A. Fufaev, Dynamics of
/// Nonholonomic Systems, 1972, ch. 1). Unknowns: the force of the plane on the wheel along n, t1, t2, N, in the point
/// of contact: that is -phi_q^T lambda, because -n . (v_p + w x r) is the rate of the first row. The plane pulls, too;
/// a wheel that lies flat has no lowest point. In static problems, where velocities do not count, the forces along the
/// plane are zero. Text row: force and couple on the node at its origin (12; local: axes of the plane), point of
/// contact (3). Private data: Fx Fy Fz of the force in axes of the plane, x y z of the point.
class RollingWheel : public authoring::Element<1, 3> {
 public:
  static authoring::Declaration<RollingWheel> declare() {
    authoring::Declaration<RollingWheel> d("rolling wheel", "thin disk that rolls on a plane without slip");
    d.on_card("joint").in_order().in_space();
    d.node("node").position(&RollingWheel::centre_);
    d.part("axis", &RollingWheel::read_axis, "vector", "of the wheel, node axes").sample("0.2, 0.9, -0.3");
    d.parameter("radius", &RollingWheel::radius_, "m").above(0).called("radius of the wheel");
    d.part("plane", &RollingWheel::read_plane, "point [, orientation, matrix]", "global; its axis 3 is the normal")
        .optional()
        .sample("0.1, 0.2, -0.1, orientation, euler, 0.3, -0.2, 0.4");
    d.constraint("contact with the plane");
    d.rate_constraint("no slip along 1");
    d.rate_constraint("no slip along 2");
    return d;
  }

  template <class S>
  void residual(const authoring::Motion<S>& q, const authoring::Forces<S>& r) const {
    const Contact<S> at(*this, q);
    const S moves = S(q.statics() ? 0.0 : 1.0);
    r.equation(0) += along<S>(2, Vector3<S>(at.x - plane_.position.template cast<S>()));
    Vector3<S> force = column<S>(2) * q.unknown(0);
    for (int k = 0; k < 2; ++k) {
      const S slip = along<S>(k, at.v);
      force += column<S>(k) * (q.unknown(1 + k) * moves);
      r.equation(1 + k) += slip * moves - q.unknown(1 + k) * (1.0 - moves);
    }
    r.apply(0, at, force);
  }

  void quantities(const authoring::Motion<double>& q, authoring::Quantities& out) const;
  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const authoring::Motion<double>& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model,
                                const std::array<NodeIndex, 1>& nodes) const;

 private:
  /// The lowest point of the rim, and the velocity of the disk there.
  template <class S>
  struct Contact : authoring::Point<S> {
    Contact(const RollingWheel& wheel, const authoring::Motion<S>& q) {
      using std::sqrt;
      const auto& node = q.node(0);
      const Vector3<S> n = wheel.column<S>(2);
      const Vector3<S> a = node.R * wheel.axis_;
      const Vector3<S> up = n - a * S(a.dot(n));
      this->arm = node.R * wheel.centre_ - up * (wheel.radius_ / sqrt(S(up.dot(up))));
      this->x = node.x + this->arm;
      this->v = node.v + Vector3<S>(node.w.cross(this->arm));
    }
  };
  template <class S>
  [[nodiscard]] Vector3<S> column(int k) const {
    return plane_.orientation.col(k).template cast<S>();
  }
  template <class S>
  [[nodiscard]] S along(int k, const Vector3<S>& v) const {
    return column<S>(k).dot(v);
  }
  /// On the node at the point of contact, global axes.
  [[nodiscard]] Vec3 force(const authoring::Motion<double>& q) const;

  void read_axis(Reader& reader, std::span<const Pose> nodes);
  void read_plane(Reader& reader, std::span<const Pose> nodes);

  Vec3 centre_ = Vec3::Zero(), axis_ = Vec3::UnitZ();
  double radius_ = 1;
  Attachment plane_;
};

}  // namespace flexura
