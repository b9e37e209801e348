// Hydraulic fluids of `hydraulic fluid` cards.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "input/reader.h"

namespace flexura {

/// Properties of a fluid, in any consistent units (language manual, "hydraulic fluid").
struct HydraulicFluid {
  enum class Kind { incompressible, linear_compressible, linear_thermal, super, exponential };

  Kind kind = Kind::incompressible;
  double reference_density = 0;
  double bulk_modulus = 0;
  double reference_pressure = 0;  ///< at which the fluid has the reference density
  double thermal_expansion = 0;   ///< by volume, 1/K
  double reference_temperature = 0;
  double saturation_pressure = 0;     ///< `exponential`
  double viscosity = 0;               ///< dynamic
  std::optional<double> pressure;     ///< of an incompressible fluid, unset when the card gives none
  std::optional<double> temperature;  ///< of the whole circuit
};

/// The fluids of a model by label.
struct FluidLibrary {
  std::map<unsigned, std::shared_ptr<const HydraulicFluid>> fluids;
  static std::shared_ptr<FluidLibrary> of(const std::shared_ptr<SymbolTable>& symbols);
};

/// `type, properties` or `reference, label`. Throws InputError.
std::shared_ptr<const HydraulicFluid> read_fluid(Reader& reader);

/// Adds the card `hydraulic fluid : label, fluid;`.
void register_fluid_card(CardRegistry& registry);

}  // namespace flexura
