#include "elements/joints/attachment_reader.h"
#include "elements/joints/gimbal.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

template <class Joint>
ElementReference read(Reader& reader, ElementInfo info, Offsets offsets) {
  const JointEnds ends = read_two_nodes(reader, offsets);
  const OrientationFormat format = read_orientation_format(reader, reader.model().default_orientation);
  return reader.model().add_element(std::move(info), Joint(ends.node1, ends.at1, ends.node2, ends.at2, format));
}

}  // namespace

ElementReference read_gimbal_rotation(Reader& reader, ElementInfo info) {
  return read<GimbalRotation>(reader, std::move(info), Offsets::optional);
}
ElementReference read_gimbal_hinge(Reader& reader, ElementInfo info) {
  return read<GimbalHinge>(reader, std::move(info), Offsets::optional);
}

}  // namespace flexura
