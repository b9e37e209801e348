#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/revolute_rotation.h"

namespace flexura {

ElementReference read_revolute_rotation(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  return reader.model().add_element(std::move(info), RevoluteRotation(ends.node1, ends.at1, ends.node2, ends.at2,
                                                                      initial_angle(reader.model(), ends)));
}

}  // namespace flexura
