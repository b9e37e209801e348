// Sums over the model that a right motion keeps: energy, momentum, how far the constraints are violated.
#pragma once

#include <mpi.h>

#include <array>
#include <string_view>
#include <vector>

#include "assembly/partition.h"
#include "model/model.h"

namespace flexura {

/// What a row of `.mon` says of an instant. Momenta are about the origin of the global frame, which turns with the
/// model where `rigid body kinematics` makes it turn: then they are relative, like everything.
struct MonitorValues {
  double kinetic = 0;                  ///< J; zero in static problems
  double potential = 0;                ///< J: gravity, and linear laws of beams, springs and deformable joints
  Vec3 momentum = Vec3::Zero();        ///< kg m/s
  Vec3 moment = Vec3::Zero();          ///< momenta moment about the origin, kg m^2/s
  double gap = 0, turn = 0;            ///< largest violation of constraints: m (and what is no angle); rad
  double gap_rate = 0, turn_rate = 0;  ///< of their rates, and of constraints on velocities
};

/// A variable of the binary file.
struct MonitorVariable {
  const char* name;
  int rows;
  const char* dimension;
  const char* description;
};

/// Those of a row, in its order; potential and kinetic energy have their sum behind them.
inline constexpr std::array monitor_variables{
    MonitorVariable{"run.kinetic_energy", 1, "Energy", "kinetic energy"},
    MonitorVariable{"run.potential_energy", 1, "Energy", "potential energy: gravity, linear laws"},
    MonitorVariable{"run.energy", 1, "Energy", "their sum"},
    MonitorVariable{"run.momentum", 3, "Momentum", "momentum, global axes"},
    MonitorVariable{"run.momenta_moment", 3, "Momenta moment", "momenta moment about the origin, global axes"},
    MonitorVariable{"run.violated_lengths", 1, "Length", "largest violation of a constraint of positions"},
    MonitorVariable{"run.violated_angles", 1, "Angle", "largest violation of a constraint of orientations"},
    MonitorVariable{"run.violated_velocities", 1, "Velocity",
                    "largest violation of a rate, or constraint, of velocity"},
    MonitorVariable{"run.violated_angular_velocities", 1, "Angular velocity", "the same of angular velocity"}};

/// The numbers of a row behind its time.
[[nodiscard]] std::array<double, 13> monitor_row(const MonitorValues& values);

/// Computes them on any number of ranks.
class Monitors {
 public:
  /// Model and ownership are referred to; batches have their unknowns numbered.
  Monitors(const Model& model, const Ownership& ownership, MPI_Comm communicator);
  /// Collective. Momenta by ElementBatch::first_momentum.
  [[nodiscard]] MonitorValues at(const State& state, const double* momenta) const;

  static constexpr std::string_view header =
      "time, kinetic and potential energy, their sum, momentum (3), momenta moment about the origin (3), largest "
      "violation of "
      "position constraints (length, angle) and of their rates (velocity, angular velocity)";

 private:
  void add_constraints(const State& state, MonitorValues& sums) const;

  const Model& model_;
  MPI_Comm communicator_;
  std::vector<std::vector<int>> here_;  ///< by batch: elements of this rank
  mutable std::vector<double> rows_;    ///< by local number
};

}  // namespace flexura
