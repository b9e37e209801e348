#include "elements/joints/attachment_reader.h"
#include "elements/joints/plane_displacement.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

template <class Joint>
ElementReference add_plane_displacement(Reader& reader, ElementInfo info, const JointEnds& ends) {
  return reader.model().add_element(
      std::move(info), Joint(ends.node1, ends.at1, ends.node2, ends.at2, initial_angle(reader.model(), ends)));
}

}  // namespace

ElementReference read_plane_displacement(Reader& reader, ElementInfo info) {
  return add_plane_displacement<PlaneDisplacement>(reader, std::move(info), read_two_nodes(reader, Offsets::required));
}
ElementReference read_plane_displacement_pin(Reader& reader, ElementInfo info) {
  return add_plane_displacement<PlaneDisplacementPin>(reader, std::move(info), read_pin(reader, Offsets::required));
}

}  // namespace flexura
