#include "elements/total_joints/rigid_body_displacement.h"

#include "elements/joints/joint_record.h"
#include "math/skew.h"
#include "model/motion.h"

namespace flexura {

RigidBodyDisplacement::RigidBodyDisplacement(NodeIndex master, std::vector<FollowedPoint> points, double alpha)
    : nodes_{master} {
  double sum = 0, size = 0, square = 0;
  for (const FollowedPoint& p : points) {
    nodes_.push_back(p.node);
    offsets_.push_back(p.offset);
    sum += p.weight;
    size += std::abs(p.weight);
    square += std::abs(p.weight) * p.offset.squaredNorm();
  }
  for (const FollowedPoint& p : points) weights_.push_back(alpha * p.weight / sum);
  rotation_scale_ = square > 0 ? size / square : 1;
}

UnknownInfo RigidBodyDisplacement::unknown(int j) const {
  constexpr std::string_view names[] = {"mean displacement x",   "mean displacement y",   "mean displacement z",
                                        "mean rotation about x", "mean rotation about y", "mean rotation about z"};
  return {Order::algebraic, Row::constraint, j < 3 ? Dimension::length : Dimension::angle, names[j]};
}

void RigidBodyDisplacement::constraints(const Local& q, ConstraintLevel level, double* out) const {
  using Vector = Vector3<Taylor2>;
  const NodeMotion<Taylor2> master = steady_motion(q.node(0));
  Vector mean = Vector::Constant(Taylor2(0));
  Vector turn = mean;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const Vector r = master.R * offsets_[k];
    const Vector d = master.x - steady_motion(q.node(static_cast<int>(k) + 1)).x;
    const Taylor2 w = weights_[k];
    mean += Vector(d + r) * w;
    turn += Vector(r.cross(d)) * Taylor2(weights_[k] * rotation_scale_);
  }
  for (int i = 0; i < 6; ++i) {
    const Taylor2& phi = i < 3 ? mean(i) : turn(i - 3);
    out[i] = level == ConstraintLevel::position ? phi.f : level == ConstraintLevel::velocity ? phi.d : phi.dd;
  }
}

void RigidBodyDisplacement::residual(const Local& q, Residual& r) const {
  const NodeState& master = q.node(0);
  const Vec3 lt = q.unknown3(0);
  const Vec3 lr = rotation_scale_ * q.unknown3(3);
  Vec3 force = Vec3::Zero(), couple = Vec3::Zero(), mean = Vec3::Zero(), turn = Vec3::Zero();
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const int node = static_cast<int>(k) + 1;
    const double w = weights_[k];
    const Vec3 arm = master.R * offsets_[k];
    const Vec3 d = master.x - q.node(node).x;
    const Vec3 f = w * (lt - arm.cross(lr));
    force += f;
    couple += w * arm.cross(Vec3(lt + d.cross(lr)));
    mean += w * (d + arm);
    turn += w * arm.cross(d);
    r.force(node) += f;
  }
  r.force(0) -= force;
  r.moment(0) -= couple;
  r.equation3(0) -= mean;
  r.equation3(3) -= rotation_scale_ * turn;
}

void RigidBodyDisplacement::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  const NodeState& master = q.node(0);
  const Vec3 lt = q.unknown3(0);
  const Vec3 lr = rotation_scale_ * q.unknown3(3);
  const double s = rotation_scale_;
  double total = 0;
  Vec3 arms = Vec3::Zero();                              // sum w r
  Mat3 stiffness = Mat3::Zero(), square = Mat3::Zero();  // of the master's couple by its rotation, by multipliers
  const Mat3 identity = Mat3::Identity();
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const int node = static_cast<int>(k) + 1;
    const double w = weights_[k];
    const Vec3 arm = master.R * offsets_[k];
    const Vec3 d = master.x - q.node(node).x;
    const Mat3 arm_skew = w * skew(arm);
    total += w;
    arms += w * arm;
    // d(r x (lt + D x lr)) = [lt + D x lr][r] theta + [r][D] dlr + ...
    stiffness += w * skew_product(Vec3(lt + d.cross(lr)), arm);
    square += w * skew_product(arm, d);
    // F_j = w (lt - r x lr), dr = theta x r
    j(force(node), rotation(0)) -= w * skew_product(lr, arm);
    j(force(node), multiplier3(0)) += w * identity;
    j(force(node), multiplier3(3)) -= s * arm_skew;
    j(moment(0), position(node)) -= w * skew_product(arm, lr);
    j(constraint3(0), position(node)) += w * identity;
    j(constraint3(3), position(node)) += s * arm_skew;
  }
  const Mat3 arms_skew = skew(arms);
  j(force(0), rotation(0)) += skew_product(lr, arms);
  j(force(0), multiplier3(0)) -= total * identity;
  j(force(0), multiplier3(3)) += s * arms_skew;
  j(moment(0), position(0)) += skew_product(arms, lr);
  j(moment(0), rotation(0)) -= stiffness;
  j(moment(0), multiplier3(0)) -= arms_skew;
  j(moment(0), multiplier3(3)) -= s * square;
  j(constraint3(0), position(0)) -= total * identity;
  j(constraint3(0), rotation(0)) += arms_skew;
  // d(r x D) = r x dD - D x (theta x r) = [r] dD + [D][r] theta
  j(constraint3(3), position(0)) -= s * arms_skew;
  j(constraint3(3), rotation(0)) -= s * square.transpose();
}

void RigidBodyDisplacement::load(const Local& q, Vec3& force, Vec3& couple) const {
  const NodeState& master = q.node(0);
  const Vec3 lt = q.unknown3(0);
  const Vec3 lr = rotation_scale_ * q.unknown3(3);
  force.setZero();
  couple.setZero();
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const Vec3 arm = master.R * offsets_[k];
    const Vec3 d = master.x - q.node(static_cast<int>(k) + 1).x;
    force -= weights_[k] * (lt - arm.cross(lr));
    couple -= weights_[k] * arm.cross(Vec3(lt + d.cross(lr)));
  }
}

OutputSpec RigidBodyDisplacement::output_spec(const Model&) const { return joint_spec(type, 0); }

void RigidBodyDisplacement::output(const Local& q, const Model&, double* record) const {
  Vec3 force, couple;
  load(q, force, couple);
  write_reactions(record, q.node(0).R, force, couple);
}

std::string RigidBodyDisplacement::log(const ElementInfo& info, const Model& model) const {
  LogRecord record("rigidbodydisplacementjoint", info);
  for (const NodeIndex node : nodes_) record.node(model, node);
  return record.str();
}

double RigidBodyDisplacement::private_value(const Local& q, int datum) const {
  Vec3 force, couple;
  load(q, force, couple);
  const Vec3& vector = datum / 3 % 2 == 0 ? force : couple;
  return datum < 6 ? q.node(0).R.col(datum % 3).dot(vector) : vector(datum % 3);
}

}  // namespace flexura
