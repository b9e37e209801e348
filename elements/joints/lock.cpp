#include "elements/joints/lock.h"

#include "elements/joints/joint_record.h"
#include "elements/joints/relative_motion.h"
#include "math/quaternion.h"
#include "math/rotation.h"
#include "math/skew.h"

namespace flexura {

/// What residual and Jacobian share at a state.
struct Lock::Geometry {
  Mat3 frame1;  ///< F1
  Mat3 frame2;  ///< F2 exp([theta0])^T
  Vec3 arm2;    ///< R2 f2
  Vec3 reach;   ///< from node 1 to the origin of frame 2
  Vec3 d;       ///< between the origins
  Quaternion<double> rho;
  Mat3 p;  ///< P(rho)
  Vec3 gamma_f = Vec3::Zero(), gamma_m = Vec3::Zero();

  Geometry(const Lock& lock, const Local& q) {
    const NodeState& n1 = q.node(0);
    const NodeState& n2 = q.node(1);
    frame1 = n1.R * lock.at1_.orientation;
    frame2 = n2.R * lock.at2_.orientation;
    if (!lock.rotation_.empty()) frame2 *= rotation_exp<double>(Vec3(-lock.rotation_.value(q.drives())));
    arm2 = n2.R * lock.at2_.position;
    reach = n2.x + arm2 - n1.x;
    d = reach - n1.R * lock.at1_.position;
    rho = quaternion<double>(Mat3(frame1.transpose() * frame2));
    p = 0.5 * (rho.s * Mat3::Identity() + skew(rho.v));
    for (std::size_t k = 0; k < lock.rows_.size(); ++k) {
      const int row = lock.rows_[k];
      (row < 3 ? gamma_f(row) : gamma_m(row - 3)) = q.unknown(static_cast<int>(k));
    }
  }
  /// On node 1, global axes.
  [[nodiscard]] Vec3 force() const { return frame1 * gamma_f; }
  [[nodiscard]] Vec3 couple() const { return frame1 * (p * gamma_m); }
};

Lock::Lock(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
           const std::array<bool, 6>& locked, Drive3 position, Drive3 rotation, bool stiffness)
    : nodes_{node1, node2},
      at1_(at1),
      at2_(at2),
      position_(std::move(position)),
      rotation_(std::move(rotation)),
      stiffness_(stiffness) {
  for (int row = 0; row < 6; ++row)
    if (locked[row]) rows_.push_back(row);
}

UnknownInfo Lock::unknown(int row) const {
  constexpr std::string_view names[] = {"position constraint along 1",    "position constraint along 2",
                                        "position constraint along 3",    "orientation constraint about 1",
                                        "orientation constraint about 2", "orientation constraint about 3"};
  const int at = rows_[row];
  return {Order::algebraic, Row::constraint, at < 3 ? Dimension::length : Dimension::angle, names[at]};
}

template <class S>
void Lock::values(const MotionLocal<S>& q, S* c) const {
  const auto& n1 = q.node(0);
  const auto& n2 = q.node(1);
  const Matrix3<S> frame1 = n1.R * at1_.orientation;
  Matrix3<S> frame2 = n2.R * at2_.orientation;
  if (!rotation_.empty()) {
    const Vector3<S> back = -q.drive(rotation_);
    frame2 = Matrix3<S>(frame2 * rotation_exp<S>(back));
  }
  const Vector3<S> d = n2.x + n2.R * at2_.position - n1.x - n1.R * at1_.position;
  Eigen::Map<Vector3<S>> shift(c), turn(c + 3);
  shift = frame1.transpose() * d - q.drive(position_);
  turn = quaternion<S>(Matrix3<S>(frame1.transpose() * frame2)).v;
}

void Lock::constraints(const Local& q, ConstraintLevel level, double* out) const {
  const std::array<NodeMotion<Taylor2>, 2> motion{steady_motion(q.node(0)), steady_motion(q.node(1))};
  std::array<Taylor2, 6> c{};
  values(MotionLocal<Taylor2>(q, motion.data(), nullptr, nullptr), c.data());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Taylor2& value = c[rows_[k]];
    out[k] = level == ConstraintLevel::position ? value.f : level == ConstraintLevel::velocity ? value.d : value.dd;
  }
}

