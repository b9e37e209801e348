#include "elements/deformable_joints/deformable_axial_joint.h"
#include "elements/deformable_joints/readers.h"
#include "elements/deformable_joints/viscous_body.h"
#include "elements/joints/attachment_reader.h"
#include "elements/laws/library.h"

namespace flexura {

ElementReference read_deformable_axial_joint(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  const LawPointer<1> law = read_law<1>(reader);
  const Mat3 frame1 = reader.model().node(ends.node1).initial.R * ends.at1.orientation;
  const Mat3 frame2 = reader.model().node(ends.node2).initial.R * ends.at2.orientation;
  const double angle = rotation_log<double>(Mat3(frame1.transpose() * frame2)).z();
  return reader.model().add_element(std::move(info),
                                    DeformableAxialJoint({ends.node1, ends.node2}, {ends.at1, ends.at2}, law, angle));
}

ElementReference read_viscous_body(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader);
  Attachment at;
  at.position = read_position(reader, node.context());
  at.orientation = read_optional_orientation(reader, node.context());
  const LawPointer<6> law = read_law<6>(reader);
  if (law->kind() != LawKind::viscous) reader.fail("a viscous body needs a viscous law: it has no strain");
  return reader.model().add_element(std::move(info), ViscousBody(node.index, at, law));
}

}  // namespace flexura
