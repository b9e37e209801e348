// Why an iteration did not converge, in words: the worst equations of each dimension, who contributes, the course, a
// hint.
#pragma once

#include <string>
#include <vector>

#include "assembly/assembler.h"

namespace flexura {

/// One iteration: the error before it, and the relative size of its increment.
struct IterationRecord {
  double error = 0;
  double step = 0;
};

/// Largest residuals by physical dimension, with the elements that contribute to each of them and where they are
/// defined; several lines, each begun with a line end, the same on all ranks. `f` is the residual at `state`.
/// Collective.
std::string describe_worst_equations(const Assembler& assembler, const Numbering& numbering, const Model& model,
                                     const State& state, Vec f);

/// The errors of the last iterations.
std::string describe_course(const std::vector<IterationRecord>& history);

/// What the course of the iteration suggests.
std::string hint_from(const std::vector<IterationRecord>& history, double tolerance);

/// The elements that look at a drive, by probing them with a value that is not a number: "; it is used by joint 3
/// (distance), model.mbd:12:5". The drive value is restored. Elements of this rank only; empty when there are none.
std::string describe_users_of_drive(const Numbering& numbering, const Model& model, const State& state, DriveId drive);

}  // namespace flexura
