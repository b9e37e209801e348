#include "elements/total_joints/total_rows.h"

#include "math/skew.h"

namespace flexura {

TotalRows::TotalRows(const TotalFrames& f, const TotalComponents& c, TotalImposed i)
    : frames(f), components(c), imposed(std::move(i)) {
  for (const auto& [direction, drive] : imposed.rotation.terms())
    if (!components.held(3, direction).isZero(0)) turned = true;
}

Vec3 TotalRows::deviation(const Local& q, const TotalGeometry& g) const {
  if (components.rotation().count() == 0) return Vec3::Zero();
  if (!turned) return rotation_log<double>(g.relative);
  const Mat3 wanted = rotation_exp<double>(components.held(3, Vec3(imposed.rotation.value(q.drives()))));
  return rotation_log<double>(g.relative * wanted.transpose());
}

void TotalRows::residual(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at,
                         Residual& r) const {
  const NodeState& n1 = q.node(at.node1);
  const NodeState& n2 = q.node(at.node2);
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), phi = Vec3::Zero(), w = Vec3::Zero();
  if (components.has_positions()) {
    const Vec3 wanted = imposed.position.value(q.drives());
    x = frames.position(g) - wanted;
    v = g.position_axes.transpose() * TotalFrames::velocity(g, n1, n2) - wanted;
  }
  if (components.has_rotations()) {
    phi = components.rotation().phi(theta);
    w = g.orientation_axes.transpose() * (n2.w - n1.w) - imposed.rotation.value(q.drives());
  }
  for (int row = 0; row < components.count(); ++row) {
    const int i = components.component(row);
    double& equation = r.equation(at.unknown + row);
    if (components.level(i) == Level::value) {
      equation -= i < 3 ? x(i) : phi(i - 3);
    } else if (q.state().statics) {
      equation -= q.unknown(at.unknown + row);
    } else {
      equation -= i < 3 ? v(i) : w(i - 3);
    }
  }
}

void TotalRows::jacobian(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at,
                         Jacobian& j) const {
  using namespace local;
  const NodeState& n1 = q.node(at.node1);
  const NodeState& n2 = q.node(at.node2);
  // phi: dphi/dtheta Gamma^-1 Q1^T (theta2 - theta1)
  Mat3 turn = Mat3::Zero();
  if (components.rotation().count() > 0)
    turn.noalias() = components.rotation().derivative(theta) *
                     Mat3(rotation_inverse_tangent(theta) * g.orientation_axes.transpose());
  for (int row = 0; row < components.count(); ++row) {
    const int i = components.component(row);
    const int own = at.unknown + row;
    if (components.level(i) == Level::value) {
      if (i < 3) {
        // e . (dx2 + theta2 x b2 - dx1 - theta1 x b1)
        const Vec3 e = g.position_axes.col(i);
        j(constraint(own), position(at.node1)) += e.transpose();
        j(constraint(own), rotation(at.node1)) += g.arm1.cross(e).transpose();
        j(constraint(own), position(at.node2)) -= e.transpose();
        j(constraint(own), rotation(at.node2)) -= g.arm2.cross(e).transpose();
      } else {
        const RowVec3 d = turn.row(i - 3);
        j(constraint(own), rotation(at.node1)) += d;
        j(constraint(own), rotation(at.node2)) -= d;
      }
      continue;
    }
    // Zero times c is zero, but not when the pattern is looked for.
    j(equation(own), multiplier(own)) += q.state().statics ? -1.0 : 0.0 * q.c();
    if (q.state().statics) continue;
    if (i < 3) {
      // d(e . u) = (e x u) . theta1 + e . du, u = v2 + w2 x b2 - v1 - w1 x b1,
      // du = dv2 + dw2 x b2 + w2 x (theta2 x b2) - dv1 - dw1 x b1 - w1 x (dx2 + theta2 x b2 - dx1)
      const Vec3 e = g.position_axes.col(i);
      const Vec3 u = TotalFrames::velocity(g, n1, n2);
      const Vec3 e_w1 = e.cross(n1.w);
      j(equation(own), velocity(at.node1)) += e.transpose();
      j(equation(own), velocity(at.node2)) -= e.transpose();
      j(equation(own), spin(at.node1)) += g.arm1.cross(e).transpose();
      j(equation(own), spin(at.node2)) -= g.arm2.cross(e).transpose();
      j(equation(own), position(at.node1)) -= e_w1.transpose();
      j(equation(own), position(at.node2)) += e_w1.transpose();
      j(equation(own), rotation(at.node1)) -= e.cross(u).transpose();
      j(equation(own), rotation(at.node2)) -= g.arm2.cross(Vec3(e.cross(Vec3(n2.w - n1.w)))).transpose();
    } else {
      // d(e . W) = (e x W) . theta1 + e . dW
      const Vec3 e = g.orientation_axes.col(i - 3);
      j(equation(own), spin(at.node1)) += e.transpose();
      j(equation(own), spin(at.node2)) -= e.transpose();
      j(equation(own), rotation(at.node1)) -= e.cross(Vec3(n2.w - n1.w)).transpose();
    }
  }
}

