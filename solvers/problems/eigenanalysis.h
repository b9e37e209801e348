// Eigenanalyses of a run: when they are due, how they are solved, what is reported.
#pragma once

#include <vector>

#include "assembly/assembler.h"
#include "assembly/numbering.h"
#include "solvers/problems/eigen_result.h"
#include "solvers/problems/linearisation.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// All `eigenanalysis` cards of a problem.
///
/// An analysis is done at the first instant that reaches its time; each is done once. It needs no steps: the state is
/// looked at as it is. Small models are solved completely on every rank (eigen_dense.h), large ones for their slowest
/// modes (eigen_sparse.h). Every mode is put back into the matrices of the model; one that does not satisfy them is
/// left out and reported. Throws Error(not_converged) when nothing is found, the model leaves its motion open, or the
/// solver gives up. Docs: docs/eigenanalysis.md.
class Eigenanalyses {
 public:
  Eigenanalyses(const Assembler& assembler, const Numbering& numbering, const Model& model,
                const std::vector<EigenSettings>& settings);

  /// Whether an analysis is due at this time. `before`: it must be earlier than this, not only reached.
  [[nodiscard]] bool due(double time, bool before = false) const;
  /// Does all that are due at the time of the state. Overwrites the matrix of the assembler. Collective.
  /// `dependent`: the redundant constraints that are known.
  void run(const State& state, const DriveContext& context, bool before, const std::vector<DependentSet>& dependent,
           StepObserver& observer);
  /// Saves which of them have been done, or takes it back.
  void remember(Archive& archive) {
    for (Instant& instant : instants_) archive(instant.done);
  }
  /// Whether all have been done; the rest of the times lies behind the end of the run.
  [[nodiscard]] int left() const;

  /// Unknowns up to which all modes are computed unless the model file says otherwise.
  static constexpr int dense_limit = 400;
  /// The same when it says `use lapack`.
  static constexpr int dense_most = 2500;

 private:
  struct Instant {
    double time = 0;
    const EigenSettings* settings = nullptr;
    bool done = false;
  };
  void analyse(const EigenSettings& settings, int number, const State& state, const DriveContext& context,
               const std::vector<DependentSet>& dependent, StepObserver& observer);
  void describe_nodes(const State& state, EigenResult& result) const;

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  std::vector<Instant> instants_;
};

/// The table of modes as text: number, s, damping ratio in percent, frequency in Hz.
std::string eigen_table(const EigenResult& result, std::size_t most);

}  // namespace flexura
