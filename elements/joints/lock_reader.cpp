#include <fmt/format.h>

#include "elements/joints/attachment_reader.h"
#include "elements/joints/lock.h"
#include "elements/joints/readers.h"

namespace flexura {

namespace {

/// Which freedoms a joint of this name locks; the axis of the joint is axis 1 of its frames.
std::array<bool, 6> read_locked(Reader& reader) {
  switch (reader.choice({"fix", "coaxial", "prismatic", "revolute", "orthogonal", "parallel", "plane", "spherical",
                         "distance along", "freedoms"},
                        "what the joint locks")) {
    case 0:
      return {true, true, true, true, true, true};
    case 1:
      return {false, true, true, false, true, true};
    case 2:
      return {false, true, true, true, true, true};
    case 3:
      return {true, true, true, false, true, true};
    case 4:
      return {false, false, false, true, false, false};
    case 5:
      return {false, false, false, false, true, true};
    case 6:
      return {true, false, false, false, true, true};
    case 7:
      return {true, true, true, false, false, false};
    case 8:
      return {true, false, false, false, false, false};
    default:
      break;
  }
  std::array<bool, 6> locked{};
  for (bool& one : locked) one = reader.choice({"free", "locked"}, "state of a freedom") == 1;
  return locked;
}

/// `[, word, T3]`: motion along or about freedoms that are locked.
Drive3 read_motion(Reader& reader, std::string_view word, const std::array<bool, 6>& locked, int first) {
  if (!reader.more() || !reader.keyword(word)) return {};
  const SourceLocation at = reader.where();
  if (!locked[first] && !locked[first + 1] && !locked[first + 2])
    reader.fail_at(at, fmt::format("the joint locks nothing that `{}` could lead", word));
  return reader.drive3();
}

}  // namespace

ElementReference read_lock(Reader& reader, ElementInfo info) {
  const JointEnds ends = read_two_nodes(reader, Offsets::optional);
  const std::array<bool, 6> locked = read_locked(reader);
  if (locked == std::array<bool, 6>{}) reader.fail("the joint locks nothing");
  Drive3 position = read_motion(reader, "position", locked, 0);
  Drive3 rotation = read_motion(reader, "rotation", locked, 3);
  bool stiffness = true;
  if (reader.more() && reader.keyword("constraint stiffness")) stiffness = reader.yes_no();
  return reader.model().add_element(std::move(info), Lock(ends.node1, ends.at1, ends.node2, ends.at2, locked,
                                                          std::move(position), std::move(rotation), stiffness));
}

}  // namespace flexura
