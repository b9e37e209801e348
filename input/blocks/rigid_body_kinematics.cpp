// Card `rigid body kinematics` of block `control data`: the motion of the frame that nodes are described in.
#include "input/blocks/control_data_cards.h"

namespace flexura {

namespace {

void read_constant(Reader& reader, FrameMotion& frame) {
  const FrameContext absolute = FrameContext::absolute();
  if (reader.more() && reader.keyword("position")) frame.x = reader.position(absolute);
  if (reader.more() && reader.keyword("orientation")) frame.R = reader.orientation(absolute);
  if (reader.more() && reader.keyword("velocity")) frame.v = reader.direction(absolute);
  if (reader.more() && reader.keyword("angular velocity")) frame.w = reader.direction(absolute);
  if (reader.more() && reader.keyword("acceleration")) frame.a = reader.direction(absolute);
  if (reader.more() && reader.keyword("angular acceleration")) frame.alpha = reader.direction(absolute);
}

void read_driven(Reader& reader, FrameMotion& frame) {
  if (reader.more() && reader.keyword("position")) frame.x_drive = reader.drive3();
  if (reader.more() && reader.keyword("orientation")) frame.orientation_drive = reader.drive3();
  if (reader.more() && reader.keyword("velocity")) frame.v_drive = reader.drive3();
  if (reader.more() && reader.keyword("angular velocity")) frame.w_drive = reader.drive3();
  if (reader.more() && reader.keyword("acceleration")) frame.a_drive = reader.drive3();
  if (reader.more() && reader.keyword("angular acceleration")) frame.alpha_drive = reader.drive3();
}

}  // namespace

void read_rigid_body_kinematics(ReadContext& context) {
  Reader& reader = context.reader;
  FrameMotion frame;
  if (reader.choice({"const", "drive"}, "kind of frame motion") == 0) {
    read_constant(reader, frame);
  } else {
    read_driven(reader, frame);
  }
  context.analysis.model.frame = std::move(frame);
}

}  // namespace flexura
