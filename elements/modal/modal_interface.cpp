#include "elements/modal/modal_interface.h"

#include <fmt/format.h>

#include "elements/joints/joint_record.h"
#include "elements/modal/block_writer.h"
#include "math/rotation.h"
#include "math/skew.h"
#include "model/motion.h"

namespace flexura {

namespace {

/// The rotation part of I + [t], by the angle atan |t| about t, with Gibbs-Rodrigues parameters g = 2 f t,
/// f = 1/(1 + r), r = sqrt(1 + t.t).
template <class S>
Matrix3<S> shape_rotation(const Vector3<S>& t) {
  using std::sqrt;
  const Vector3<S> g = t * (S(2) / (S(1) + sqrt(S(1) + t.dot(t))));
  const Matrix3<S> s = skew(g);
  const S d = S(4) / (S(4) + g.dot(g));
  return Matrix3<S>(Matrix3<S>::Identity() + s * d + (s * s) * (d * S(0.5)));
}

/// Tangent T with ax(dR R^T) = T dt, and the derivative of T^T a.
struct ShapeTangent {
  explicit ShapeTangent(const Vec3& t) : t_(t), r_(std::sqrt(1 + t.squaredNorm())), f_(1 / (1 + r_)), g_(2 * f_ * t) {
    by_t_ = 2 * f_ * Mat3::Identity() - (2 * f_ * f_ / r_) * t * t.transpose();
  }
  [[nodiscard]] Mat3 tangent() const { return gibbs::tangent(g_) * by_t_; }
  [[nodiscard]] Mat3 transposed_derivative(const Vec3& a) const {
    const Vec3 b = gibbs::tangent(g_).transpose() * a;
    const double h = 2 * f_ * f_ / r_, along = t_.dot(b);
    const double cubic = along * (4 * f_ * f_ * f_ / (r_ * r_) + h / (r_ * r_));
    const Mat3 outer = b * t_.transpose();
    const Mat3 of_by_t = cubic * t_ * t_.transpose() - h * (outer + outer.transpose() + along * Mat3::Identity());
    return of_by_t - by_t_ * gibbs::tangent_derivative(-g_, a) * by_t_;
  }

