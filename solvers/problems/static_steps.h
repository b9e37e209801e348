// Steps of static problems: from equilibrium to equilibrium, by continuation where one Newton iteration does not get
// there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/drive_table.h"
#include "assembly/trajectory.h"
#include "solvers/nonlinear/newton.h"
#include "solvers/problems/relaxation.h"
#include "solvers/problems/settings.h"
#include "support/archive.h"

namespace flexura {

/// Equilibria of a static problem one after the other. Docs: docs/solvers.md.
///
/// The integration method has no part in it: a step goes from the last equilibrium at time t0 to that at t1, and is
/// predicted by the secant through the last two. What one iteration cannot reach, or reaches by turning nodes further
/// than `turn` per iteration, is reached in parts s in (0, 1]:
///
///   F(x, t0 + s (t1 - t0)) = (1 - s) F(x0, t0),
///
/// with the drives at the intermediate times and the forces that are not in balance at the beginning (a load that is
/// there at the initial time) taken away in proportion. A load that jumps between two times, which smaller parts do not
/// help with, is brought on in the same way at the time behind the jump: F(x, t') = (1 - s) F(x*, t'). What all that
/// does not reach is sought by relaxation when the settings say so.
class StaticSteps {
 public:
  StaticSteps(const Model& model, const Numbering& numbering, const Assembler& assembler, Trajectory& trajectory,
              DriveTable& drives, Newton& newton, const LoadSettings& settings);

  /// From the state at `time`, the front of the trajectory's history, to the equilibrium at time + h, which is put on
  /// the history. `rank_has_fallen` is asked when the matrix of the first try is singular: whether constraints have
  /// become dependent and are known now, or there are reactions now, so that it is worth another try. The iterations
  /// reported are those of all tries. Throws Error with the part of the step that was reached.
  NewtonReport advance(double time, double h, const std::function<bool()>& rank_has_fallen);

  /// The equilibrium at the time of the state the analysis begins with; h is a scale of times.
  NewtonReport settle(double time, double h);

  /// The next step is predicted without the motion of the last.
  void forget_motion() { last_ = 0; }
  /// Begins a stage at a time without prediction or, when `ratio` is positive, by that part of the last motion.
  void begin(double ratio, double time, double h);
  /// The largest rotation of a node between the last two points of the history, rad. Collective.
  [[nodiscard]] double latest_turn() const;

  /// Saves the course of the steps, or takes it back.
  void remember(Archive& archive) { archive(initial_, last_, divided_, parts_, relaxed_); }
  [[nodiscard]] std::int64_t divided() const { return divided_; }  ///< steps that were made in parts
  [[nodiscard]] std::int64_t parts() const { return parts_; }      ///< of those steps, in all
  [[nodiscard]] std::int64_t relaxed() const { return relaxed_; }  ///< steps that ended by relaxation

 private:
  /// A line from F(x, from) = rest_from to F(x, to) = rest_to; no rest means zero.
  struct Path {
    double from = 0, to = 0, h = 0;
    Vec rest_from = nullptr, rest_to = nullptr;
  };
  struct Progress {
    double s = 0;       ///< reached
    double ds = 1;      ///< of the next try
    int parts = 0;      ///< made
    bool whole = true;  ///< the present try is the whole step
  };

  NewtonReport go(Path path, const std::function<bool()>& rank_has_fallen);
  bool follow(const Path& path, Progress& progress, NewtonReport& total, const std::function<bool()>& rank_has_fallen);
  bool jump(const Path& path, Progress& progress, NewtonReport& total);
  bool relax(const Path& path, Progress& progress);
  void set_rest(const Path& path, double s);
  [[nodiscard]] double size_after_failure(const Error& failure, double ds) const;
  /// Residual of the present state as at the time, and whether it matters.
  bool residual_at(double time, double h, Vec rest);
  void finish(double h, bool smooth);

  const Model& model_;
  const Numbering& numbering_;
  const Assembler& assembler_;
  Trajectory& trajectory_;
  DriveTable& drives_;
  Newton& newton_;
  const LoadSettings& settings_;
  StageFormula formula_;
  VecHandle rest_, initial_rest_, jump_from_, jump_to_, absolute_;
  mutable std::vector<double> motion_;
  bool initial_ = true;  // no equilibrium yet
  double last_ = 0;  // time between the last two points when the motion between them predicts the next; 0: it does not
  std::int64_t divided_ = 0, parts_ = 0, relaxed_ = 0;
  std::string failure_;  // of the last try
  ExitCode failure_code_ = ExitCode::not_converged;
};

/// Whether a smaller static step may do better.
bool can_be_divided(const Error& failure);

}  // namespace flexura
