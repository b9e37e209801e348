#include <cmath>
#include <numbers>

#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/revolute_hinge.h"

namespace flexura {

namespace {

/// `initial theta`: the angle at the start, of which the model itself gives all but the whole turns.
double read_turns(Reader& reader, const JointEnds& ends) {
  if (!reader.more() || !reader.keyword("initial theta")) return 0;
  const double theta = reader.real();
  const Mat3 r = (reader.model().node(ends.node1).initial.R * ends.at1.orientation).transpose() *
                 reader.model().node(ends.node2).initial.R * ends.at2.orientation;
  const double angle = std::atan2(r(1, 0) - r(0, 1), r(0, 0) + r(1, 1));
  return std::round((theta - angle) / (2 * std::numbers::pi));
}

template <class Joint>
ElementReference read(Reader& reader, ElementInfo info, const JointEnds& ends) {
  const double turns = read_turns(reader, ends);
  refuse_friction(reader);
  return reader.model().add_element(std::move(info), Joint(ends.node1, ends.at1, ends.node2, ends.at2, turns));
}

}  // namespace

ElementReference read_revolute_hinge(Reader& reader, ElementInfo info) {
  return read<RevoluteHinge>(reader, std::move(info), read_two_nodes(reader, Offsets::required));
}

ElementReference read_revolute_pin(Reader& reader, ElementInfo info) {
  return read<RevolutePin>(reader, std::move(info), read_pin(reader, Offsets::required));
}

}  // namespace flexura
