// The two halves of a total joint: rows that impose a motion, and reactions of their multipliers.
#pragma once

#include "elements/total_joints/total_frames.h"

namespace flexura {

/// What a total joint imposes: positions (m) or velocities along the axes of node 1, a rotation vector (rad) or angular
/// velocities. Entries of components that are not constrained are ignored.
struct TotalImposed {
  Drive3 position;
  Drive3 rotation;
};

/// The two nodes of a half among the nodes of the element, and the first of its own unknowns.
struct TotalPlace {
  int node1 = 0;
  int node2 = 1;
  int unknown = 0;
};

/// Rows that impose constrained components; formulas in total_joint.h.
struct TotalRows {
  TotalFrames frames;
  TotalComponents components;
  TotalImposed imposed;
  bool turned = false;  ///< some rotation other than zero may be imposed

  TotalRows(const TotalFrames& f, const TotalComponents& c, TotalImposed i);

  /// theta, the rotation left of the imposed one, rotation vector in joint axes of node 1.
  [[nodiscard]] Vec3 deviation(const Local& q, const TotalGeometry& g) const;
  /// `theta`: as given by deviation(), needed when there are rotations.
  void residual(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at, Residual& r) const;
  void jacobian(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at, Jacobian& j) const;
  /// Exact values and time derivatives, one a row.
  void constraints(const Local& q, const TotalPlace& at, ConstraintLevel level, double* out) const;
};

/// Forces and couples of the multipliers of constrained components.
struct TotalReactions {
  TotalFrames frames;
  TotalComponents components;
  /// Couples of components held without their fellows follow PartialRotation; otherwise they are along the axes.
  bool ideal = true;

  /// Force and couple on node 1, joint axes.
  void local(const Local& q, const Vec3& theta, const TotalPlace& at, Vec3& force, Vec3& couple) const;
  void residual(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at, Residual& r) const;
  void jacobian(const Local& q, const TotalGeometry& g, const Vec3& theta, const TotalPlace& at, Jacobian& j) const;
};

}  // namespace flexura