void Lock::residual(const Local& q, Residual& r) const {
  const Geometry g(*this, q);
  const Vec3 f = g.force();
  const Vec3 m = g.couple();
  r.force(0) += f;
  r.moment(0) += g.reach.cross(f) + m;
  r.force(1) -= f;
  r.moment(1) -= g.arm2.cross(f) + m;
  const Vec3 shift = g.frame1.transpose() * g.d - position_.value(q.drives());
  for (std::size_t k = 0; k < rows_.size(); ++k)
    r.equation(static_cast<int>(k)) -= rows_[k] < 3 ? shift(rows_[k]) : g.rho.v(rows_[k] - 3);
}

void Lock::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  const Geometry g(*this, q);
  // d(Im rho) = P F2^T (theta2 - theta1) = P^T F1^T (theta2 - theta1)
  const Mat3 turn = g.p * g.frame2.transpose();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const int row = static_cast<int>(k);
    const int axis = rows_[k] % 3;
    if (rows_[k] < 3) {
      const Vec3 along = g.frame1.col(axis);
      const Vec3 about2 = g.arm2.cross(along);
      const Vec3 about1 = g.reach.cross(along);
      j(constraint(row), position(0)) += along.transpose();
      j(constraint(row), rotation(0)) += about1.transpose();
      j(constraint(row), position(1)) -= along.transpose();
      j(constraint(row), rotation(1)) -= about2.transpose();
      j(force(0), multiplier(row)) += along;
      j(moment(0), multiplier(row)) += about1;
      j(force(1), multiplier(row)) -= along;
      j(moment(1), multiplier(row)) -= about2;
    } else {
      const Vec3 about = turn.row(axis).transpose();
      j(constraint(row), rotation(0)) += about.transpose();
      j(constraint(row), rotation(1)) -= about.transpose();
      j(moment(0), multiplier(row)) += about;
      j(moment(1), multiplier(row)) -= about;
    }
  }
  if (!stiffness_) return;
  const Mat3 f = skew(g.force());
  const Mat3 m = skew(g.couple());
  const Mat3 f_arm2 = f * skew(g.arm2);
  const Mat3 reach_f = skew(g.reach) * f;
  const Mat3 arm2_f = skew(g.arm2) * f;
  // The couple turns with frame 1, and changes with the relative rotation.
  const Mat3 change = -0.25 * (g.gamma_m * g.rho.v.transpose()) - 0.5 * skew(g.gamma_m) * g.p;
  const Mat3 projection = g.frame1 * change * g.frame2.transpose();
  j(force(0), rotation(0)) -= f;
  j(force(1), rotation(0)) += f;
  j(moment(0), position(0)) += f;
  j(moment(0), position(1)) -= f;
  j(moment(0), rotation(0)) -= Mat3(reach_f + m + projection);
  j(moment(0), rotation(1)) += Mat3(f_arm2 + projection);
  j(moment(1), rotation(0)) += Mat3(arm2_f + m + projection);
  j(moment(1), rotation(1)) -= Mat3(f_arm2 + projection);
}

OutputSpec Lock::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 12);
  RelativeMotion::add_variables(spec, 12);
  return spec;
}

void Lock::output(const Local& q, const Model&, double* record) const {
  const Geometry g(*this, q);
  write_reactions(record, g.frame1, g.force(), g.couple());
  RelativeMotion{at1_, at2_}.write(q, record + 12);
}

std::string Lock::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("lock", info, model, nodes_[0], at1_, nodes_[1], at2_);
}

std::vector<std::string> Lock::private_names() const {
  return {"px", "py", "pz", "rx", "ry", "rz", "Fx", "Fy", "Fz", "Mx", "My", "Mz"};
}

double Lock::private_value(const Local& q, int datum) const {
  const Geometry g(*this, q);
  const int axis = datum % 3;
  switch (datum / 3) {
    case 0:
      return g.frame1.col(axis).dot(g.d);
    case 1:
      return rotation_log<double>(Mat3(g.frame1.transpose() * q.node(1).R * at2_.orientation))(axis);
    case 2:
      return g.gamma_f(axis);
    default:
      return (g.p * g.gamma_m)(axis);
  }
}

}  // namespace flexura
