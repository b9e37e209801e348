// The rotation of one joint frame relative to another, as outputs and private data need it.
#pragma once

#include <cmath>
#include <numbers>

#include "math/types.h"
#include "model/local.h"

namespace flexura {

/// Angle about axis 3 of frame 2 seen from frame 1 when axes 3 coincide, rad, within half a turn.
/// Of the frames only axes 1 and 2 are read.
template <class Axes1, class Axes2>
double angle_about_axis_3(const Axes1& frame1, const Axes2& frame2) {
  const double sine = frame1.col(1).dot(frame2.col(0)) - frame1.col(0).dot(frame2.col(1));
  const double cosine = frame1.col(0).dot(frame2.col(0)) + frame1.col(1).dot(frame2.col(1));
  return std::atan2(sine, cosine);
}

/// Joint frames of nodes 1 and 2 of a joint, and the angle about axis 3 with its whole turns.
///
/// The angle is an internal variable of the joint (its only one): a step may turn by less than half a turn.
struct RelativeRotation {
  Mat3 orientation1, orientation2;  ///< joint axes to node axes
  double initial_angle = 0;         ///< rad

  [[nodiscard]] Mat3 frame1(const Local& q) const { return q.node(0).R * orientation1; }
  /// Frame 2 in axes of frame 1.
  [[nodiscard]] Mat3 relative(const Local& q) const { return frame1(q).transpose() * q.node(1).R * orientation2; }
  /// Angular velocity of node 2 relative to node 1, joint axes of node 1, rad/s.
  [[nodiscard]] Vec3 omega(const Local& q) const { return frame1(q).transpose() * (q.node(1).w - q.node(0).w); }
  /// Angle about axis 3, rad, turns counted.
  [[nodiscard]] double angle(const Local& q) const {
    using Axes = Eigen::Matrix<double, 3, 2>;
    const Axes axes1 = q.node(0).R * orientation1.leftCols<2>();
    const Axes axes2 = q.node(1).R * orientation2.leftCols<2>();
    const double within = angle_about_axis_3(axes1, axes2);
    const double* accepted = q.memory_accepted();
    constexpr double turn = 2 * std::numbers::pi;
    return accepted ? within + turn * std::nearbyint((accepted[0] - within) / turn) : within;
  }
  /// Keeps the angle of this iterate; to be called by residual().
  void remember(const Local& q) const {
    if (double* trial = q.memory_trial()) trial[0] = angle(q);
  }
};

}  // namespace flexura
