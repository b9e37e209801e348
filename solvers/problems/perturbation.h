// The state of a model with one thing changed: how drives, residuals and data of elements answer.
#pragma once

#include <vector>

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "model/model.h"

namespace flexura {

/// A copy of a state that can be disturbed. What drives give is computed anew from it, so that the model itself stays
/// as it is. All functions are collective and do the same on every rank.
class Perturbation {
 public:
  /// What an unknown is changed in.
  enum class Part { value, rate, acceleration };

  Perturbation(const Assembler& assembler, const Numbering& numbering, const Model& model, const State& state,
               const DriveContext& context);
  Perturbation(const Perturbation&) = delete;
  Perturbation& operator=(const Perturbation&) = delete;

  /// The state as it was.
  void reset();
  /// Adds to an unknown by its global number; of rotations a spatial one, with which angular velocity and acceleration
  /// turn; its rate w' = theta' - w x theta as in solvers/problems/linearisation.h.
  void add(PetscInt unknown, Part part, double amount);
  /// Values of all drives at the disturbed state.
  void evaluate_drives();
  [[nodiscard]] double drive(DriveId id) const { return drives_[id].f; }
  [[nodiscard]] const Taylor2& drive_value(DriveId id) const { return drives_[id]; }
  /// Puts another value in the place of a drive's own, until drives are evaluated again.
  void set_drive(DriveId id, const Taylor2& value);
  /// The equations at the disturbed state, those of all ranks, unscaled (c = 1).
  [[nodiscard]] std::vector<double> residual();

  /// Sizes that changes are measured with: extent of the model, m; value of an unknown.
  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] bool is_length(PetscInt unknown) const { return kind_[unknown] == 1; }
  [[nodiscard]] bool is_angle(PetscInt unknown) const { return kind_[unknown] == 2; }
  [[nodiscard]] double value(PetscInt unknown) const { return value_[unknown]; }
  /// Numbers of all ranks' owned entries, in the global order.
  [[nodiscard]] std::vector<double> gather(const double* owned) const;

 private:
  void evaluate_drives_into_state();
  void set_environment();

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  const State& original_;
  DriveContext context_;
  State state_;
  int ranks_ = 1;
  std::vector<NodeState> nodes_;
  std::vector<double> y_, y_rate_, memory_, observed_;
  std::vector<Taylor2> drives_;
  std::vector<char> has_observed_;
  MovingFrame frame_;
  VecHandle residual_;
  double length_ = 1;
  struct Place {
    NodeIndex node = -1;  ///< -1: an own unknown of an element, or not on this rank
    int component = 0;
    int local = -1;
  };
  std::vector<Place> place_;   // by global number
  std::vector<char> kind_;     // by global number: 1 position, 2 rotation, 0 other
  std::vector<double> value_;  // by global number: of scalar nodes and own unknowns
};

}  // namespace flexura
