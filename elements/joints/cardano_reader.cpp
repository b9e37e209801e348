#include "elements/joints/attachment_reader.h"
#include "elements/joints/cardano.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

template <class Joint>
ElementReference add_cardano(Reader& reader, ElementInfo info, const JointEnds& ends) {
  return reader.model().add_element(std::move(info), Joint(ends.node1, ends.at1, ends.node2, ends.at2));
}

}  // namespace

ElementReference read_cardano_hinge(Reader& reader, ElementInfo info) {
  return add_cardano<CardanoHinge>(reader, std::move(info), read_two_nodes(reader, Offsets::required));
}
ElementReference read_cardano_pin(Reader& reader, ElementInfo info) {
  return add_cardano<CardanoPin>(reader, std::move(info), read_pin(reader, Offsets::required));
}
ElementReference read_cardano_rotation(Reader& reader, ElementInfo info) {
  return add_cardano<CardanoRotation>(reader, std::move(info), read_two_nodes(reader, Offsets::none));
}

}  // namespace flexura
