#include "elements/deformable_joints/deformable_joint.h"

namespace flexura {

namespace {

/// Adds columns (-x, t1, x, t2) of three rows of a node.
template <bool Moves, class Row, class C>
void add_positions(Jacobian& j, Row row, const C& c, double sign) {
  using namespace local;
  if constexpr (Moves) {
    j(row, position(0)) -= Mat3(sign * c.x);
    j(row, position(1)) += Mat3(sign * c.x);
  }
  j(row, rotation(0)) += Mat3(sign * c.t1);
  j(row, rotation(1)) += Mat3(sign * c.t2);
}
template <bool Moves, class Row, class C>
void add_velocities(Jacobian& j, Row row, const C& c, double sign) {
  using namespace local;
  if constexpr (Moves) {
    j(row, velocity(0)) -= Mat3(sign * c.x);
    j(row, velocity(1)) += Mat3(sign * c.x);
  }
  j(row, spin(0)) += Mat3(sign * c.t1);
  j(row, spin(1)) += Mat3(sign * c.t2);
}

}  // namespace

template <JointParts P, bool Between>
typename DeformableJoint<P, Between>::Motion DeformableJoint<P, Between>::motion(const Local& q, bool rates) const {
  Motion m;
  const NodeState& n1 = q.node(0);
  const NodeState& n2 = q.node(1);
  const Mat3 frame1 = n1.R * data_.at[0].orientation;
  const Mat3 frame2 = n2.R * data_.at[1].orientation;
  m.frame = LawFrame<Between>(frame1, frame2, data_.fraction);
  m.strain.setZero();
  m.rate.setZero();
  const Mat3 to_law = m.frame.axes().transpose();
  if constexpr (moves) {
    m.f1 = n1.R * data_.at[0].position;
    m.f2 = n2.R * data_.at[1].position;
    m.d = n2.x + m.f2 - n1.x - m.f1;
    m.strain.template head<3>() = to_law * m.d;
  }
  if constexpr (turns) m.strain.template tail<3>() = m.frame.theta();
  if (!rates) return m;
  m.w = n2.w - n1.w;
  m.w_frame = m.frame.omega(n1.w, n2.w);
  if constexpr (moves) {
    m.d_rate = n2.v + n2.w.cross(m.f2) - n1.v - n1.w.cross(m.f1) - m.w_frame.cross(m.d);
    m.rate.template head<3>() = to_law * m.d_rate;
  }
  if constexpr (turns) m.rate.template tail<3>() = to_law * m.w;
  return m;
}

template <JointParts P, bool Between>
void DeformableJoint<P, Between>::residual(const Local& q, Residual& r) const {
  const Motion m = motion(q, law_.rates_count(q));
  LawResult<N> law;
  law_.evaluate(q, m.strain, m.rate, law);
  Vec3 moment1 = Vec3::Zero();
  Vec3 moment2 = Vec3::Zero();
  if constexpr (moves) {
    const Vec3 force = m.frame.axes() * law.stress.template head<3>();
    const Vec3 couple = m.d.cross(force);
    const Vec3 share = m.frame.share_transposed(couple);
    moment1 = m.f1.cross(force) + couple - share;
    moment2 = share - m.f2.cross(force);
    r.force(0) += force;
    r.force(1) -= force;
  }
  if constexpr (turns) {
    const Vec3 moment = m.frame.axes() * law.stress.template tail<3>();
    moment1 += moment;
    moment2 -= moment;
  }
  r.moment(0) += moment1;
  r.moment(1) += moment2;
}

template <JointParts P, bool Between>
typename DeformableJoint<P, Between>::Columns DeformableJoint<P, Between>::by_rate(const Motion& m,
                                                                                   const LawResult<N>& law,
                                                                                   int part) const {
  Columns c;
  const Mat3& axes = m.frame.axes();
  const int row = P == JointParts::both ? 3 * part : 0;
  if constexpr (moves) {
    // R^ d(d~') = dv2 - f2 x dw2 - dv1 + f1 x dw1 + d x dw^
    c.x = axes * law.by_rate.template block<3, 3>(row, 0) * axes.transpose();
    const Mat3 d = skew(m.d);
    c.t1 = c.x * Mat3(skew(m.f1) + d * m.frame.share1());
    c.t2 = c.x * Mat3(d * m.frame.share2() - skew(m.f2));
  }
  if constexpr (turns) {
    const Mat3 turning = axes * law.by_rate.template block<3, 3>(row, N - 3) * axes.transpose();
    c.t1 -= turning;
    c.t2 += turning;
  }
  return c;
}

template <JointParts P, bool Between>
typename DeformableJoint<P, Between>::Columns DeformableJoint<P, Between>::by_motion(const Motion& m, const Local& q,
                                                                                     const LawResult<N>& law, int part,
                                                                                     bool rates) const {
  Columns c;
  const Mat3& axes = m.frame.axes();
  const Mat3 share1 = m.frame.share1();
  const Mat3 share2 = m.frame.share2();
  const int row = P == JointParts::both ? 3 * part : 0;
  if constexpr (moves) {
    // R^ d(d~) = dx2 - f2 x theta2 - dx1 + f1 x theta1 + d x (spin of the axes)
    c.x = axes * law.by_strain.template block<3, 3>(row, 0) * axes.transpose();
    const Mat3 d = skew(m.d);
    c.t1 = c.x * Mat3(skew(m.f1) + d * share1);
    c.t2 = c.x * Mat3(d * share2 - skew(m.f2));
    if (rates) {
      // h = R^ d~': dh = d(d') - dw^ x d - w^ x d(d) + h x (spin of the axes)
      const Mat3 viscosity = axes * law.by_rate.template block<3, 3>(row, 0) * axes.transpose();
      Mat3 spin1, spin2;  // dw^ by theta1, theta2 at fixed w1, w2
      m.frame.share_derivative(m.w, spin1, spin2);
      const Mat3 h = skew(m.d_rate);
      const Vec3 w1 = q.node(0).w - m.w_frame;
      const Vec3 w2 = q.node(1).w - m.w_frame;
      c.x -= viscosity * skew(m.w_frame);
      c.t1 += viscosity * Mat3(skew(w1) * skew(m.f1) + d * spin1 + h * share1);
      c.t2 += viscosity * Mat3(d * spin2 + h * share2 - skew(w2) * skew(m.f2));
    }
  }
  if constexpr (turns) {
    const Mat3 turning = axes * law.by_strain.template block<3, 3>(row, N - 3) * m.frame.theta_by_spin();
    c.t1 -= turning;
    c.t2 += turning;
    if (rates) {
      // R^ d(w~) = w x (spin of the axes)
      const Mat3 viscosity = axes * law.by_rate.template block<3, 3>(row, N - 3) * axes.transpose() * skew(m.w);
      c.t1 += viscosity * share1;
      c.t2 += viscosity * share2;
    }
  }
  const Mat3 stress = skew(Vec3(axes * law.stress.template segment<3>(row)));
  c.t1 -= stress * share1;
  c.t2 -= stress * share2;
  return c;
}

/// Rows of the moment on node 1, or on node 2, from those of F and M without their change of arm.
template <JointParts P, bool Between>
typename DeformableJoint<P, Between>::Columns DeformableJoint<P, Between>::rows_of_moment(const Motion& m,
                                                                                          const Columns& force,
                                                                                          const Columns& moment,
                                                                                          bool second) {
  Columns c = moment;
  if constexpr (moves) {
    // node 1: f1 x dF + (I - S)^T (d x dF) + dM; node 2 the negative of f2 x dF - S^T (d x dF) + dM
    const Mat3 couple = skew(m.d);
    Mat3 arm;
    if (second) {
      arm = skew(m.f2) - m.frame.share2().transpose() * couple;
    } else {
      arm = skew(m.f1) + m.frame.share1().transpose() * couple;
    }
    c.x += arm * force.x;
    c.t1 += arm * force.t1;
    c.t2 += arm * force.t2;
  }
  return c;
}

template <JointParts P, bool Between>
void DeformableJoint<P, Between>::jacobian(const Local& q, Jacobian& j) const {
  const bool rates = law_.rates_count(q);
  const Motion m = motion(q, rates);
  LawResult<N> law;
  law_.evaluate(q, m.strain, m.rate, law);

  Columns force, moment;
  if constexpr (moves) force = by_motion(m, q, law, 0, rates);
  if constexpr (turns) moment = by_motion(m, q, law, 1, rates);
  Columns moment1 = rows_of_moment(m, force, moment, false);
  Columns moment2 = rows_of_moment(m, force, moment, true);
  if constexpr (moves) {
    // Arms and shares change with the motion: d(f1 x F) = [F][f1] theta1, d(d x F) = -F x d(d)
    const Vec3 f = m.frame.axes() * law.stress.template head<3>();
    const Mat3 f_skew = skew(f);
    const Mat3 to1 = m.frame.share1().transpose() * f_skew;
    const Mat3 to2 = m.frame.share2().transpose() * f_skew;
    Mat3 share1, share2;
    m.frame.share_transposed_derivative(Vec3(m.d.cross(f)), share1, share2);
    const Mat3 arm1 = skew(m.f1);
    const Mat3 arm2 = skew(m.f2);
    moment1.x -= to1;
    moment1.t1 += f_skew * arm1 - to1 * arm1 - share1;
    moment1.t2 += to1 * arm2 - share2;
    moment2.x += to2;
    moment2.t1 += to2 * arm1 - share1;
    moment2.t2 += f_skew * arm2 - to2 * arm2 - share2;
    add_positions<moves>(j, local::force(0), force, 1);
    add_positions<moves>(j, local::force(1), force, -1);
  }
  add_positions<moves>(j, local::moment(0), moment1, 1);
  add_positions<moves>(j, local::moment(1), moment2, -1);

  if (!rates) return;
  if constexpr (moves) force = by_rate(m, law, 0);
  if constexpr (turns) moment = by_rate(m, law, 1);
  if constexpr (!turns) moment = {};
  if constexpr (moves) {
    add_velocities<moves>(j, local::force(0), force, 1);
    add_velocities<moves>(j, local::force(1), force, -1);
  }
  add_velocities<moves>(j, local::moment(0), rows_of_moment(m, force, moment, false), 1);
  add_velocities<moves>(j, local::moment(1), rows_of_moment(m, force, moment, true), -1);
}

template <JointParts P, bool Between>
double DeformableJoint<P, Between>::energy(const Local& q) const {
  return law_.energy(q, motion(q, false).strain);
}

template class DeformableJoint<JointParts::rotation, false>;
template class DeformableJoint<JointParts::rotation, true>;
template class DeformableJoint<JointParts::displacement, false>;
template class DeformableJoint<JointParts::displacement, true>;
template class DeformableJoint<JointParts::both, false>;
template class DeformableJoint<JointParts::both, true>;

}  // namespace flexura
