#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/spherical_hinge.h"

namespace flexura {

ElementReference read_spherical_hinge(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  return reader.model().add_element(std::move(info), SphericalHinge(ends.node1, ends.at1, ends.node2, ends.at2));
}

ElementReference read_spherical_pin(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_pin(reader, Offsets::optional);
  return reader.model().add_element(std::move(info), SphericalPin(ends.node1, ends.at1, ends.node2, ends.at2));
}

}  // namespace flexura
