#include "elements/friction/brake.h"
#include "elements/friction/friction_reader.h"
#include "elements/friction/readers.h"
#include "elements/joints/attachment_reader.h"

namespace flexura {

ElementReference read_brake(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::required);
  reader.expect("friction");
  auto friction = read_friction(reader, true);
  const DriveId normal = reader.drive_id();
  return reader.model().add_element(std::move(info), Brake(ends.node1, ends.at1, ends.node2, ends.at2, friction, normal,
                                                           initial_angle(reader.model(), ends)));
}

}  // namespace flexura
