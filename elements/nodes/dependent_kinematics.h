// The three kinds of dummy nodes: nodes without unknowns that follow other nodes.
#pragma once

#include <optional>
#include <vector>

#include "model/node.h"

namespace flexura {

/// A point and axes rigidly attached to a base node: x = x_b + R_b f, R = R_b R_h.
class OffsetNode final : public DependentKinematics {
 public:
  /// `offset` and `orientation` in axes of the base node.
  OffsetNode(NodeIndex base, const Vec3& offset, const Mat3& orientation)
      : base_(base), offset_(offset), orientation_(orientation) {}
  [[nodiscard]] NodeState evaluate(const NodeState* nodes) const override;
  [[nodiscard]] std::vector<NodeIndex> masters() const override { return {base_}; }

 private:
  NodeIndex base_;
  Vec3 offset_;
  Mat3 orientation_;
};

/// The base node as seen from a frame attached to a reference node: position, orientation, velocities and accelerations
/// relative to that frame, in its axes. With a pivot node the relative motion is carried out again from a frame
/// attached to the pivot, in global axes.
class RelativeFrameNode final : public DependentKinematics {
 public:
  /// Axes attached to a node: offset and orientation in axes of the node.
  struct Frame {
    NodeIndex node = ground_node;
    Vec3 offset = Vec3::Zero();
    Mat3 orientation = Mat3::Identity();
  };
  RelativeFrameNode(NodeIndex base, const Frame& reference, const std::optional<Frame>& pivot)
      : base_(base), reference_(reference), pivot_(pivot) {}
  [[nodiscard]] NodeState evaluate(const NodeState* nodes) const override;
  [[nodiscard]] std::vector<NodeIndex> masters() const override;
  /// Whether the result is in axes of the reference node, not in global axes.
  [[nodiscard]] bool is_relative() const { return !pivot_; }

 private:
  NodeIndex base_;
  Frame reference_;
  std::optional<Frame> pivot_;
};

}  // namespace flexura
