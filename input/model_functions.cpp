// Names of the `model::` namespace.
#include <algorithm>
#include <array>

#include "input/expression.h"

namespace flexura {

namespace {

constexpr std::array one_node = std::to_array<std::string_view>(
    {"position", "position2", "xposition", "yposition", "zposition", "angle", "xangle", "yangle", "zangle", "velocity",
     "velocity2", "xvelocity", "yvelocity", "zvelocity", "angvel", "angvel2", "xangvel", "yangvel", "zangvel"});
constexpr std::array two_nodes = std::to_array<std::string_view>(
    {"distance", "distance2", "xdistance", "ydistance", "zdistance", "distancep", "xunitvec", "yunitvec",
     "zunitvec", "anglerel",  "xanglerel", "yanglerel", "zanglerel", "vrel",      "vrel2",    "xvrel",
     "yvrel",    "zvrel",     "angvrel",   "angvrel2",  "xangvrel",  "yangvrel",  "zangvrel"});
constexpr std::string_view previous_suffix = "_prev";

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// "a::b" with a known family and a non-empty name.
bool in_family(std::string_view name, std::string_view family) {
  return name.size() > family.size() && name.substr(0, family.size()) == family;
}

}  // namespace

std::pair<int, int> ModelFunctions::arity(std::string_view name) {
  std::string_view base = name;
  if (base.size() > previous_suffix.size() && base.substr(base.size() - previous_suffix.size()) == previous_suffix) {
    base.remove_suffix(previous_suffix.size());
  }
  if (contains(one_node, base)) return {1, 1};
  if (contains(two_nodes, base)) return {2, 2};
  if (name == "current") return {1, 1};
  if (name == "drive" || name == "drivep" || in_family(name, "sf::") || in_family(name, "element::")) return {1, 2};
  if (in_family(name, "node::")) return {2, 2};
  return {-1, -1};
}

bool ModelFunctions::is_known(std::string_view name) { return arity(name).first >= 0; }

std::vector<std::string> ModelFunctions::names() {
  std::vector<std::string> result = {"current", "drive", "drivep", "sf::NAME", "node::TYPE", "element::TYPE"};
  for (const auto name : one_node) result.emplace_back(name);
  for (const auto name : two_nodes) result.emplace_back(name);
  const std::size_t plain = result.size();
  for (std::size_t i = 6; i < plain; ++i) result.push_back(result[i] + std::string(previous_suffix));
  return result;
}

}  // namespace flexura
