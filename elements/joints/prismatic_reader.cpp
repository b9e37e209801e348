#include "elements/joints/attachment_reader.h"
#include "elements/joints/prismatic.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_prismatic(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::none);
  return reader.model().add_element(std::move(info),
                                    Prismatic(ends.node1, ends.at1.orientation, ends.node2, ends.at2.orientation));
}

}  // namespace flexura
