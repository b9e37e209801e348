// Values of all drives of the model, kept up to date with as little work as possible.
#pragma once

#include <mpi.h>

#include <vector>

#include "assembly/trajectory.h"
#include "model/model.h"

namespace flexura {

/// A drive whose value is NaN or infinite, or does not exist.
class DriveNotFinite : public Error {
 public:
  DriveNotFinite(DriveId drive, double value, double time);
  /// `why`: what the expression says, with its place in the model file.
  DriveNotFinite(DriveId drive, const std::string& why, double time);
  [[nodiscard]] DriveId drive() const { return drive_; }

 private:
  DriveId drive_;
};

/// Drives that are constant are evaluated once, those of time only when the time changes, those of the state always:
/// at each new time and in each iteration of Newton's method, before residuals are summed. The Jacobian does not know
/// that a drive depends on the state.
///
/// What follows from drives is kept here, too: values of parameter nodes, which elements are switched on, the frame
/// that nodes are described in.
class DriveTable {
 public:
  /// Evaluations are collective: private data of elements are known where the element is.
  DriveTable(Model& model, const Numbering& numbering, Trajectory& trajectory, MPI_Comm communicator);

  /// Announces the step that is about to be computed, without evaluating anything.
  void begin_step(double time, double time_step, std::int64_t step);
  /// Evaluates what a new time or stage changes; `step` is the number of the step being computed.
  void set_time(double time, double time_step, std::int64_t step);
  /// Evaluates what a new state at the same time changes.
  void set_state();
  /// Tells drives with memory that the step was accepted.
  void accept();
  /// Saves what drives remember, their values and what is switched on, or takes it back; parameter nodes then have
  /// their values.
  void save(Snapshot& snapshot);
  void restore(const Snapshot& snapshot);
  [[nodiscard]] const DriveContext& context() const { return context_; }
  /// Times in (from, to) where a drive jumps or has a kink.
  [[nodiscard]] std::vector<double> events(double from, double to) const;

 private:
  void exchange(Archive& archive);
  void evaluate(DriveId id);
  void observe();
  void set_environment();
  void switch_elements();
  void evaluate_of_state();

  Model& model_;
  const Numbering& numbering_;
  Trajectory& trajectory_;
  MPI_Comm communicator_;
  int ranks_ = 1;
  std::vector<double> observed_, accepted_observed_;
  std::vector<char> has_observed_;  // by observation: the element is on this rank
  std::vector<NodeIndex> parameters_;
  MovingFrame frame_;
  DriveContext context_;
  std::vector<Taylor2> values_;
  std::vector<DriveId> of_time_, of_state_, with_memory_;
  std::size_t of_parameters_ = 0;  // the first so many of of_state_ give parameter nodes their values
};

}  // namespace flexura
