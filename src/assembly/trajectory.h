// The state of the model in time: current values, the past that the integration formula looks at, and the step between.
#pragma once

#include <span>
#include <vector>

#include "assembly/model_part.h"
#include "assembly/node_array.h"
#include "assembly/numbering.h"
#include "assembly/rotation_formula.h"
#include "assembly/stage_formula.h"
#include "model/model.h"

namespace flexura {

/// Current state of nodes and own unknowns, with the history an integration formula needs.
///
/// A stage goes: begin_stage (known parts, prediction), update with each Newton increment, accept. Rotations: within a
/// stage R = R(g) R_pred, with g the Gibbs-Rodrigues parameters of the rotation from the predicted orientation and the
/// formula applied to g, with all past orientations expressed in that chart (w = G(g) g'). The Newton unknown of a
/// rotation is theta/c, theta the spatial incremental rotation; State::spin carries the exact tangent of w.
class Trajectory {
 public:
  Trajectory(Model& model, const Numbering& numbering);

  /// The state elements read. Pointers stay valid for the life of the object.
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] State& state() { return state_; }
  /// Those this rank knows: its own, its halo, and all without unknowns.
  [[nodiscard]] NodeArray<NodeState>& nodes() { return nodes_; }
  [[nodiscard]] const std::vector<double>& values() const { return y_; }
  [[nodiscard]] std::vector<double>& values() { return y_; }
  [[nodiscard]] std::vector<double>& rates() { return y_rate_; }
  [[nodiscard]] const std::vector<double>& momenta() const { return momentum_; }
  [[nodiscard]] const std::vector<double>& momentum_rates() const { return momentum_rate_; }

  /// Starts the stage at time + time_fraction h: history, known parts and predicted state. `others` are the formulas of
  /// the methods 1, 2, ... that nodes and elements name (`method: hybrid`); without them `formula` holds for all.
  void begin_stage(const StageFormula& formula, double time, double step_size,
                   std::span<const StageFormula> others = {});
  /// How the formula is applied to rotations from the next stage on.
  void set_rotations(RotationFormula rotations);
  /// Adds a Newton increment, local numbering (owned and ghosts); see src/model/local.h for what its entries are.
  void update(const double* increment);
  /// What update() changes.
  struct Iterate {
    NodeArray<NodeState> nodes;
    NodeArray<Mat3> spin;
    std::vector<double> y, y_rate;
    NodeArray<Vec3> g_rate;
  };
  /// Changes the rotation parts of a vector of owned unknowns from rates of the chart of the stage, whose coordinates
  /// form a vector space, to the turns that update() takes, at the present orientations; or back.
  void change_rotations(double* increment, bool to_turns) const;
  /// Copies the present iterate, and returns to one of the same stage.
  void get(Iterate& iterate) const;
  void set(const Iterate& iterate);
  /// Largest |c dv| relative to max(1, |x|) and |theta| of the increment over local nodes.
  [[nodiscard]] double relative_size(const double* increment) const;
  /// Largest |theta| of the increment over local nodes, rad.
  [[nodiscard]] double largest_turn(const double* increment) const;
  /// Sum of the squares of the rates of the owned unknowns that have one: velocities and spins of nodes, x'.
  [[nodiscard]] double square_of_rates() const;
  /// Takes the present state as converged: momenta and accelerations, no history yet.
  void complete_stage();
  /// Puts the present state on top of the history, `interval` after the point before; `keep` points are kept.
  void accept(int keep, double interval);
  /// Forgets the past: the present state is the only point.
  void restart();
  /// Removes the most recent point (a stage of a step that is repeated).
  void forget_latest();
  /// Returns to the most recent accepted point.
  void restore();

  /// Motion from the point before the most recent one to that, local numbering: displacements of nodes, m, and
  /// Gibbs-Rodrigues parameters of their rotations; zero for everything else and when there is one point only.
  void latest_motion(std::vector<double>& motion) const;
  /// Takes over the internal variables of the present state: a part of a step that is not repeated.
  void keep_memory();

  /// Takes the most recent point as the end of an accepted step: internal variables, and what previous() shows.
  void end_step();

  /// Saves the accepted state and the history.
  void save(Snapshot& snapshot);
  /// Takes them back; end_step() has to follow, once everything that belongs to nodes is known.
  void restore(const Snapshot& snapshot);

  [[nodiscard]] int points() const { return static_cast<int>(history_.size()); }
  /// Sizes of the intervals between stored points, most recent first.
  [[nodiscard]] const std::vector<double>& past_steps() const { return past_steps_; }
  /// The state at the end of the last accepted step, for functions of the previous step.
  [[nodiscard]] const State& previous() const { return previous_; }

  /// Own unknowns of elements as they are before anything has happened, without rates and multipliers otherwise.
  void set_initial_unknowns();
  /// Momenta from the present velocities and their rates from the present accelerations (initial time).
  void set_initial_momenta();

 private:
  struct Point {
    double time = 0;
    NodeArray<NodeState> nodes;
    std::vector<double> y, y_rate, momentum, momentum_rate;
  };

  [[nodiscard]] bool has_rotation(NodeIndex i) const;
  void scalars(Archive& archive);
  static void exchange(const ModelPart& part, Archive& archive, Point& point);
  void begin_rotation(const StageFormula& formula, NodeIndex i);
  void find_methods();
  void begin_hybrid(const StageFormula& formula, std::span<const StageFormula> others);
  [[nodiscard]] double coefficient(NodeIndex i) const { return state_.coefficient(numbering_.node(i)); }

  Model& model_;
  const Numbering& numbering_;
  State state_, previous_;
  NodeArray<NodeState> nodes_, previous_nodes_;
  NodeArray<Mat3> spin_;
  std::vector<double> previous_y_, previous_y_rate_;
  std::vector<double> y_, y_rate_, momentum_known_, momentum_, momentum_rate_;
  std::vector<double> memory_accepted_, memory_trial_;
  NodeArray<Vec3> g_known_, g_rate_;  // of the rotation formula, in the chart at the predicted orientation
  NodeArray<Mat3> predicted_;         // orientation
  RotationFormula rotations_ = RotationFormula::chart;
  NodeArray<Vec3> w_predicted_;  // RotationFormula::increment
  std::vector<double> y_known_;
  std::vector<int> method_of_unknown_, method_of_momentum_;  // empty when there is only one method
  std::vector<double> coefficients_;
  std::vector<Point> history_;  // most recent first
  std::vector<Point> spare_;    // storage of points that fell out of the history
  std::vector<double> past_steps_;
};

}  // namespace flexura
