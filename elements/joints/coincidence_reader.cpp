#include "elements/joints/attachment_reader.h"
#include "elements/joints/coincidence.h"
#include "elements/joints/readers.h"

namespace flexura {

ElementReference read_coincidence(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  return reader.model().add_element(std::move(info), Coincidence(ends.node1, ends.at1, ends.node2, ends.at2));
}

}  // namespace flexura
