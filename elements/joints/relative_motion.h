// The motion of a point and axes of node 2 seen from node 1, as driven joints print it.
#pragma once

#include "elements/joints/attachment.h"
#include "math/rotation.h"
#include "model/local.h"
#include "model/output_spec.h"

namespace flexura {

/// Twelve numbers: displacement, rotation vector, velocity, angular velocity of frame 2 relative to frame 1, all in
/// axes of frame 1 (m, rad, m/s, rad/s).
struct RelativeMotion {
  Attachment at1, at2;

  void write(const Local& q, double* record) const {
    const NodeState& n1 = q.node(0);
    const NodeState& n2 = q.node(1);
    const Mat3 frame = n1.R * at1.orientation;
    const Vec3 arm = n2.R * at2.position;
    const Vec3 d = n2.x + arm - n1.x;
    Eigen::Map<Eigen::Matrix<double, 12, 1>> out(record);
    out.segment<3>(0) = frame.transpose() * d - at1.orientation.transpose() * at1.position;
    out.segment<3>(3) = rotation_log<double>(frame.transpose() * n2.R * at2.orientation);
    out.segment<3>(6) = frame.transpose() * (n2.v + n2.w.cross(arm) - n1.v - n1.w.cross(d));
    out.segment<3>(9) = frame.transpose() * (n2.w - n1.w);
  }

  /// The variables X, Phi, V, Omega from number `first` of the record on.
  static void add_variables(OutputSpec& spec, int first) {
    spec.variables.push_back({"X", first, 3, 1, "Length", "displacement of node 2 in joint axes of node 1"});
    spec.variables.push_back({"Phi", first + 3, 3, 1, "radian", "rotation vector of node 2 in joint axes of node 1"});
    spec.variables.push_back({"V", first + 6, 3, 1, "Velocity", "relative velocity in joint axes of node 1"});
    spec.variables.push_back(
        {"Omega", first + 9, 3, 1, "Angular velocity", "relative angular velocity in joint axes of node 1"});
  }
};

}  // namespace flexura
