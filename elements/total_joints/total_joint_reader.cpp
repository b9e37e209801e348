#include "elements/total_joints/readers.h"
#include "elements/total_joints/total_joint.h"
#include "elements/total_joints/total_reader.h"

namespace flexura {

namespace {

template <class Joint>
ElementReference read(Reader& reader, ElementInfo info, const TotalNodes& nodes) {
  TotalImposed imposed;
  const TotalComponents components = read_total_constraints(reader, imposed);
  return reader.model().add_element(std::move(info),
                                    Joint(nodes.node1, nodes.node2, nodes.frames, components, std::move(imposed)));
}

}  // namespace

ElementReference read_total_joint(Reader& reader, ElementInfo info) {
  return read<TotalJoint>(reader, std::move(info), read_total_nodes(reader));
}

ElementReference read_total_pin_joint(Reader& reader, ElementInfo info) {
  return read<TotalPinJoint>(reader, std::move(info), read_total_pin(reader));
}

}  // namespace flexura
