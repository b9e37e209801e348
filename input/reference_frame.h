// Reference frames of the model file and the rules by which entities are read in them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "math/types.h"
#include "support/error.h"

namespace flexura {

/// Position, orientation, velocity and angular velocity of a frame, in the global frame. Columns of R are its axes.
struct Pose {
  Vec3 x = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 v = Vec3::Zero();
  Vec3 w = Vec3::Zero();
};

/// Frames of `reference` cards by label; they exist only while the model is read.
class ReferenceFrames {
 public:
  struct Frame {
    Pose pose;
    std::string name;
    SourceLocation where;       ///< of its label
    mutable bool used = false;  ///< something was read in it
  };
  /// False when the label is taken.
  bool add(unsigned label, const Pose& pose, std::string name = {}, const SourceLocation& where = {});
  /// Null when there is none. The frame counts as used from now on.
  [[nodiscard]] const Pose* find(unsigned label) const;
  [[nodiscard]] const std::map<unsigned, Frame>& all() const { return frames_; }
  /// Labels of the frames that have come into use since this was called last.
  [[nodiscard]] std::vector<unsigned> take_used() const { return std::exchange(used_, {}); }

 private:
  std::map<unsigned, Frame> frames_;
  mutable std::vector<unsigned> used_;
};

/// What frame an entity is read in when the file does not say, and what the result is relative to.
///
/// Absolute entities (nodes, reference cards) default to the global frame; entities of elements default to the node's
/// frame and are returned relative to the node. For the second node of a two-node joint, `set_other` gives the first
/// node with the offset and orientation already read, and allows `reference, other position | other orientation | other
/// node`.
class FrameContext {
 public:
  /// Result absolute, default frame global, no node.
  static FrameContext absolute() { return {}; }
  /// Result relative to a node and in its axes, default frame that of the node.
  static FrameContext relative_to(const Pose& node);
  /// Result absolute, default frame global, but `reference, node` is valid.
  static FrameContext absolute_with(const Pose& node);

  FrameContext& set_other(const Pose& node, const Vec3& offset, const Mat3& orientation);

  [[nodiscard]] bool is_relative() const { return relative_; }
  [[nodiscard]] bool has_node() const { return has_node_; }
  [[nodiscard]] bool has_other() const { return has_other_; }
  [[nodiscard]] const Pose& node() const { return node_; }
  [[nodiscard]] const Pose& other() const { return other_; }
  [[nodiscard]] const Vec3& other_offset() const { return other_offset_; }
  [[nodiscard]] const Mat3& other_orientation() const { return other_orientation_; }

 private:
  Pose node_;
  Pose other_;
  Vec3 other_offset_ = Vec3::Zero();
  Mat3 other_orientation_ = Mat3::Identity();
  bool relative_ = false;
  bool has_node_ = false;
  bool has_other_ = false;
};

/// Absolute position of a point given in a frame: X + R x.
Vec3 absolute_position(const Pose& frame, const Vec3& x);
/// Absolute velocity of a velocity given in a frame: R v + V + W x (x_abs - X); the motion of the frame is always
/// added.
Vec3 absolute_velocity(const Pose& frame, const Vec3& v, const Vec3& x_abs);
/// Absolute angular velocity: R w + W.
Vec3 absolute_angular_velocity(const Pose& frame, const Vec3& w);
/// Offset of an absolute point in the axes of a node: R^T (x - X).
Vec3 relative_position(const Pose& node, const Vec3& x_abs);

/// Denavit-Hartenberg step from a frame: d along the old z, a along the new x; theta about the old z, alpha about the
/// new x (rad).
Pose denavit_hartenberg(const Pose& from, double d, double theta, double a, double alpha);

}  // namespace flexura
