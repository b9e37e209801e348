// The three kinds of dummy nodes: nodes without unknowns that follow other nodes.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "model/node.h"

namespace flexura {

/// The node that a dummy node follows; when that is a dummy itself, also how it follows others.
struct FollowedNode {
  NodeIndex node;
  std::shared_ptr<const DependentKinematics> follows;

  FollowedNode(NodeIndex n, std::shared_ptr<const DependentKinematics> f = nullptr) : node(n), follows(std::move(f)) {}
  [[nodiscard]] NodeState state(const NodeState* nodes) const {
    return follows ? follows->evaluate(nodes) : nodes[node];
  }
  [[nodiscard]] std::vector<NodeIndex> masters() const {
    return follows ? follows->masters() : std::vector<NodeIndex>{node};
  }
};

/// A point and axes rigidly attached to a base node: x = x_b + R_b f, R = R_b R_h.
class OffsetNode final : public DependentKinematics {
 public:
  /// `offset` and `orientation` in axes of the base node.
  OffsetNode(FollowedNode base, const Vec3& offset, const Mat3& orientation)
      : base_(std::move(base)), offset_(offset), orientation_(orientation) {}
  [[nodiscard]] NodeState evaluate(const NodeState* nodes) const override;
  [[nodiscard]] std::vector<NodeIndex> masters() const override { return base_.masters(); }

 private:
  FollowedNode base_;
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
  RelativeFrameNode(FollowedNode base, const Frame& reference, const std::optional<Frame>& pivot)
      : base_(std::move(base)), reference_(reference), pivot_(pivot) {}
  [[nodiscard]] NodeState evaluate(const NodeState* nodes) const override;
  [[nodiscard]] std::vector<NodeIndex> masters() const override;
  /// Whether the result is in axes of the reference node, not in global axes.
  [[nodiscard]] bool is_relative() const { return !pivot_; }

 private:
  FollowedNode base_;
  Frame reference_;
  std::optional<Frame> pivot_;
};

}  // namespace flexura
