#include "elements/deformable_joints/deformable_joint.h"
#include "elements/deformable_joints/readers.h"
#include "elements/joints/attachment_reader.h"
#include "elements/laws/library.h"

namespace flexura {

namespace {

/// `[, orientation description, ORID]`, the model's default without it.
OrientationFormat read_format(Reader& reader) {
  if (!reader.more() || !reader.keyword("orientation description")) return reader.model().default_orientation;
  static constexpr OrientationFormat formats[] = {OrientationFormat::euler123, OrientationFormat::euler313,
                                                  OrientationFormat::euler321, OrientationFormat::vector,
                                                  OrientationFormat::matrix};
  return formats[reader.choice({"euler123", "euler313", "euler321", "orientation vector", "orientation matrix"},
                               "orientation description")];
}

template <class Joint>
ElementReference add(Reader& reader, ElementInfo info, const JointEnds& ends, LawPointer<Joint::N> law, double fraction,
                     OrientationFormat format) {
  return reader.model().add_element(
      std::move(info), Joint({{ends.node1, ends.node2}, {ends.at1, ends.at2}, std::move(law), fraction, format}));
}

template <JointParts P, bool Between>
ElementReference read(Reader& reader, ElementInfo info) {
  using Joint = DeformableJoint<P, Between>;
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  const LawPointer<Joint::N> law = read_law<Joint::N>(reader);
  double fraction = 0;
  const bool between = law->intermediate_frame(fraction);
  if (between && (Between || P != JointParts::rotation))
    reader.fail("`invariant angular` laws belong to a `deformable hinge`");
  const OrientationFormat format = P == JointParts::displacement ? OrientationFormat::euler123 : read_format(reader);
  if constexpr (P == JointParts::rotation && !Between) {
    if (between) return add<InvariantDeformableHinge>(reader, std::move(info), ends, law, fraction, format);
  }
  return add<Joint>(reader, std::move(info), ends, law, Between ? 0.5 : 0, format);
}

}  // namespace

ElementReference read_deformable_hinge(Reader& reader, ElementInfo info) {
  return read<JointParts::rotation, false>(reader, std::move(info));
}
ElementReference read_invariant_deformable_hinge(Reader& reader, ElementInfo info) {
  return read<JointParts::rotation, true>(reader, std::move(info));
}
ElementReference read_deformable_displacement_joint(Reader& reader, ElementInfo info) {
  return read<JointParts::displacement, false>(reader, std::move(info));
}
ElementReference read_invariant_deformable_displacement_joint(Reader& reader, ElementInfo info) {
  return read<JointParts::displacement, true>(reader, std::move(info));
}
ElementReference read_deformable_joint(Reader& reader, ElementInfo info) {
  return read<JointParts::both, false>(reader, std::move(info));
}
ElementReference read_invariant_deformable_joint(Reader& reader, ElementInfo info) {
  return read<JointParts::both, true>(reader, std::move(info));
}

}  // namespace flexura
