// The rotation of one joint frame relative to another, as outputs and private data need it.
#pragma once

#include <cmath>

#include "math/types.h"
#include "model/local.h"

namespace flexura {

/// Joint frames of nodes 1 and 2 of a joint.
struct RelativeRotation {
  Mat3 orientation1, orientation2;  ///< joint axes to node axes

  [[nodiscard]] Mat3 frame1(const Local& q) const { return q.node(0).R * orientation1; }
  /// Frame 2 in axes of frame 1.
  [[nodiscard]] Mat3 relative(const Local& q) const { return frame1(q).transpose() * q.node(1).R * orientation2; }
  /// Angular velocity of node 2 relative to node 1, joint axes of node 1, rad/s.
  [[nodiscard]] Vec3 omega(const Local& q) const { return frame1(q).transpose() * (q.node(1).w - q.node(0).w); }
  /// Angle about axis 3 when axes 3 coincide, rad, within half a turn.
  [[nodiscard]] double angle(const Local& q) const {
    const Mat3 r = relative(q);
    return std::atan2(r(1, 0) - r(0, 1), r(0, 0) + r(1, 1));
  }
};

}  // namespace flexura
