// Names of units of physical dimensions in a system of units.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/options.h"

namespace flexura {

/// The systems `output units` knows by name: MKS, CGS, MMTMS, MMKGMS.
std::optional<UnitSystem> unit_system(std::string_view name);

/// Physical dimensions that have a unit in words, as entities give them ("Force", "Angular velocity", ...).
std::vector<std::string> known_dimensions();

/// Unit of a dimension, e.g. "kg m s^-1" of "Momentum" in MKS; the dimension itself when it is not known (or is already
/// a unit, such as "deg").
std::string unit_of(std::string_view dimension, const UnitSystem& units);

}  // namespace flexura