void TotalRows::constraints(const Local& q, const TotalPlace& at, ConstraintLevel level, double* out) const {
  using Vector = Vector3<Taylor2>;
  const NodeMotion<Taylor2> n1 = steady_motion(q.node(at.node1));
  const NodeMotion<Taylor2> n2 = steady_motion(q.node(at.node2));
  const MotionLocal<Taylor2> motion(q, nullptr, nullptr, nullptr);
  const Vector wanted_x = motion.drive(imposed.position);
  const Vector wanted_turn = motion.drive(imposed.rotation);
  Vector x, v, omega;
  Matrix3<Taylor2> relative;
  frames.motion(n1, n2, x, v, relative, omega);
  Vector phi = Vector::Constant(Taylor2(0));
  if (components.rotation().count() > 0) {
    if (turned) relative *= Matrix3<Taylor2>(rotation_exp<Taylor2>(components.held(3, wanted_turn)).transpose());
    phi = components.rotation().phi(rotation_log<Taylor2>(relative));
  }
  for (int row = 0; row < components.count(); ++row) {
    const int i = components.component(row);
    const bool value = components.level(i) == Level::value;
    const Taylor2 psi = value ? (i < 3 ? x(i) - wanted_x(i) : phi(i - 3))
                              : (i < 3 ? v(i) - wanted_x(i) : omega(i - 3) - wanted_turn(i - 3));
    switch (level) {
      case ConstraintLevel::position:
        out[row] = value ? psi.f : 0;
        break;
      case ConstraintLevel::velocity:
        out[row] = value ? psi.d : psi.f;
        break;
      case ConstraintLevel::acceleration:
        out[row] = value ? psi.dd : psi.d;
        break;
    }
  }
}

void TotalReactions::local(const Local& q, const Vec3& theta, const TotalPlace& at, Vec3& force, Vec3& couple) const {
  components.multipliers(q, at.unknown, force, couple);
  if (!ideal || components.rotation().count() != 1) return;
  // The component held follows PartialRotation, imposed angular velocities act about the axes.
  const Vec3 held = components.held(3, couple);
  couple += components.rotation().couple(theta, held) - held;
}

void TotalReactions::residual(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at,
                              Residual& r) const {
  Vec3 force, couple;
  local(q, theta, at, force, couple);
  if (components.has_positions()) {
    const Vec3 f = g.position_axes * force;
    r.force(at.node1) += f;
    r.moment(at.node1) += g.arm1.cross(f);
    r.force(at.node2) -= f;
    r.moment(at.node2) -= g.arm2.cross(f);
  }
  if (components.has_rotations()) {
    const Vec3 m = g.orientation_axes * couple;
    r.moment(at.node1) += m;
    r.moment(at.node2) -= m;
  }
}

void TotalReactions::jacobian(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at,
                              Jacobian& j) const {
  using namespace flexura::local;
  Vec3 force, couple;
  local(q, theta, at, force, couple);
  if (components.has_positions()) {
    // dF = theta1 x F; d(b1) = dx2 + theta2 x b2 - dx1; d(b2) = theta2 x b2
    const Vec3 f = g.position_axes * force;
    const Mat3 f_skew = skew(f);
    const Mat3 f_arm2 = skew_product(f, g.arm2);
    j(flexura::local::force(at.node1), rotation(at.node1)) -= f_skew;
    j(flexura::local::force(at.node2), rotation(at.node1)) += f_skew;
    j(moment(at.node1), position(at.node1)) += f_skew;
    j(moment(at.node1), rotation(at.node1)) -= skew_product(g.arm1, f);
    j(moment(at.node1), position(at.node2)) -= f_skew;
    j(moment(at.node1), rotation(at.node2)) += f_arm2;
    j(moment(at.node2), rotation(at.node1)) += skew_product(g.arm2, f);
    j(moment(at.node2), rotation(at.node2)) -= f_arm2;
  }
  const bool half_way = ideal && components.rotation().count() == 1;
  if (components.has_rotations()) {
    Mat3 by_1 = -skew(Vec3(g.orientation_axes * couple));
    if (half_way) {
      // The direction turns with theta, d theta = Gamma^-1 Q1^T (theta2 - theta1).
      Vec3 x, lambda;
      components.multipliers(q, at.unknown, x, lambda);
      const Mat3 by_theta = g.orientation_axes * components.rotation().couple_derivative(theta, lambda);
      const Mat3 by_turn = by_theta * Mat3(rotation_inverse_tangent(theta) * g.orientation_axes.transpose());
      by_1 -= by_turn;
      j(moment(at.node1), rotation(at.node2)) += by_turn;
      j(moment(at.node2), rotation(at.node2)) -= by_turn;
    }
    j(moment(at.node1), rotation(at.node1)) += by_1;
    j(moment(at.node2), rotation(at.node1)) -= by_1;
  }
  for (int row = 0; row < components.count(); ++row) {
    const int i = components.component(row);
    const int own = at.unknown + row;
    if (components.level(i) == Level::rate && q.state().statics) continue;
    if (i < 3) {
      const Vec3 e = g.position_axes.col(i);
      j(flexura::local::force(at.node1), multiplier(own)) += e;
      j(moment(at.node1), multiplier(own)) += g.arm1.cross(e);
      j(flexura::local::force(at.node2), multiplier(own)) -= e;
      j(moment(at.node2), multiplier(own)) -= g.arm2.cross(e);
    } else {
      Vec3 e = g.orientation_axes.col(i - 3);
      if (half_way && components.level(i) == Level::value)
        e = g.orientation_axes * components.rotation().couple_by(i - 3, theta);
      j(moment(at.node1), multiplier(own)) += e;
      j(moment(at.node2), multiplier(own)) -= e;
    }
  }
}

}  // namespace flexura
