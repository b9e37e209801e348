// The initial value problem: assembly, initial accelerations, steps.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "assembly/numbering.h"
#include "model/model.h"
#include "solvers/problems/linearisation.h"
#include "solvers/problems/observer.h"
#include "solvers/problems/settings.h"

namespace flexura {

/// Totals of a finished analysis.
struct AnalysisReport {
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  std::int64_t factorisations = 0;
  std::string linear_solver;  ///< what solved: "KLU", "multifrontal", ...
  double final_time = 0;
  bool stopped = false;       ///< by the observer, before the final time
  std::int64_t roundoff = 0;  ///< steps whose tolerance lies below round-off
};

/// Integrates a model in time on the ranks of a communicator.
class InitialValueProblem {
 public:
  InitialValueProblem(Model& model, const InitialValueSettings& settings, const AssemblySettings& assembly,
                      MPI_Comm communicator);
  /// With a division that has been made before. Model, settings and numbering are referred to.
  InitialValueProblem(Model& model, const Numbering& numbering, const InitialValueSettings& settings,
                      const AssemblySettings& assembly, MPI_Comm communicator);
  ~InitialValueProblem();
  InitialValueProblem(const InitialValueProblem&) = delete;
  InitialValueProblem& operator=(const InitialValueProblem&) = delete;

  /// Who owns what.
  [[nodiscard]] const Ownership& ownership() const { return numbering().owner(); }
  /// Initial assembly and accelerations; the state is then that of step 0.
  void prepare(StepObserver& observer);
  /// prepare() and all steps to the final time; the observer sees step 0 first. With a state that was saved it goes on
  /// from there instead, with the same steps as the run that was saved would have done: bit for bit on as many ranks.
  /// Throws Error(input_error) when the state is not one of this model.
  AnalysisReport run(StepObserver& observer, const Snapshot* from = nullptr);
  /// The model linearised at the present state; overwrites the matrix of the assembler. Collective.
  [[nodiscard]] Linearisation linearise_present() const;
  [[nodiscard]] const Numbering& numbering() const;
  /// The present state.
  [[nodiscard]] const State& state() const;

 private:
  class Impl;
  std::unique_ptr<const Numbering> own_;  // when it has been made here
  std::unique_ptr<Impl> impl_;
};

}  // namespace flexura
