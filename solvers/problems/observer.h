// How a running analysis reports: accepted steps, messages; and how it is asked to stop.
#pragma once

#include <cstdint>
#include <string>

#include "model/state.h"
#include "solvers/problems/eigen_result.h"
#include "solvers/problems/state_space_result.h"
#include "support/snapshot.h"

namespace flexura {

/// One accepted step in numbers.
struct StepReport {
  std::int64_t step = 0;  ///< 0: the initial time
  double time = 0;
  double time_step = 0;
  int iterations = 0;
  double residual_error = 0;
  double solution_error = 0;
  bool solution_converged = false;  ///< the solution test ended the iteration
};

/// Receiver of results. Called on every rank; states are valid for the nodes and elements a rank owns.
class StepObserver {
 public:
  StepObserver() = default;
  StepObserver(const StepObserver&) = delete;
  StepObserver& operator=(const StepObserver&) = delete;
  virtual ~StepObserver() = default;

  /// A step (0: the initial state) is about to be computed; again when it failed and is repeated. May throw.
  virtual void begin_step(std::int64_t, double) {}
  /// The first prediction of a step and its time; again when the step is repeated. May throw.
  virtual void predicted(std::int64_t, double, const State&) {}
  /// A step (or the initial state, step 0) has been accepted. Momenta are indexed by ElementBatch::first_momentum.
  virtual void accepted(const StepReport& report, const State& state, const double* momenta,
                        const double* momentum_rates) = 0;
  /// A line for the user (on rank 0).
  virtual void message(const std::string& text) = 0;
  /// An eigenanalysis has been done at a state; the same result on all ranks. May throw.
  virtual void eigen(const EigenResult&, const State&) {}
  /// A linear model of the motion has been made; the same on all ranks. May throw.
  virtual void state_space(const StateSpaceResult&) {}
  /// True when the user wants the analysis to end after the present step; must give the same answer on all ranks.
  virtual bool stop_requested() = 0;

  enum class Moment { step, end };
  /// Whether the state after this step is wanted: between steps, or at the end of the analysis, be it done, stopped or
  /// failed. The same answer on all ranks.
  virtual bool snapshot_wanted(const StepReport&, Moment) { return false; }
  /// The state that was wanted. May throw.
  virtual void snapshot(const StepReport&, Snapshot&) {}
};

}  // namespace flexura
