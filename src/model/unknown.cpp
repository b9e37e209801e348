#include "model/unknown.h"

#include <array>

namespace flexura {

std::string_view name_of(Dimension dimension) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Dimension::count)> names = {
      "dimensionless",    "force",          "moment",
      "length",           "angle",          "velocity",
      "angular velocity", "acceleration",   "angular acceleration",
      "momentum",         "momenta moment", "generalized force",
      "pressure",         "flow",           "mass flow",
      "voltage",          "current",        "charge",
      "temperature",      "heat flow"};
  return names[static_cast<std::size_t>(dimension)];
}

}  // namespace flexura
