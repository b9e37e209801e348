#include "elements/modal/modal_body.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "elements/bodies/node_inertia.h"
#include "elements/modal/block_writer.h"
#include "math/skew.h"

namespace flexura {

namespace {

/// Pseudo-inverse of a symmetric matrix without negative eigenvalues: static modes have no mass.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& mass) {
  if (mass.size() == 0) return mass;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(mass);
  Eigen::VectorXd inverse = eigen.eigenvalues();
  const double small = 1e-12 * inverse.cwiseAbs().maxCoeff();
  for (double& value : inverse) value = value > small ? 1 / value : 0;
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

}  // namespace

ModalBody::ModalBody(const BodyFrame& frame, std::vector<NodeIndex> coordinates, std::shared_ptr<const ModalData> data,
                     std::shared_ptr<const FemModel> fem, const Vec3& origin)
    : frame_(frame),
      first_(frame.clamped ? 0 : 1),
      data_(std::move(data)),
      fem_(std::move(fem)),
      origin_(origin),
      inverse_mass_(inverse_of(data_->modal_mass)) {
  if (!frame.clamped) nodes_.push_back(frame.node);
  nodes_.insert(nodes_.end(), coordinates.begin(), coordinates.end());
  spin_loads_ = !frame.clamped && data_->accelerates();
  first_modal_ = frame.clamped ? 0 : spin_loads_ ? 12 : 9;
  const int m = data_->modes;
  for (Eigen::VectorXd* v : {&t_.q, &t_.rate, &t_.force, &t_.work}) v->setZero(m);
  for (Eigen::VectorXd* v : {&t_.known_q, &t_.known_rate}) v->setZero(m);
  t_.known_wb.setConstant(std::nan(""));
  for (Eigen::Matrix3Xd* a : {&t_.h, &t_.turn, &t_.push, &t_.rows}) a->setZero(3, m);
  t_.slope.setZero(6, m);
  t_.block.setZero(m, m);
}

void ModalBody::load(const Local& q) const {
  const ModalData& d = *data_;
  Terms& t = t_;
  for (int j = 0; j < d.modes; ++j) {
    const NodeState& n = q.node(first_ + j / 3);
    t.q(j) = n.x(j % 3);
    t.rate(j) = n.v(j % 3);
  }
  if (frame_.clamped) {
    t.R = frame_.R;
    t.v = t.w = t.vb = t.wb = t.v_rate = t.w_rate = Vec3::Zero();
  } else {
    const NodeState& n = q.node(0);
    const double factor = moves(q) ? 1 : 0;
    t.R = n.R;
    t.v = factor * n.v;
    t.w = factor * n.w;
    t.vb = t.R.transpose() * t.v;
    t.wb = t.R.transpose() * t.w;
    t.v_rate = t.w_rate = Vec3::Zero();
    if (q.c() != 0 && moves(q)) {
      t.v_rate = (t.v - q.momentum_known3(6)) / q.c();
      if (spin_loads_) t.w_rate = (t.w - q.momentum_known3(9)) / q.c();
    }
  }
  t.s = t.R * Vec3(d.first + d.i3 * t.q);
  t.gravity.setZero();
  if (std::isnan(q.c())) {
    t.gravity.setConstant(q.c());  // the pattern holds with and without gravity
  } else if (const GravityField* field = q.state().gravity) {
    const Vec3 x = frame_.clamped ? frame_.x : q.node(0).x;
    t.gravity = central_ ? field->acceleration(x + centre(), q.drives()) : q.state().uniform_gravity;
  }
  if (frame_.clamped || !moves(q)) return;
  t.drift = t.R * Vec3(d.i3 * t.rate);
  load_inertia();
}

/// What costs M^2: once a state, since a Jacobian follows the residual of the same state.
void ModalBody::load_inertia() const {
  const ModalData& d = *data_;
  Terms& t = t_;
  if (t.wb == t.known_wb && t.q == t.known_q && t.rate == t.known_rate) return;
  t.known_wb = t.wb;
  t.known_q = t.q;
  t.known_rate = t.rate;
  t.slope = d.slope;
  Vec6 inertia = six_of(d.inertia) + Vec6(d.slope * t.q);
  if (d.curved) {
    for (int c = 0; c < 6; ++c) {
      t.work.noalias() = d.curve[c] * t.q;
      t.slope.row(c) -= t.work.transpose();
      inertia(c) -= 0.5 * t.work.dot(t.q);
    }
  }
  t.J = symmetric(inertia);
  t.h = d.i4;
  if (d.coupled) {
    for (int c = 0; c < 3; ++c) {
      t.work.noalias() = d.i5[c] * t.q;
      t.h.row(c) -= t.work.transpose();  // i5 is antisymmetric
      t.work.noalias() = d.i5[c] * t.rate;
      t.turn.row(c) = t.work.transpose();
    }
  }
  for (int j = 0; j < d.modes; ++j) t.push.col(j) = symmetric(t.slope.col(j)) * t.wb;
}

ModalBody::Load ModalBody::load_of(int component) const {
  const Terms& t = t_;
  Load l{0, Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  if (component < 6) {
    constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const int a = pairs[component][0], b = pairs[component][1];
    l.value = t.wb(a) * t.wb(b);
    l.by_w = t.R.col(a) * t.wb(b) + t.R.col(b) * t.wb(a);
    l.by_theta = l.by_w.cross(t.w);
  } else if (component < 9) {
    l.by_w_rate = t.R.col(component - 6);
    l.value = l.by_w_rate.dot(t.w_rate);
    l.by_theta = l.by_w_rate.cross(t.w_rate);
  } else {
    l.by_v_rate = t.R.col(component - 9);
    const Vec3 a = t.v_rate - t.gravity;
    l.value = l.by_v_rate.dot(a);
    l.by_theta = l.by_v_rate.cross(a);
  }
  return l;
}

void ModalBody::residual(const Local& q, Residual& r) const {
  load(q);
  const ModalData& d = *data_;
  Terms& t = t_;
  t.force.noalias() = -d.stiffness * t.q;
  const Vec3 g = t.R.transpose() * t.gravity;
  t.force.noalias() += d.i3.transpose() * g;
  if (!frame_.clamped) {
    r.force(0) += d.mass * t.gravity;
    r.moment(0) += t.s.cross(t.gravity);
  }
  for (const Stiffening& s : d.stiffening) {
    const double value = load_of(s.component).value;
    if (value != 0) t.force.noalias() -= (value * s.matrix) * t.q;
  }
  if (moves(q)) {
    if (d.damped) t.force.noalias() -= d.damping * t.rate;
    add_inertia(q, r);
  }
  for (int j = 0; j < d.modes; ++j) r.force(first_ + j / 3)(j % 3) += t.force(j);
}

void ModalBody::add_inertia(const Local& q, Residual& r) const {
  const ModalData& d = *data_;
  Terms& t = t_;
  const double c = q.c();
  if (!frame_.clamped) {
    // w~.J_,j w~/2 + w~.(I5_j q'); at zero accelerations -pi' doubles the second.
    const double twice = c == 0 ? 2 : 1;
    t.force.noalias() += t.push.transpose() * Vec3(0.5 * t.wb);
    t.force.noalias() += t.turn.transpose() * Vec3(twice * t.wb);
    const Vec3 ws = t.w.cross(t.s);
    const Vec3 jw = t.J * t.wb;
    const Vec3 hq = t.h * t.rate;
    if (c == 0) {
      r.force(0) -= t.w.cross(Vec3(ws + 2 * t.drift));
      r.moment(0) -= t.R * Vec3(t.wb.cross(Vec3(jw + hq)) + t.push * t.rate);
      return;
    }
    const Vec3 beta = d.mass * t.v + ws + t.drift;
    const Vec3 gamma = t.s.cross(t.v) + t.R * Vec3(jw + hq);
    r.force(0) -= (beta - q.momentum_known3(0)) / c;
    r.moment(0) -= (gamma - q.momentum_known3(3)) / c + t.v.cross(Vec3(ws + t.drift));
    const Vec3 a = t.R.transpose() * t.v_rate;
    t.force.noalias() -= d.i3.transpose() * a;
  }
  if (c == 0) return;
  t.work.noalias() = d.modal_mass * t.rate;
  if (!frame_.clamped) t.work.noalias() += t.h.transpose() * t.wb;
  for (int j = 0; j < d.modes; j += 3) {
    const Vec3 known = q.momentum_known3(first_modal_ + j);
    for (int k = j; k < std::min(j + 3, d.modes); ++k) t.force(k) -= (t.work(k) - known(k - j)) / c;
  }
}

void ModalBody::jacobian(const Local& q, Jacobian& j) const {
  load(q);
  add_modal_block(q, j);
  if (!frame_.clamped) add_free_jacobian(q, j);
  if (central_) add_gradient(q, j);
}

void ModalBody::add_modal_block(const Local& q, Jacobian& j) const {
  const ModalData& d = *data_;
  Terms& t = t_;
  const JacobianFactors& f = j.factors();
  t.block.noalias() = -f.balance_x * d.stiffness;
  for (const Stiffening& s : d.stiffening) t.block.noalias() -= (f.balance_x * load_of(s.component).value) * s.matrix;
  if (moves(q)) {
    if (d.damped) t.block.noalias() -= f.balance_v * d.damping;
    t.block.noalias() -= f.momentum_v * d.modal_mass;
    if (!frame_.clamped) {
      if (d.coupled) {
        // -d pi_j/d q_k and d(w~.I5_j q')/d q'_k are both w~.I5_j(:, k).
        const double factor = f.momentum_x + f.balance_v;
        for (int c = 0; c < 3; ++c) t.block.noalias() += (factor * t.wb(c)) * d.i5[c];
      }
      if (d.curved) {
        const Vec3& w = t.wb;
        const double square[6] = {w(0) * w(0),     w(1) * w(1),     w(2) * w(2),
                                  2 * w(0) * w(1), 2 * w(0) * w(2), 2 * w(1) * w(2)};
        for (int c = 0; c < 6; ++c) t.block.noalias() -= (0.5 * f.balance_x * square[c]) * d.curve[c];
      }
    }
  }
  double* values = j.values();
  const int n = j.size();
  for (int i = 0; i < d.modes; ++i) {
    double* row = values + static_cast<std::ptrdiff_t>(at(i)) * n;
    for (int k = 0; k < d.modes; ++k) row[at(k)] += t.block(i, k);
  }
}

void ModalBody::add_free_jacobian(const Local& q, Jacobian& j) const {
  const ModalData& d = *data_;
  Terms& t = t_;
  const JacobianFactors& f = j.factors();
  const BlockWriter to(j, q.state().spin[q.node_index(0)]);
  const Mat3 sg = skew(t.s);
  const Vec3& g = t.gravity;
  // Weight: d(s x g) = -[g] ds, s turns with the body and moves with q.
  to.block(3, 3, f.balance_x, Mat3(skew(g) * sg));
  t.rows.noalias() = t.R * d.i3;
  for (int k = 0; k < d.modes; ++k) {
    const Vec3 u = t.rows.col(k);
    to.column(3, at(k), f.balance_x, u.cross(g));
    to.row(at(k), 3, f.balance_x, u.cross(g));  // u.(g x theta)
  }
  for (const Stiffening& s : d.stiffening) {
    const Load l = load_of(s.component);
    t.work.noalias() = s.matrix * t.q;
    for (int k = 0; k < d.modes; ++k) {
      const double y = -t.work(k);
      to.row(at(k), 3, f.balance_x * y, l.by_theta);
      if (!moves(q)) continue;
      to.spin_row(at(k), 3, y * (f.balance_v * l.by_w + f.momentum_v * l.by_w_rate));
      to.row(at(k), 0, f.momentum_v * y, l.by_v_rate);
    }
  }
  if (!moves(q)) return;
  const double mx = f.momentum_x, mv = f.momentum_v, bx = f.balance_x, bv = f.balance_v;
  const Mat3 W = skew(t.w), V = skew(t.v);
  const Mat3 inertia = rotated(t.R, t.J);
  const Vec3 shift = t.w.cross(t.s) + t.drift;  // beta - m v
  const Mat3 shift_by_theta = -W * sg - skew(t.drift);
  to.block(0, 0, mv, Mat3(-d.mass * Mat3::Identity()));
  to.spin(0, 3, Mat3(mv * sg));
  to.block(0, 3, mx, Mat3(-shift_by_theta));
  to.block(3, 0, 1, Mat3(-mv * sg + bv * skew(shift)));
  to.spin(3, 3, Mat3(-mv * inertia + bv * V * sg));
  const Vec3 spin_momentum = t.R * Vec3(t.J * t.wb + t.h * t.rate);
  to.block(3, 3, mx, Mat3(-(V * sg - skew(spin_momentum) + inertia * W)));
  to.block(3, 3, bx, Mat3(-V * shift_by_theta));
  for (int k = 0; k < d.modes; ++k) {
    const Vec3 u = t.rows.col(k);
    const Vec3 h = t.R * t.h.col(k);
    const Vec3 push = t.R * Vec3(t.push.col(k) + t.turn.col(k));
    const Vec3 wu = t.w.cross(u);
    const int c = at(k);
    to.column(0, c, 1, Vec3(-mx * wu - mv * u));
    to.column(3, c, 1, Vec3(-mx * (u.cross(t.v) + push) - mv * h - bx * t.v.cross(wu) - bv * t.v.cross(u)));
    to.row(c, 0, -mv, u);
    to.spin_row(c, 3, Vec3(bv * push - mv * h));
    // a^T [b] = (a x b)^T
    to.row(c, 3, 1, Vec3(-mx * h.cross(t.w) + bx * (push.cross(t.w) - u.cross(t.v_rate))));
  }
}

void ModalBody::add_gradient(const Local& q, Jacobian& j) const {
  const GravityField* field = q.state().gravity;
  const bool probing = std::isnan(q.c());
  if (!field && !probing) return;
  const ModalData& d = *data_;
  Terms& t = t_;
  const double bx = j.factors().balance_x;
  const BlockWriter to(j, t.R);
  const Vec3 x = frame_.clamped ? frame_.x : q.node(0).x;
  const Mat3 gradient = probing ? Mat3(Mat3::Constant(q.c())) : field->gradient(x + centre());
  const Mat3 by_theta = -gradient * skew(centre());
  const Mat3 by_first = d.mass > 0 ? Mat3(gradient * t.R / d.mass) : Mat3(Mat3::Zero());  // by I3 q
  // A row whose value is a.g.
  const auto feels = [&](int row, const Vec3& a) {
    if (!frame_.clamped) {
      to.row(row, 0, bx, gradient.transpose() * a);
      to.row(row, 3, bx, by_theta.transpose() * a);
    }
    const Vec3 by_i3 = by_first.transpose() * a;
    for (int l = 0; l < d.modes; ++l) to.entry(row, at(l), bx * by_i3.dot(d.i3.col(l)));
  };
  if (!frame_.clamped) {
    const Mat3 arm = skew(t.s);
    for (int i = 0; i < 3; ++i) {
      feels(i, d.mass * Vec3::Unit(i));
      feels(3 + i, arm.row(i).transpose());
    }
  }
  t.rows.noalias() = t.R * d.i3;
  for (const Stiffening& s : d.stiffening) {
    if (s.component < 9) continue;
    t.work.noalias() = s.matrix * t.q;
    t.rows.noalias() += t.R.col(s.component - 9) * t.work.transpose();
  }
  for (int k = 0; k < d.modes; ++k) feels(at(k), t.rows.col(k));
}

void ModalBody::momenta(const Local& q, double* p) const {
  load(q);
  const ModalData& d = *data_;
  const Terms& t = t_;
  std::fill_n(p, momentum_count(), 0.0);
  t_.work.noalias() = d.modal_mass * t.rate;
  if (!frame_.clamped) {
    Eigen::Map<Vec3> beta(p), gamma(p + 3), v(p + 6);
    beta = d.mass * t.v + t.w.cross(t.s) + t.drift;
    gamma = t.s.cross(t.v) + t.R * Vec3(t.J * t.wb + t.h * t.rate);
    v = t.v;
    if (spin_loads_) Eigen::Map<Vec3>(p + 9) = t.w;
    t_.work.noalias() += t.h.transpose() * t.wb;
  }
  std::copy_n(t.work.data(), d.modes, p + first_modal_);
}

void ModalBody::momentum_rates(const Local& q, double* p_rate) const {
  load(q);
  const ModalData& d = *data_;
  Terms& t = t_;
  std::fill_n(p_rate, momentum_count(), 0.0);
  for (int j = 0; j < d.modes; ++j) t.force(j) = q.node(first_ + j / 3).a(j % 3);
  t.work.noalias() = d.modal_mass * t.force;
  if (!frame_.clamped) {
    const Vec3 a = q.node(0).a;
    const Vec3 alpha = q.node(0).alpha;
    const Vec3 alpha_body = t.R.transpose() * alpha;
    const Vec3 ws = t.w.cross(t.s);
    Eigen::Map<Vec3> beta(p_rate), gamma(p_rate + 3), v(p_rate + 6);
    beta = d.mass * a + alpha.cross(t.s) + t.R * Vec3(d.i3 * t.force) + t.w.cross(Vec3(ws + 2 * t.drift));
    const Vec3 spin = t.J * alpha_body + t.h * t.force + t.push * t.rate + t.wb.cross(Vec3(t.J * t.wb + t.h * t.rate));
    gamma = t.s.cross(a) + Vec3(ws + t.drift).cross(t.v) + t.R * spin;
    v = a;
    if (spin_loads_) Eigen::Map<Vec3>(p_rate + 9) = alpha;
    t.work.noalias() += t.h.transpose() * alpha_body;
    t.work.noalias() -= t.turn.transpose() * t.wb;
  }
  std::copy_n(t.work.data(), d.modes, p_rate + first_modal_);
}

void ModalBody::accelerations(const Local& q, const double* p_rate, NodeState* nodes) const {
  load(q);
  const ModalData& d = *data_;
  Terms& t = t_;
  t.work = Eigen::Map<const Eigen::VectorXd>(p_rate + first_modal_, d.modes);
  if (!frame_.clamped) {
    // pi' = h^T alpha~ + I6 q'' - turn^T w~; q'' from it, what is left is a rigid body.
    t.work.noalias() += t.turn.transpose() * t.wb;
    t.rows.noalias() = t.h * inverse_mass_;
    const Vec3 ws = t.w.cross(t.s);
    const Vec3 f = Eigen::Map<const Vec3>(p_rate) - t.w.cross(Vec3(ws + 2 * t.drift));
    Vec3 g = Eigen::Map<const Vec3>(p_rate + 3) - Vec3(ws + t.drift).cross(t.v);
    g = t.R.transpose() * g - t.push * t.rate - t.wb.cross(Vec3(t.J * t.wb + t.h * t.rate)) - t.rows * t.work;
    t.force.noalias() = inverse_mass_ * t.work;
    Vec6 right;
    right << t.R.transpose() * f - d.i3 * t.force, g;
    const Mat3 s = skew(Vec3(t.R.transpose() * t.s));
    Mat6 matrix;
    matrix << d.mass * Mat3::Identity(), -s - Mat3(d.i3 * t.rows.transpose()), s, t.J - Mat3(t.rows * t.h.transpose());
    const Vec6 motion = matrix.partialPivLu().solve(right);
    if (motion.allFinite()) {
      nodes[frame_.node].a = t.R * motion.head<3>();
      nodes[frame_.node].alpha = t.R * motion.tail<3>();
      t.work.noalias() -= t.h.transpose() * motion.tail<3>();
    }
  }
  t.force.noalias() = inverse_mass_ * t.work;
  for (int j = 0; j < d.modes; ++j) nodes[nodes_[first_ + j / 3]].a(j % 3) = t.force(j);
}

}  // namespace flexura
