// Arc-length continuation: equilibria of a static problem through limits of the load.
#pragma once

#include <array>
#include <vector>

#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/redundancy.h"
#include "solvers/nonlinear/singular_matrix.h"
#include "solvers/problems/static_steps.h"

namespace flexura {

/// Follows the curve F(x, t) = 0 of equilibria with the time t, on which the loads depend, as one more unknown.
///
/// A step of length l goes along the secant of the last one (the first along the tangent) and returns to the curve at
/// right angles to it:  F(x, t) = 0,  d . (x - x_predicted) = 0,  which is solved with the factors of dF/dx alone:
/// u = a + dt b with J a = F, J b = dF/dt, dt = -(d . a)/(d . b). dF/dt is a central difference; loads that are linear
/// in time make it exact. The length of a motion is the root mean square of the displacements of the nodes and of their
/// rotations times `turn_length`.
/// Sources: H. B. Keller, in: P. Rabinowitz (ed.), Applications of Bifurcation Theory, 1977, 359; E. Riks, Int. J.
/// Solids Struct. 15 (1979) 529; M. A. Crisfield, Comput. Struct. 13 (1981) 55.
class ArcLength final : public Border {
 public:
  ArcLength(const Model& model, const Numbering& numbering, const Assembler& assembler, Trajectory& trajectory,
            DriveTable& drives, Newton& newton, LinearSolver& linear, Redundancy& redundancy, StaticSteps& statics,
            const ArcSettings& settings, double time_step);

  /// The next equilibrium on the curve, or that at `last` when the curve would pass that time. `time` is that of the
  /// last equilibrium and becomes that of the new one, which is put on the history. Throws Error where the curve cannot
  /// be followed further.
  NewtonReport advance(double& time, double last);
  void correct(Vec increment) override;

  /// Saves the course of the steps, or takes it back. Collective.
  void remember(Archive& archive);
  /// Whether the number of steps that was asked for has been made.
  [[nodiscard]] bool exhausted() const { return steps_ >= settings_.steps; }
  /// The extreme of the time (load) between the last steps, found by a parabola; null when the last step passed none.
  [[nodiscard]] const double* limit() const { return passed_limit_ ? &limit_ : nullptr; }

 private:
  [[nodiscard]] double product(Vec a, Vec b) const;
  [[nodiscard]] double size(Vec a) const;
  void measure(double time_step);
  void motion_to(Vec direction) const;
  void load_rate(Vec rate);
  void start(double time);
  void predict(double time);
  bool take(double time, double reached);
  void note(double reached, double length);

  const Model& model_;
  const Numbering& numbering_;
  const Assembler& assembler_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  Newton& newton_;
  LinearSolver& linear_;
  Redundancy& redundancy_;
  StaticSteps& statics_;
  const ArcSettings& settings_;
  double h_;                    // scale of times
  std::vector<double> weight_;  // of owned unknowns in the square of a length
  VecHandle direction_, motion_, rate_, other_, solution_;
  mutable std::vector<double> local_;
  double length_, last_length_ = 0;  // of the next step and of the last
  double last_change_ = 0;           // of the time in the last step
  double time_ = 0;                  // of the iterate
  std::int64_t steps_ = 0;
  bool started_ = false, passed_limit_ = false;
  double limit_ = 0;
  std::array<double, 3> times_{}, arcs_{};  // of the last points, newest first
};

}  // namespace flexura
