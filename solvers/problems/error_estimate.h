// Local error of a step of any integration method, from the differences of the positions it has reached.
#pragma once

#include <mpi.h>

#include <array>
#include <vector>

#include "assembly/model_part.h"
#include "assembly/numbering.h"
#include "model/model.h"
#include "solvers/integrators/method.h"
#include "solvers/problems/settings.h"

namespace flexura {

/// What a step of size h adds to the error of the motion: constant * h^(order + 1) times the derivative of that order
/// plus one.
struct LocalError {
  int order = 2;
  double constant = 1.0 / 12;
};

/// The local error of a method on x' = t and x' = t^2/2, steps of equal size. Positions on constraints are of second
/// order at most whatever the method, so that none counts as better than that; with s stages the constant is
/// r^3/(12 s^2) at least, that of s trapezoidal steps up to the farthest stage, at r h; r = 1 when none lies behind the
/// end of the step. With such stages errors of velocities across constraints are large, and where they do not alternate
/// but add up to a multiple of themselves (`mssth` with radius rho: 1/(1 - rho)), its square is a further factor: found
/// by trial, as positions feel them through the reactions of all later steps.
LocalError local_error(const Method& method, double rho);

/// Estimates with divided differences of positions, of orientations in the chart at the oldest one, and of differential
/// own unknowns. Velocities are not looked at: across constraints they are not smooth from step to step, positions are.
///
/// Errors are allowed in proportion to time, so that they add up to the tolerance over the whole analysis: `error`
/// below is 1 when a step uses up its share. Allowed are the absolute tolerances the user gave by physical dimension,
/// else the relative one times a size of the model: its extent, one radian, the largest value of an own unknown so far.
/// Errors made while a motion develops are carried along and grow with it: until the model has moved by its size the
/// share of lengths and angles is in proportion to the motion, though no smaller than smallest_share.
class ErrorEstimate {
 public:
  ErrorEstimate(const Model& model, const Numbering& numbering, const ErrorStrategy& settings, LocalError method,
                double duration, MPI_Comm communicator);

  /// Begins anew from this state, whose velocities and accelerations are exact: an initial state, or an event.
  void restart(const State& state);
  /// Largest error of the step of size h that has led to this state, relative to its share. Collective.
  double error(const State& state, double h);
  /// Takes the state as the end of a step.
  void accept(const State& state, double h);
  [[nodiscard]] int order() const { return method_.order; }
  /// Saves the points the next differences are made of, or takes them back.
  void save(Snapshot& snapshot);
  void restore(const Snapshot& snapshot);

 private:
  static constexpr int most_nodes = 4;  // of the divided differences
  static constexpr double smallest_share = 0.03;
  struct Point {
    double step = 0;  // that led here
    NodeArray<NodeState> nodes;
    std::vector<double> y;
  };

  void store(const State& state, double h);
  void measure_sizes(const State& state);
  void measure_motion(const State& state);
  [[nodiscard]] double share(Dimension dimension);
  /// Highest divided difference: `value(k)` at the k-th point (0: the new one), `rate` and `half_acceleration` at the
  /// oldest one, which counts several times where points are missing.
  template <class T, class Value>
  T difference(Value&& value, const T& rate, const T& half_acceleration) const;
  void add(Dimension dimension, double error);

  const Model& model_;
  const Numbering& numbering_;
  const ErrorStrategy& settings_;
  LocalError method_;
  double duration_;
  MPI_Comm communicator_;
  bool shared_ = false;
  std::vector<Point> points_;  // accepted, newest first
  Point start_;                // of the analysis
  int count_ = 0;
  std::array<double, most_nodes> times_{};  // of the nodes of the present estimate
  static constexpr auto dimensions = static_cast<std::size_t>(Dimension::count);
  std::array<double, dimensions> size_{}, largest_{};
  std::array<double, dimensions> moved_{};  // farthest from the start, as far as lengths and angles go
};

}  // namespace flexura
