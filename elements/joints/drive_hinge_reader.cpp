#include "elements/drives/hint_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/drive_hinge.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_drive_hinge(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::none);
  return reader.model().add_element(std::move(info),
                                    DriveHinge(ends.node1, ends.at1.orientation, ends.node2, ends.at2.orientation,
                                               with_hint(reader, "drive3", reader.drive3())));
}

}  // namespace flexura
