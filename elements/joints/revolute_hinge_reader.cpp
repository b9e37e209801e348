#include <cmath>
#include <numbers>

#include "elements/friction/friction_reader.h"
#include "elements/joints/attachment_reader.h"
#include "elements/joints/readers.h"
#include "elements/joints/revolute_hinge.h"

namespace flexura {

namespace {

/// `initial theta`: the angle at the start, of which the model itself gives all but the whole turns.
double read_initial_angle(Reader& reader, const JointEnds& ends) {
  const double angle = initial_angle(reader.model(), ends);
  if (!reader.more() || !reader.keyword("initial theta")) return angle;
  const double theta = reader.real();
  return theta - std::remainder(theta - angle, 2 * std::numbers::pi);
}

template <class Joint>
ElementReference read(Reader& reader, ElementInfo info, const JointEnds& ends) {
  const double angle = read_initial_angle(reader, ends);
  auto friction = read_optional_friction(reader, true);
  return reader.model().add_element(std::move(info),
                                    Joint(ends.node1, ends.at1, ends.node2, ends.at2, angle, std::move(friction)));
}

}  // namespace

ElementReference read_revolute_hinge(Reader& reader, ElementInfo info) {
  return read<RevoluteHinge>(reader, std::move(info), read_two_nodes(reader, Offsets::required));
}

ElementReference read_revolute_pin(Reader& reader, ElementInfo info) {
  return read<RevolutePin>(reader, std::move(info), read_pin(reader, Offsets::required));
}

}  // namespace flexura
