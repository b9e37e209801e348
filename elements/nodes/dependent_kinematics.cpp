#include "elements/nodes/dependent_kinematics.h"

namespace flexura {

NodeState OffsetNode::evaluate(const NodeState* nodes) const {
  const NodeState b = base_.state(nodes);
  const Vec3 arm = b.R * offset_;
  NodeState n;
  n.x = b.x + arm;
  n.R = b.R * orientation_;
  n.v = b.v + b.w.cross(arm);
  n.w = b.w;
  n.a = b.a + b.alpha.cross(arm) + b.w.cross(b.w.cross(arm));
  n.alpha = b.alpha;
  return n;
}

namespace {

/// Motion of b relative to r, in axes P^T fixed to r, measured from the point `offset` (in those axes).
NodeState seen_from(const NodeState& r, const NodeState& b, const RelativeFrameNode::Frame& frame) {
  const Mat3 p = (r.R * frame.orientation).transpose();
  const Vec3 d = b.x - r.x;
  const Vec3 v = b.v - r.v;
  NodeState n;
  n.x = p * d - frame.orientation.transpose() * frame.offset;
  n.R = p * b.R;
  n.v = p * (v - r.w.cross(d));
  n.w = p * (b.w - r.w);
  // Velocity differences v include the rotation of the frame, hence the plus of the centripetal term.
  n.a = p * (b.a - r.a - r.alpha.cross(d) + r.w.cross(r.w.cross(d)) - 2 * r.w.cross(v));
  n.alpha = p * (b.alpha - r.alpha - r.w.cross(b.w));
  return n;
}

/// Carries out a relative motion from a frame attached to the pivot p.
NodeState carried_by(const NodeState& p, const NodeState& relative, const RelativeFrameNode::Frame& frame) {
  const Mat3 axes = p.R * frame.orientation;
  const Vec3 arm = p.R * frame.offset + axes * relative.x;
  const Vec3 v = axes * relative.v;
  const Vec3 w = axes * relative.w;
  NodeState n;
  n.x = p.x + arm;
  n.R = axes * relative.R;
  n.v = p.v + p.w.cross(arm) + v;
  n.w = p.w + w;
  n.a = p.a + p.alpha.cross(arm) + p.w.cross(p.w.cross(arm)) + 2 * p.w.cross(v) + axes * relative.a;
  n.alpha = p.alpha + p.w.cross(w) + axes * relative.alpha;
  return n;
}

}  // namespace

NodeState RelativeFrameNode::evaluate(const NodeState* nodes) const {
  const NodeState relative = seen_from(nodes[reference_.node], base_.state(nodes), reference_);
  return pivot_ ? carried_by(nodes[pivot_->node], relative, *pivot_) : relative;
}

std::vector<NodeIndex> RelativeFrameNode::masters() const {
  std::vector<NodeIndex> list = base_.masters();
  list.push_back(reference_.node);
  if (pivot_) list.push_back(pivot_->node);
  return list;
}

}  // namespace flexura
