// Entities in reference frames.
#include <fmt/format.h>

#include "input/reader.h"

namespace flexura {

const Pose& Reader::labelled_frame(unsigned label) {
  if (const Pose* pose = frames_.find(label)) return *pose;
  std::vector<std::string> defined;
  for (const auto& [other, frame] : frames_.all()) defined.push_back(std::to_string(other));
  std::string text = fmt::format("reference frame {} is not defined", label);
  text += defined.empty() ? "; none is defined yet" : did_you_mean(std::to_string(label), defined);
  fail(text);
}

Pose Reader::reference_pose() {
  const unsigned label = this->label();
  return labelled_frame(label);
}

Reader::FrameChoice Reader::frame_prefix(const FrameContext& context) {
  FrameChoice choice;
  if (!keyword("reference")) return choice;
  constexpr std::array kinds = {
      FrameKind::global,    FrameKind::node, FrameKind::local, FrameKind::other_position, FrameKind::other_orientation,
      FrameKind::other_node};
  const int index = one_of({"global", "node", "local", "other position", "other orientation", "other node"});
  choice.where = where();
  if (index < 0) {
    begin_argument("a reference frame: its label, `global`, `node` or `local`");
    choice.where = where();
    choice.kind = FrameKind::label;
    choice.pose = labelled_frame(label());
    return choice;
  }
  choice.kind = kinds[index];
  if (choice.kind == FrameKind::node) {
    if (!context.has_node()) fail("there is no node here whose frame could be meant by `node`");
    choice.pose = context.node();
  }
  if (choice.kind >= FrameKind::other_position && !context.has_other()) {
    fail(fmt::format("`{}` is valid for the second node of a two-node joint only", argument_text()));
  }
  return choice;
}

/// The frame in which an entity was given, for the kinds that are a frame in the global one.
Pose Reader::absolute_frame(const FrameContext& context, const FrameChoice& frame) const {
  const bool own = frame.kind == FrameKind::standard || frame.kind == FrameKind::local;
  return own && context.is_relative() ? context.node() : frame.pose;
}

/// What was read is the result as it stands; saves the round trip through the global frame and its round-off.
bool Reader::result_in_frame(const FrameContext& context, const FrameChoice& frame) {
  if (frame.kind == FrameKind::standard || frame.kind == FrameKind::local) return true;
  return frame.kind == (context.is_relative() ? FrameKind::node : FrameKind::global);
}

Vec3 Reader::position(const FrameContext& context, const Vec3& default_value) {
  const FrameChoice frame = frame_prefix(context);
  const Vec3 x = vec3(default_value);
  if (result_in_frame(context, frame)) return x;
  if (frame.kind == FrameKind::other_orientation) {
    fail_at(frame.where, "a position cannot be given in `other orientation`; use `other position` or `other node`");
  }
  Vec3 absolute;
  if (frame.kind == FrameKind::other_position) {
    absolute = absolute_position(context.other(), context.other_offset() + x);
  } else if (frame.kind == FrameKind::other_node) {
    absolute = absolute_position(context.other(), x);
  } else {
    absolute = absolute_position(absolute_frame(context, frame), x);
  }
  return context.is_relative() ? relative_position(context.node(), absolute) : absolute;
}

Mat3 Reader::orientation(const FrameContext& context, const Mat3& default_value) {
  const FrameChoice frame = frame_prefix(context);
  const Mat3 r = orientation(default_value);
  if (result_in_frame(context, frame)) return r;
  if (frame.kind == FrameKind::other_position) {
    fail_at(frame.where, "an orientation cannot be given in `other position`; use `other orientation` or `other node`");
  }
  Mat3 absolute;
  if (frame.kind == FrameKind::other_orientation) {
    absolute = context.other().R * context.other_orientation() * r;
  } else if (frame.kind == FrameKind::other_node) {
    absolute = context.other().R * r;
  } else {
    absolute = absolute_frame(context, frame).R * r;
  }
  return context.is_relative() ? Mat3(context.node().R.transpose() * absolute) : absolute;
}

Vec3 Reader::velocity(const FrameContext& context, const Vec3& absolute_position) {
  const FrameChoice frame = frame_prefix(context);
  const Vec3 v = vec3();
  if (result_in_frame(context, frame)) return v;
  const bool other = frame.kind >= FrameKind::other_position;
  const Pose& from = other ? context.other() : absolute_frame(context, frame);
  const Vec3 absolute = absolute_velocity(from, v, absolute_position);
  if (!context.is_relative()) return absolute;
  const Pose& node = context.node();
  return node.R.transpose() * (absolute - node.v - node.w.cross(absolute_position - node.x));
}

Vec3 Reader::angular_velocity(const FrameContext& context) {
  const FrameChoice frame = frame_prefix(context);
  const Vec3 w = vec3();
  if (result_in_frame(context, frame)) return w;
  const bool other = frame.kind >= FrameKind::other_position;
  const Vec3 absolute = absolute_angular_velocity(other ? context.other() : absolute_frame(context, frame), w);
  return context.is_relative() ? Vec3(context.node().R.transpose() * (absolute - context.node().w)) : absolute;
}

Vec3 Reader::direction(const FrameContext& context) {
  const FrameChoice frame = frame_prefix(context);
  const Vec3 v = vec3();
  if (result_in_frame(context, frame)) return v;
  Vec3 absolute;
  if (frame.kind == FrameKind::other_orientation) {
    absolute = context.other().R * (context.other_orientation() * v);
  } else if (frame.kind >= FrameKind::other_position) {
    absolute = context.other().R * v;
  } else {
    absolute = absolute_frame(context, frame).R * v;
  }
  return context.is_relative() ? Vec3(context.node().R.transpose() * absolute) : absolute;
}

void Reader::read_reference_card() {
  const unsigned label = this->label();
  const SourceLocation label_at = where();
  const std::string name = optional_name();
  Pose pose;
  const auto read = [&] {
    if (keyword("Denavit Hartenberg")) {
      Pose from;
      if (keyword("reference") && !keyword("global")) from = reference_pose();
      const double d = number_field("the distance d along the old z axis", 0);
      const double theta = number_field("the angle theta about the old z axis", 0);
      const double a = number_field("the distance a along the new x axis", 0);
      const double alpha = number_field("the angle alpha about the new x axis", 0);
      pose = denavit_hartenberg(from, d, theta, a, alpha);
    } else {
      const FrameContext context = FrameContext::absolute();
      keyword("position");
      pose.x = position(context);
      keyword("orientation");
      pose.R = orientation(context);
      keyword("velocity");
      pose.v = velocity(context, pose.x);
      keyword("angular velocity");
      pose.w = angular_velocity(context);
    }
  };
  try {
    read();
  } catch (const InputError&) {
    frames_.add(label, pose, name, label_at);  // the label is known: what is read in the frame is not wrong, too
    throw;
  }
  if (!frames_.add(label, pose, name, label_at))
    fail_at(label_at, fmt::format("reference frame {} is already defined", label));
}

}  // namespace flexura
