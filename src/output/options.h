// What the model file and the command line say about results: which, where, in which format and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "math/rotation.h"
#include "model/drive.h"
#include "model/state.h"

namespace flexura {

/// Kinds of entities with a default output flag of their own (`default output`).
enum class OutputKind : int {
  reference_frames,
  drive_callers,
  abstract_nodes,
  electric_nodes,
  hydraulic_nodes,
  structural_nodes,
  accelerations,  ///< of structural nodes
  thermal_nodes,
  aerodynamic_elements,
  aeromodals,
  air_properties,
  beams,
  electric_bulk_elements,
  electric_elements,
  external_elements,
  forces,
  genels,
  gravity,
  hydraulic_elements,
  induced_velocity_elements,
  joints,
  loadable,
  plates,
  solids,
  rigid_bodies,
  thermal_elements,
  count  ///< how many there are
};

/// Default output flags: everything but reference frames, drive callers and accelerations.
class DefaultOutput {
 public:
  [[nodiscard]] bool operator[](OutputKind kind) const { return (bits_ & bit(kind)) != 0; }
  void set(OutputKind kind, bool on = true) { bits_ = on ? bits_ | bit(kind) : bits_ & ~bit(kind); }
  void set_all() { bits_ = all; }
  void set_none() { bits_ = 0; }

 private:
  static constexpr std::uint32_t bit(OutputKind kind) { return std::uint32_t{1} << static_cast<int>(kind); }
  static constexpr std::uint32_t all = (std::uint32_t{1} << static_cast<int>(OutputKind::count)) - 1;
  std::uint32_t bits_ =
      all & ~(bit(OutputKind::reference_frames) | bit(OutputKind::drive_callers) | bit(OutputKind::accelerations));
};

/// `default beam output` and `default aerodynamic output`: variables written to the binary file.
struct VariableFlags {
  bool position = false, orientation = false, velocity = false, angular_velocity = false;
  bool force = true, moment = true;
  bool linear_strain = false, angular_strain = false, linear_strain_rate = false, angular_strain_rate = false;
  OrientationFormat orientation_format = OrientationFormat::euler123;
};

/// `output units`: names of the base units, which change no number.
struct UnitSystem {
  std::string name;  ///< "MKS", "CGS", "MMTMS", "MMKGMS", "Custom"
  std::string length, mass, time, current, temperature;
};

/// Kinds of binary result files of the NetCDF family.
enum class NetcdfFormat {
  classic,
  classic64,
  nc4,
  nc4classic,
  arrays  ///< nc4 with one variable a kind of entities and quantity, written by all ranks
};

/// A row of the file of reference frames.
struct ReferenceFrameRow {
  unsigned label = 0;
  NodeState frame;  ///< global axes
  OrientationFormat orientation_format = OrientationFormat::euler123;
};

/// Everything about results that is not the property of one node or element (those carry their own flags).
/// The default orientation format is Model::default_orientation.
struct OutputOptions {
  std::string prefix;  ///< results go to <prefix>.<extension>

  int precision = 6;   ///< decimals in text files, `.out` and `.log` excepted
  int frequency = 1;   ///< results every so many steps, counted from the initial time
  DrivePointer meter;  ///< results when it is not zero; null: always. Stands in the place of `frequency`

  DefaultOutput defaults;
  VariableFlags beams, aerodynamics;

  /// `output results`: unset means that nobody asked, and the size of the model decides.
  std::optional<bool> netcdf;
  std::optional<bool> text;
  NetcdfFormat netcdf_format = NetcdfFormat::classic;
  bool sync = false;  ///< every written instant can be read at once by other programs

  bool monitors = false;  ///< energy, momentum and violation of constraints in <prefix>.mon

  int vtk_every = 0;  ///< steps from one VTK picture to the next; 0: none

  std::optional<UnitSystem> units;
  std::vector<ReferenceFrameRow> reference_frames;  ///< filled when their output is on
};

}  // namespace flexura