 private:
  Vec3 t_;
  double r_, f_;
  Vec3 g_;
  Mat3 by_t_;
};

}  // namespace

ModalInterface::ModalInterface(const BodyFrame& frame, const std::vector<NodeIndex>& coordinates, NodeIndex node,
                               const Vec3& offset, InterfacePoint point, unsigned node_label)
    : frame_(frame),
      nodes_({node}),
      first_(frame.clamped ? 1 : 2),
      offset_(offset),
      point_(std::move(point)),
      rotates_(!point_.rotation.isZero(0)),
      node_label_(node_label) {
  if (!frame.clamped) nodes_.push_back(frame.node);
  nodes_.insert(nodes_.end(), coordinates.begin(), coordinates.end());
  const int m = modes();
  t_.q.setZero(m);
  t_.work.setZero(m);
  t_.block.setZero(m, m);
  t_.spin.setZero(3, m);
  t_.twist.setZero(3, m);
}

UnknownInfo ModalInterface::unknown(int j) const {
  constexpr std::string_view names[] = {"position constraint x",          "position constraint y",
                                        "position constraint z",          "orientation constraint about 1",
                                        "orientation constraint about 2", "orientation constraint about 3"};
  return {Order::algebraic, Row::constraint, j < 3 ? Dimension::length : Dimension::angle, names[j]};
}

void ModalInterface::load(const Local& q) const {
  Terms& t = t_;
  for (int j = 0; j < modes(); ++j) t.q(j) = q.node(first_ + j / 3).x(j % 3);
  t.R0 = frame_.clamped ? frame_.R : q.node(1).R;
  t.x0 = frame_.clamped ? frame_.x : q.node(1).x;
  t.RN = q.node(0).R;
  t.p = t.R0 * Vec3(point_.position + point_.shape * t.q);
  t.turn = point_.rotation * t.q;
  t.offset = t.RN * offset_;
  t.error = rotation_log<double>(t.RN.transpose() * t.R0 * shape_rotation<double>(t.turn));
  const Mat3 inverse = rotation_inverse_tangent(t.error);
  t.by_phi = inverse * t.RN.transpose();
  t.force = q.unknown3(0);
  t.couple = t.by_phi.transpose() * q.unknown3(3);
  t.tangent = ShapeTangent(t.turn).tangent();
}

void ModalInterface::residual(const Local& q, Residual& r) const {
  load(q);
  Terms& t = t_;
  r.force(0) += t.force;
  r.moment(0) += t.offset.cross(t.force) + t.couple;
  if (!frame_.clamped) {
    r.force(1) -= t.force;
    r.moment(1) -= t.p.cross(t.force) + t.couple;
  }
  const Vec3 force = t.R0.transpose() * t.force;
  const Vec3 couple = t.R0.transpose() * t.couple;
  t.work.noalias() = point_.shape.transpose() * Vec3(-force);
  if (rotates_) t.work.noalias() -= point_.rotation.transpose() * Vec3(t.tangent.transpose() * couple);
  for (const Stiffening& s : point_.stiffening)
    t.work.noalias() += ((s.component < 3 ? force(s.component) : couple(s.component - 3)) * s.matrix) * t.q;
  for (int j = 0; j < modes(); ++j) r.force(first_ + j / 3)(j % 3) += t.work(j);
  r.equation3(0) -= t.x0 + t.p - q.node(0).x - t.offset;
  r.equation3(3) -= t.error;
}

void ModalInterface::jacobian(const Local& q, Jacobian& jacobian) const {
  load(q);
  Terms& t = t_;
  const JacobianFactors& f = jacobian.factors();
  const double bx = f.balance_x, ba = f.balance_algebraic, cx = f.constraint_x;
  const BlockWriter to(jacobian, t.R0);
  const int m = modes();
  const int own = 6 * static_cast<int>(nodes_.size());
  const int n = 0, base = 6;  // node, modal node
  const bool free = !frame_.clamped;
  const Mat3 identity = Mat3::Identity();
  const Mat3 o = skew(t.offset), p = skew(t.p), force = skew(t.force);
  // The couple R_N Gamma^-T alpha by rotations of the node and of P.
  const Vec3 moment = rotation_inverse_tangent(t.error).transpose() * q.unknown3(3);
  const Mat3 couple_by_p =
      t.by_phi.transpose() * rotation_tangent_derivative<double>(Vec3(-t.error), moment) * t.by_phi;
  const Mat3 couple_by_n = -skew(t.couple) - couple_by_p;
  const Mat3 by_alpha = t.by_phi.transpose();
  t.spin.noalias() = t.R0 * t.tangent * point_.rotation;  // theta_P = theta_0 + spin dq

  to.block(n, own, ba, identity);
  to.block(n + 3, own, ba, o);
  to.block(n + 3, own + 3, ba, by_alpha);
  to.block(n + 3, n + 3, bx, Mat3(force * o + couple_by_n));
  to.block(own, n, cx, identity);
  to.block(own, n + 3, cx, Mat3(-o));
  to.block(own + 3, n + 3, cx, t.by_phi);
  if (free) {
    to.block(n + 3, base + 3, bx, couple_by_p);
    to.block(base, own, -ba, identity);
    to.block(base + 3, own, -ba, p);
    to.block(base + 3, own + 3, -ba, by_alpha);
    to.block(base + 3, n + 3, -bx, couple_by_n);
    to.block(base + 3, base + 3, -bx, Mat3(force * p + couple_by_p));
    to.block(own, base, -cx, identity);
    to.block(own, base + 3, cx, p);
    to.block(own + 3, base + 3, -cx, t.by_phi);
  }
  // Rows of modes: -U^T R0^T F - V^T T^T R0^T C [+ stress stiffening].
  const Vec3 couple_body = t.R0.transpose() * t.couple;
  const Mat3 tangent_by_turn = -ShapeTangent(t.turn).transposed_derivative(couple_body);
  const Mat3 couple_turning = skew(t.couple) + couple_by_p;  // of R0^T C by theta_0, in global axes
  for (int k = 0; k < m; ++k) {
    const int at = coordinate_at(first_, k);
    const Vec3 u = t.R0 * point_.shape.col(k);
    const Vec3 spin = t.spin.col(k);
    to.row(at, own, -ba, u);
    to.row(at, own + 3, -ba, Vec3(by_alpha.transpose() * spin));
    to.row(at, n + 3, -bx, Vec3(couple_by_n.transpose() * spin));
    if (free) {
      // u^T [F] = (u x F)^T
      to.row(at, base + 3, -bx, Vec3(u.cross(t.force) + couple_turning.transpose() * spin));
      to.column(base + 3, at, bx, Vec3(t.force.cross(u) - couple_by_p * spin));
    }
    to.column(n + 3, at, bx, Vec3(couple_by_p * spin));
    to.column(own, at, -cx, u);
    to.column(own + 3, at, -cx, Vec3(t.by_phi * spin));
  }
  if (rotates_) {
    t.twist.noalias() = tangent_by_turn * point_.rotation;
    t.block.noalias() = point_.rotation.transpose() * t.twist;
    t.twist.noalias() = couple_by_p * t.spin;
    t.block.noalias() -= t.spin.transpose() * t.twist;
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < m; ++k) to.entry(coordinate_at(first_, i), coordinate_at(first_, k), bx * t.block(i, k));
  }
  const Vec3 force_body = t.R0.transpose() * t.force;
  for (const Stiffening& s : point_.stiffening) {
    const bool is_force = s.component < 3;
    const int axis = s.component % 3;
    const Vec3 direction = t.R0.col(axis);
    const double value = is_force ? force_body(axis) : couple_body(axis);
    t.work.noalias() = s.matrix * t.q;
    // direction . F or direction . C by what they depend on
    const Vec3 by_base = is_force ? Vec3(direction.cross(t.force)) : Vec3(couple_turning.transpose() * direction);
    for (int k = 0; k < m; ++k) {
      const int at = coordinate_at(first_, k);
      const double y = t.work(k);
      if (is_force) {
        to.row(at, own, ba * y, direction);
      } else {
        to.row(at, own + 3, ba * y, Vec3(by_alpha.transpose() * direction));
        to.row(at, n + 3, bx * y, Vec3(couple_by_n.transpose() * direction));
      }
      if (free) to.row(at, base + 3, bx * y, by_base);
      for (int l = 0; l < m; ++l) {
        double entry = value * s.matrix(k, l);
        if (!is_force) entry += y * direction.dot(couple_by_p * t.spin.col(l));
        to.entry(at, coordinate_at(first_, l), bx * entry);
      }
    }
  }
}

