#include "elements/fluids/hydraulic_fluid.h"

#include <set>

#include <fmt/format.h>

#include "input/run_storage.h"

namespace flexura {

std::shared_ptr<FluidLibrary> FluidLibrary::of(const std::shared_ptr<SymbolTable>& symbols) {
  return run_storage<FluidLibrary>(symbols);
}

namespace {

using Kind = HydraulicFluid::Kind;

void read_density(Reader& reader, HydraulicFluid& fluid) {
  fluid.reference_density = reader.positive_real("density of the fluid");
  if (fluid.kind == Kind::incompressible) return;
  if (reader.keyword("sound celerity")) {
    const double celerity = reader.positive_real("sound celerity");
    fluid.bulk_modulus = fluid.reference_density * celerity * celerity;
  } else {
    fluid.bulk_modulus = reader.positive_real("bulk modulus of the fluid");
  }
  fluid.reference_pressure = reader.real();
  if (fluid.kind != Kind::linear_thermal) return;
  fluid.thermal_expansion = reader.real();
  fluid.reference_temperature = reader.real();
}

/// One of the properties; false when the next argument is none of them.
bool read_property(Reader& reader, HydraulicFluid& fluid, std::set<int>& seen) {
  const SourceLocation at = reader.where_next();
  const int which = reader.one_of({"density", "viscosity", "pressure", "temperature"});
  if (which < 0) return false;
  if (!seen.insert(which).second) reader.fail_at(at, "this property of the fluid has been given already");
  switch (which) {
    case 0:
      read_density(reader, fluid);
      break;
    case 1:
      fluid.viscosity = reader.non_negative_real("viscosity of the fluid");
      break;
    case 2:
      if (fluid.kind != Kind::incompressible) reader.fail_at(at, "only an incompressible fluid has a `pressure`");
      fluid.pressure = reader.real();
      break;
    default:
      if (fluid.kind == Kind::linear_thermal)
        reader.fail_at(at, "the temperature of a thermal fluid is that of its nodes");
      fluid.temperature = reader.real();
  }
  return true;
}

void read_fluid_card(Reader& reader) {
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  auto fluid = read_fluid(reader);
  if (!FluidLibrary::of(reader.shared_symbols())->fluids.try_emplace(label, std::move(fluid)).second)
    reader.fail_at(label_at, fmt::format("hydraulic fluid {} is already defined", label));
}

}  // namespace

std::shared_ptr<const HydraulicFluid> read_fluid(Reader& reader) {
  if (reader.keyword("reference")) {
    const unsigned label = reader.label();
    const auto library = FluidLibrary::of(reader.shared_symbols());
    const auto found = library->fluids.find(label);
    if (found != library->fluids.end()) return found->second;
    std::vector<std::string> labels;
    for (const auto& [other, fluid] : library->fluids) labels.push_back(std::to_string(other));
    reader.fail(fmt::format("hydraulic fluid {} is not defined{}", label, did_you_mean(std::to_string(label), labels)));
  }
  auto fluid = std::make_shared<HydraulicFluid>();
  fluid->kind = static_cast<Kind>(
      reader.choice({"incompressible", "linear compressible", "linear thermal compressible", "super", "exponential"},
                    "hydraulic fluid"));
  std::set<int> seen;
  while (reader.more() && read_property(reader, *fluid, seen)) {
  }
  if (!seen.count(0)) reader.fail("the density of the fluid is missing");
  if (fluid->kind == Kind::exponential) fluid->saturation_pressure = reader.real();
  return fluid;
}

void register_fluid_card(CardRegistry& registry) {
  registry.add("hydraulic fluid", read_fluid_card, "define a hydraulic fluid by label");
}

}  // namespace flexura
