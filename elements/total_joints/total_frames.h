// Points and axes of a total joint, which of its six components are constrained, and the relative motion of its nodes.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "elements/total_joints/partial_rotation.h"
#include "model/drive.h"
#include "model/local.h"
#include "model/motion.h"
#include "model/unknown.h"

namespace flexura {

/// Point and axes on a node, in node axes; on the ground, in global axes.
struct TotalEnd {
  Vec3 position = Vec3::Zero();              ///< m
  Mat3 position_axes = Mat3::Identity();     ///< in which positions are measured, to node axes
  Mat3 orientation_axes = Mat3::Identity();  ///< whose orientation is measured, to node axes
};

/// How a component is constrained: not at all, its value, or its rate.
enum class Level : std::uint8_t { free, value, rate };

/// Components 0-2 are positions along axes 1-3, 3-5 rotations about them. Rows of an element are the constrained
/// components in this order.
class TotalComponents {
 public:
  TotalComponents() = default;
  explicit TotalComponents(const std::array<Level, 6>& levels);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] int component(int row) const { return rows_[row]; }
  [[nodiscard]] Level level(int component) const { return levels_[component]; }
  [[nodiscard]] bool has_positions() const { return positions_; }
  [[nodiscard]] bool has_rotations() const { return rotations_; }
  [[nodiscard]] const PartialRotation& rotation() const { return rotation_; }
  [[nodiscard]] UnknownInfo unknown(int row) const;
  /// `x` in the components held at a value, zero in the others; `first` is 0 for positions, 3 for rotations.
  template <class S>
  [[nodiscard]] Vector3<S> held(int first, const Vector3<S>& x) const {
    Vector3<S> result = Vector3<S>::Constant(S(0));
    for (int i = 0; i < 3; ++i)
      if (levels_[first + i] == Level::value) result(i) = x(i);
    return result;
  }
  /// The multipliers that act, by component: in statics those of rates do not.
  void multipliers(const Local& q, int first_unknown, Vec3& position, Vec3& rotation) const;

 private:
  std::array<Level, 6> levels_{};
  std::array<std::int8_t, 6> rows_{};
  int count_ = 0;
  bool positions_ = false, rotations_ = false;
  PartialRotation rotation_;
};

/// Vectors over both nodes at one instant, global axes.
struct TotalGeometry {
  Mat3 position_axes;     ///< R1 times those of node 1
  Mat3 orientation_axes;  ///< likewise
  Vec3 arm1;              ///< from node 1 to the point of node 2
  Vec3 arm2;              ///< from node 2 to its point
  Mat3 relative;          ///< orientation of frame 2 in axes of frame 1
};

/// Where a total joint is attached: positions are those of the point of node 2 in axes of node 1 from the point of node
/// 1; rotations those of the orientation axes of node 2 relative to those of node 1.
struct TotalFrames {
  TotalEnd at1, at2;

  [[nodiscard]] TotalGeometry geometry(const NodeState& n1, const NodeState& n2) const {
    TotalGeometry g;
    g.position_axes.noalias() = n1.R * at1.position_axes;
    g.orientation_axes.noalias() = n1.R * at1.orientation_axes;
    g.arm2.noalias() = n2.R * at2.position;
    g.arm1 = n2.x + g.arm2 - n1.x;
    const Mat3 axes2 = n2.R * at2.orientation_axes;
    g.relative.noalias() = g.orientation_axes.transpose() * axes2;
    return g;
  }
  /// Relative position, velocity and angular velocity, joint axes of node 1.
  [[nodiscard]] Vec3 position(const TotalGeometry& g) const {
    return g.position_axes.transpose() * g.arm1 - at1.position_axes.transpose() * at1.position;
  }
  /// Rate of `position`, global axes.
  [[nodiscard]] static Vec3 velocity(const TotalGeometry& g, const NodeState& n1, const NodeState& n2) {
    return n2.v + n2.w.cross(g.arm2) - n1.v - n1.w.cross(g.arm1);
  }

  /// Relative position and rotation, and the rates of both, joint axes of node 1.
  template <class Node, class S>
  void motion(const Node& n1, const Node& n2, Vector3<S>& x, Vector3<S>& v, Matrix3<S>& relative,
              Vector3<S>& omega) const {
    const Matrix3<S> axes = n1.R * at1.position_axes;
    const Vector3<S> f2 = n2.R * at2.position;
    const Vector3<S> b1 = n2.x + f2 - n1.x;
    const Vector3<S> offset = (at1.position_axes.transpose() * at1.position).template cast<S>();
    x = Vector3<S>(axes.transpose() * b1) - offset;
    v = axes.transpose() * Vector3<S>(n2.v + n2.w.cross(f2) - n1.v - n1.w.cross(b1));
    const Matrix3<S> frame1 = n1.R * at1.orientation_axes;
    const Matrix3<S> frame2 = n2.R * at2.orientation_axes;
    relative = frame1.transpose() * frame2;
    omega = frame1.transpose() * Vector3<S>(n2.w - n1.w);
  }
};

/// The rotation vector of `relative` nearest to `near`, which may be many turns away.
Vec3 nearest_rotation_vector(const Mat3& relative, const Vec3& near);

}  // namespace flexura
