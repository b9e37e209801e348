#include "input/reference_frame.h"

#include "math/rotation.h"

namespace flexura {

bool ReferenceFrames::add(unsigned label, const Pose& pose, std::string name, const SourceLocation& where) {
  return frames_.try_emplace(label, Frame{pose, std::move(name), where}).second;
}

const Pose* ReferenceFrames::find(unsigned label) const {
  const auto entry = frames_.find(label);
  if (entry == frames_.end()) return nullptr;
  if (!entry->second.used) used_.push_back(label);
  entry->second.used = true;
  return &entry->second.pose;
}

FrameContext FrameContext::relative_to(const Pose& node) {
  FrameContext context = absolute_with(node);
  context.relative_ = true;
  return context;
}

FrameContext FrameContext::absolute_with(const Pose& node) {
  FrameContext context;
  context.node_ = node;
  context.has_node_ = true;
  return context;
}

FrameContext& FrameContext::set_other(const Pose& node, const Vec3& offset, const Mat3& orientation) {
  other_ = node;
  other_offset_ = offset;
  other_orientation_ = orientation;
  has_other_ = true;
  return *this;
}

Vec3 absolute_position(const Pose& frame, const Vec3& x) { return frame.x + frame.R * x; }

Vec3 absolute_velocity(const Pose& frame, const Vec3& v, const Vec3& x_abs) {
  return frame.R * v + frame.v + frame.w.cross(x_abs - frame.x);
}

Vec3 absolute_angular_velocity(const Pose& frame, const Vec3& w) { return frame.R * w + frame.w; }

Vec3 relative_position(const Pose& node, const Vec3& x_abs) { return node.R.transpose() * (x_abs - node.x); }

// p = d e3 + E(theta e3) a e1, R = R_old E(theta e3) E(alpha e1); the frame moves rigidly with the old one.
Pose denavit_hartenberg(const Pose& from, double d, double theta, double a, double alpha) {
  const Mat3 about_z = rotation_exp<double>(theta * Vec3::UnitZ());
  const Vec3 p = d * Vec3::UnitZ() + about_z * (a * Vec3::UnitX());
  Pose to;
  to.x = absolute_position(from, p);
  to.R = from.R * about_z * rotation_exp<double>(alpha * Vec3::UnitX());
  to.v = absolute_velocity(from, Vec3::Zero(), to.x);
  to.w = from.w;
  return to;
}

}  // namespace flexura
