// Linear models of the motion about operating points of a run, from chosen inputs to chosen outputs.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "solvers/nonlinear/dependent_constraints.h"
#include "solvers/problems/observer.h"
#include "solvers/problems/perturbation.h"
#include "solvers/problems/state_space_settings.h"

namespace flexura {

/// All `state space` cards of a model.
///
/// The equations (s^2 M + s D + K) z = F u are those of solvers/problems/linearisation.h, exact; F and the outputs are
/// central differences with Richardson's extrapolation, exact for what is a polynomial of the fourth degree. Throws
/// Error(not_converged) when the model leaves its motion open, when the constraints do not admit an input, or when an
/// output depends on reactions that are not determined. Docs: docs/state-space.md.
class StateSpaces {
 public:
  StateSpaces(const Assembler& assembler, const Numbering& numbering, const Model& model,
              const std::vector<StateSpaceSettings>& settings);

  [[nodiscard]] bool due(double time) const;
  /// Does all that are due at the time of the state. Overwrites the matrix of the assembler. Collective.
  void run(const State& state, const DriveContext& context, const std::vector<DependentSet>& dependent,
           StepObserver& observer);
  /// Saves which of them have been done, or takes it back.
  void remember(Archive& archive) {
    for (Instant& instant : instants_) archive(instant.done);
  }
  [[nodiscard]] int left() const;

  /// Unknowns up to which models are reduced.
  static constexpr int most_unknowns = 2500;

 private:
  struct Instant {
    double time = 0;
    const StateSpaceSettings* settings = nullptr;
    bool done = false;
  };
  void linearise_at(const StateSpaceSettings& settings, int number, const State& state, const DriveContext& context,
                    const std::vector<DependentSet>& dependent, StepObserver& observer);
  [[nodiscard]] std::string name_of_unknown(PetscInt unknown) const;
  [[nodiscard]] std::vector<char> multipliers() const;
  /// The first column, by global rows, that is not orthogonal to the combinations of dependent constraints: an input
  /// that they do not let change alone, an output that follows what they leave open. -1 when there is none.
  [[nodiscard]] int not_orthogonal(const Eigen::MatrixXd& columns, const std::vector<DependentSet>& dependent) const;

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  std::vector<Instant> instants_;
};

}  // namespace flexura
