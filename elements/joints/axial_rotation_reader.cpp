#include "elements/friction/friction_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/axial_rotation.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_axial_rotation(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::required);
  const DriveId rate = reader.drive_id();
  auto friction = read_optional_friction(reader, true);
  return reader.model().add_element(std::move(info),
                                    AxialRotation(ends.node1, ends.at1, ends.node2, ends.at2, rate,
                                                  initial_angle(reader.model(), ends), std::move(friction)));
}

}  // namespace flexura
