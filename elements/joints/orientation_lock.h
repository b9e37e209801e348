// Three constraint rows: the orientation of node 2 relative to node 1 is a given one.
#pragma once

#include "math/rotation.h"
#include "math/skew.h"
#include "model/local.h"
#include "model/unknown.h"

namespace flexura {

/// phi = -theta = 0, theta the rotation vector of R_d = F1^T F2 R0^T: F_k = R_k R~_k are the joint frames, R0 the
/// imposed rotation of frame 2 relative to frame 1. Rows First to First + 2 of the joint.
///
/// Unlike orthogonality of axes, the rotation vector has no other root: from any start Newton goes to R0, never to a
/// frame half a turn off. The multiplier m makes the couple F1 Gamma(theta)^-T m on node 2 and the opposite one on
/// node 1 (that is -phi_q^T m); where the constraint holds m is the couple on node 2 in axes of frame 1, N m.
template <int First>
struct OrientationLock {
  Mat3 orientation1, orientation2;  ///< joint axes to node axes

  template <class Node, class S>
  void phi(const Node& n1, const Node& n2, const Matrix3<S>& imposed, S* out) const {
    const Matrix3<S> frame1 = n1.R * orientation1;
    const Matrix3<S> frame2 = n2.R * orientation2;
    Eigen::Map<Vector3<S>> rows(out + First);
    rows = -rotation_log<S>(frame1.transpose() * frame2 * imposed.transpose());
  }
  [[nodiscard]] Mat3 frame1(const Local& q) const { return q.node(0).R * orientation1; }
  /// Frame 2 in axes of frame 1.
  [[nodiscard]] Mat3 relative(const Local& q) const { return frame1(q).transpose() * q.node(1).R * orientation2; }
  /// The couple on node 2, global axes, N m.
  [[nodiscard]] Vec3 couple(const Local& q, const Mat3& imposed) const {
    const Mat3 frame = frame1(q);
    return frame * (rotation_inverse_tangent(theta(frame, q, imposed)).transpose() * q.unknown3(First));
  }

  void residual(const Local& q, const Mat3& imposed, Residual& r) const {
    const Mat3 frame = frame1(q);
    const Vec3 error = theta(frame, q, imposed);
    const Vec3 c = frame * (rotation_inverse_tangent(error).transpose() * q.unknown3(First));
    r.moment(0) -= c;
    r.moment(1) += c;
    r.equation3(First) += error;
  }

  void jacobian(const Local& q, const Mat3& imposed, Jacobian& j) const {
    using namespace local;
    const Mat3 frame = frame1(q);
    const Vec3 error = theta(frame, q, imposed);
    const Mat3 inverse = rotation_inverse_tangent(error);
    const Mat3 b = inverse * frame.transpose();  // dtheta = b (theta2 - theta1)
    const Vec3 m = inverse.transpose() * q.unknown3(First);
    // d(F1 Gamma^-T m) = -[c] theta1 + F1 Gamma^-T L(-theta, Gamma^-T m) dtheta
    const Mat3 by_2 = b.transpose() * rotation_tangent_derivative<double>(-error, m) * b;
    const Mat3 by_1 = -skew(Vec3(frame * m)) - by_2;
    j(moment(0), rotation(0)) -= by_1;
    j(moment(0), rotation(1)) -= by_2;
    j(moment(1), rotation(0)) += by_1;
    j(moment(1), rotation(1)) += by_2;
    j(moment(0), multiplier3(First)) -= b.transpose();
    j(moment(1), multiplier3(First)) += b.transpose();
    j(constraint3(First), rotation(0)) -= b;
    j(constraint3(First), rotation(1)) += b;
  }

  /// Equation by number from 0.
  static constexpr UnknownInfo unknown(int row) {
    constexpr std::string_view names[] = {"orientation constraint about 1", "orientation constraint about 2",
                                          "orientation constraint about 3"};
    return {Order::algebraic, Row::constraint, Dimension::angle, names[row]};
  }

 private:
  [[nodiscard]] Vec3 theta(const Mat3& frame, const Local& q, const Mat3& imposed) const {
    return rotation_log<double>(frame.transpose() * (q.node(1).R * orientation2) * imposed.transpose());
  }
};

}  // namespace flexura
