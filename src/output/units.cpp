#include "output/units.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace flexura {

namespace {

/// Exponents of length, mass, time, current, temperature.
struct DimensionRow {
  std::string_view name;
  std::array<int, 5> power;
  bool angle = false;        ///< a "rad" stands before the rest
  std::string_view si = {};  ///< the unit's own name in MKS
};

constexpr DimensionRow dimensions[] = {
    {"Dimensionless", {0, 0, 0, 0, 0}},
    {"Boolean", {0, 0, 0, 0, 0}},
    {"Length", {1, 0, 0, 0, 0}},
    {"Mass", {0, 1, 0, 0, 0}},
    {"Time", {0, 0, 1, 0, 0}},
    {"Current", {0, 0, 0, 1, 0}},
    {"Temperature", {0, 0, 0, 0, 1}},
    {"Angle", {0, 0, 0, 0, 0}, true},
    {"Area", {2, 0, 0, 0, 0}},
    {"Volume", {3, 0, 0, 0, 0}},
    {"Velocity", {1, 0, -1, 0, 0}},
    {"Acceleration", {1, 0, -2, 0, 0}},
    {"Angular velocity", {0, 0, -1, 0, 0}, true},
    {"Angular acceleration", {0, 0, -2, 0, 0}, true},
    {"Force", {1, 1, -2, 0, 0}, false, "N"},
    {"Moment", {2, 1, -2, 0, 0}, false, "N m"},
    {"Momentum", {1, 1, -1, 0, 0}},
    {"Momenta moment", {2, 1, -1, 0, 0}},
    {"Inertia matrix", {2, 1, 0, 0, 0}},
    {"Static moment", {1, 1, 0, 0, 0}},
    {"Frequency", {0, 0, -1, 0, 0}, false, "Hz"},
    {"Linear strain", {0, 0, 0, 0, 0}},
    {"Angular strain", {-1, 0, 0, 0, 0}},
    {"Linear strain rate", {0, 0, -1, 0, 0}},
    {"Angular strain rate", {-1, 0, -1, 0, 0}},
    {"Force per unit length", {0, 1, -2, 0, 0}, false, "N m^-1"},
    {"Moment per unit length", {1, 1, -2, 0, 0}, false, "N"},
    {"Stress", {-1, 1, -2, 0, 0}, false, "Pa"},
    {"Pressure", {-1, 1, -2, 0, 0}, false, "Pa"},
    {"Density", {-3, 1, 0, 0, 0}},
    {"Viscosity", {-1, 1, -1, 0, 0}},
    {"Energy", {2, 1, -2, 0, 0}, false, "J"},
    {"Power", {2, 1, -3, 0, 0}, false, "W"},
    {"Flow", {3, 0, -1, 0, 0}},
    {"Mass flow", {0, 1, -1, 0, 0}},
    {"Voltage", {2, 1, -3, -1, 0}, false, "V"},
    {"Charge", {0, 0, 1, 1, 0}, false, "C"},
    {"Voltage derivative", {2, 1, -4, -1, 0}, false, "V s^-1"},
    {"Temperature derivative", {0, 0, -1, 0, 1}},
    {"Heat flow", {2, 1, -3, 0, 0}, false, "W"},
};

/// "1/Length/Time": one over base dimensions.
std::optional<DimensionRow> reciprocal(std::string_view text) {
  if (!text.starts_with("1/")) return std::nullopt;
  DimensionRow result{text, {0, 0, 0, 0, 0}};
  text.remove_prefix(2);
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find('/'));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const auto row = std::find_if(std::begin(dimensions), std::end(dimensions),
                                  [&](const DimensionRow& candidate) { return candidate.name == word; });
    if (row == std::end(dimensions)) return std::nullopt;
    for (std::size_t k = 0; k < result.power.size(); ++k) result.power[k] -= row->power[k];
  }
  return result;
}

std::string unit_text(const DimensionRow& row, const UnitSystem& units) {
  if (units.name == "MKS" && !row.si.empty()) return std::string(row.si);
  const std::array<const std::string*, 5> base{&units.length, &units.mass, &units.time, &units.current,
                                               &units.temperature};
  std::string text = row.angle ? "rad" : "";
  // Mass first, as in "kg m s^-2".
  for (const int k : {1, 0, 2, 3, 4}) {
    if (row.power[k] == 0) continue;
    if (!text.empty()) text += ' ';
    text += *base[k];
    if (row.power[k] != 1) text += "^" + std::to_string(row.power[k]);
  }
  return text.empty() ? "-" : text;
}

}  // namespace

std::optional<UnitSystem> unit_system(std::string_view name) {
  if (name == "MKS") return UnitSystem{"MKS", "m", "kg", "s", "A", "K"};
  if (name == "CGS") return UnitSystem{"CGS", "cm", "kg", "s", "A", "K"};
  if (name == "MMTMS") return UnitSystem{"MMTMS", "mm", "ton", "ms", "A", "K"};
  if (name == "MMKGMS") return UnitSystem{"MMKGMS", "mm", "kg", "ms", "A", "K"};
  return std::nullopt;
}

std::vector<std::string> known_dimensions() {
  std::vector<std::string> names;
  for (const auto& row : dimensions) names.emplace_back(row.name);
  return names;
}

std::string unit_of(std::string_view dimension, const UnitSystem& units) {
  for (const auto& row : dimensions)
    if (row.name == dimension) return unit_text(row, units);
  if (const auto row = reciprocal(dimension)) return unit_text(*row, units);
  return std::string(dimension);
}

}  // namespace flexura
