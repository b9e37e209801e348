// Distance: two points at a given distance.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "math/skew.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// phi = |D| - d(t) = 0, D = x2 + b2 - x1 - b1; d > 0.
///
/// Unknown 0: tension alpha, N; alpha n acts on node 1 and -alpha n on node 2, n = D/|D|, in their points. The gradient
/// is that of phi also where the constraint does not hold. Without offsets only positions matter (`Offset` false). Text
/// row: reactions on node 1 (12; local: the tension along axis 1), n (3), d. Private datum: d.
template <bool Offset>
class DistanceJoint {
 public:
  static constexpr std::string_view type = Offset ? "distance with offset" : "distance";
  static constexpr std::string_view family = "joint";
  static constexpr int unknowns = 1;

  DistanceJoint(NodeIndex node1, const Vec3& f1, NodeIndex node2, const Vec3& f2, DriveId distance)
      : nodes_{node1, node2}, f1_(f1), f2_(f2), distance_(distance) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return {Order::algebraic, Row::constraint, Dimension::length, "distance constraint"};
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    using std::sqrt;
    Vector3<S> d = q.node(1).x - q.node(0).x;
    if constexpr (Offset) d += q.node(1).R * f2_ - q.node(0).R * f1_;
    phi[0] = sqrt(d.dot(d)) - q.drive(distance_);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }

  void residual(const Local& q, Residual& r) const {
    const Geometry g(*this, q);
    const Vec3 f = q.unknown(0) * g.n;
    r.force(0) += f;
    r.force(1) -= f;
    if constexpr (Offset) {
      r.moment(0) += g.b1.cross(f);
      r.moment(1) -= g.b2.cross(f);
    }
    r.equation(0) -= g.length - q.drive(distance_).f;
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Geometry g(*this, q);
    // d(alpha n) = K dD, K = alpha (I - n n^T)/|D|; dD = dx2 - [b2] theta2 - dx1 + [b1] theta1
    const double tension = q.unknown(0);
    const Mat3 k = (tension / g.length) * (Mat3::Identity() - g.n * g.n.transpose());
    j(force(0), position(0)) -= k;
    j(force(0), position(1)) += k;
    j(force(1), position(0)) += k;
    j(force(1), position(1)) -= k;
    j(force(0), multiplier(0)) += g.n;
    j(force(1), multiplier(0)) -= g.n;
    j(local::constraint(0), position(0)) += g.n.transpose();
    j(local::constraint(0), position(1)) -= g.n.transpose();
    if constexpr (Offset) {
      const Mat3 b1 = skew(g.b1);
      const Mat3 b2 = skew(g.b2);
      const Mat3 k_b1 = k * b1;
      const Mat3 k_b2 = k * b2;
      const Vec3 f = tension * g.n;
      j(force(0), rotation(0)) += k_b1;
      j(force(0), rotation(1)) -= k_b2;
      j(force(1), rotation(0)) -= k_b1;
      j(force(1), rotation(1)) += k_b2;
      // M1 = b1 x F, M2 = -b2 x F; [b] K = (K [b])^T up to sign
      j(moment(0), position(0)) += k_b1.transpose();
      j(moment(0), position(1)) -= k_b1.transpose();
      j(moment(0), rotation(0)) += Mat3(skew_product(f, g.b1) + b1 * k_b1);
      j(moment(0), rotation(1)) -= Mat3(b1 * k_b2);
      j(moment(1), position(0)) -= k_b2.transpose();
      j(moment(1), position(1)) += k_b2.transpose();
      j(moment(1), rotation(0)) -= Mat3(b2 * k_b1);
      j(moment(1), rotation(1)) += Mat3(b2 * k_b2 - skew_product(f, g.b2));
      const Vec3 n1 = g.b1.cross(g.n);
      const Vec3 n2 = g.b2.cross(g.n);
      j(moment(0), multiplier(0)) += n1;
      j(moment(1), multiplier(0)) -= n2;
      j(local::constraint(0), rotation(0)) += n1.transpose();
      j(local::constraint(0), rotation(1)) -= n2.transpose();
    }
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"d"}; }
  [[nodiscard]] double private_value(const Local& q, int) const { return q.drive(distance_).f; }

 private:
  struct Geometry {
    Vec3 b1 = Vec3::Zero();
    Vec3 b2 = Vec3::Zero();
    Vec3 n;
    double length;
    Geometry(const DistanceJoint& joint, const Local& q) {
      if constexpr (Offset) {
        b1 = q.node(0).R * joint.f1_;
        b2 = q.node(1).R * joint.f2_;
      }
      n = q.node(1).x + b2 - q.node(0).x - b1;
      length = n.norm();
      n /= length;
    }
  };

  std::array<NodeIndex, 2> nodes_;
  Vec3 f1_, f2_;
  DriveId distance_;
};

using Distance = DistanceJoint<false>;
using DistanceWithOffset = DistanceJoint<true>;

extern template class DistanceJoint<false>;
extern template class DistanceJoint<true>;

}  // namespace flexura