void ModalInterface::constraints(const Local& q, ConstraintLevel level, double* out) const {
  using S = Taylor2;
  const NodeMotion<S> node = steady_motion(q.node(0));
  NodeMotion<S> base;
  if (frame_.clamped) {
    NodeState fixed;
    fixed.x = frame_.x;
    fixed.R = frame_.R;
    base = steady_motion(fixed);
  } else {
    base = steady_motion(q.node(1));
  }
  Vector3<S> arm, turn;
  for (int i = 0; i < 3; ++i) {
    double shift = point_.position(i), shift_rate = 0, angle = 0, angle_rate = 0;
    for (int j = 0; j < modes(); ++j) {
      const NodeState& c = q.node(first_ + j / 3);
      shift += point_.shape(i, j) * c.x(j % 3);
      shift_rate += point_.shape(i, j) * c.v(j % 3);
      angle += point_.rotation(i, j) * c.x(j % 3);
      angle_rate += point_.rotation(i, j) * c.v(j % 3);
    }
    arm(i) = S(shift, shift_rate, 0);
    turn(i) = S(angle, angle_rate, 0);
  }
  const Vector3<S> offset = node.R * offset_.cast<S>();
  const Vector3<S> reached = base.R * arm;
  const Vector3<S> gap = base.x + reached - node.x - offset;
  const Matrix3<S> relative = node.R.transpose() * base.R;
  const Matrix3<S> whole = relative * shape_rotation<S>(turn);
  const Vector3<S> error = rotation_log<S>(whole);
  for (int j = 0; j < unknowns; ++j) {
    const S& phi = j < 3 ? gap(j) : error(j - 3);
    out[j] = level == ConstraintLevel::position ? phi.f : level == ConstraintLevel::velocity ? phi.d : phi.dd;
  }
}

OutputSpec ModalInterface::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 0);
  spec.family.clear();
  spec.variables.clear();
  spec.row_suffixes = {fmt::format("@{}", node_label_)};
  return spec;
}

void ModalInterface::output(const Local& q, const Model&, double* record) const {
  load(q);
  write_reactions(record, t_.RN, t_.force, t_.couple);
}

}  // namespace flexura
