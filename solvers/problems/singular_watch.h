// Notices when a mechanism passes a configuration in which its constraints lose rank (a dead point).
#pragma once

#include <string>
#include <vector>

#include "solvers/nonlinear/dependent_constraints.h"
#include "support/archive.h"

namespace flexura {

/// Compares the rank of the constraints with the one the model has elsewhere, when a step gives reason to: more
/// iterations than usual, or reactions out of proportion.
class SingularWatch {
 public:
  SingularWatch(const Assembler& assembler, const Numbering& numbering, const Model& model)
      : assembler_(assembler), numbering_(numbering), model_(model) {}

  /// Takes the rank at the initial state as the usual one. Overwrites the matrix of the assembler, as look() does.
  void start(const State& state);
  /// True when the step that has ended in this state asks for a look. Collective.
  bool suspicious(const State& state, int iterations);
  /// Saves what is usual, or takes it back.
  void remember(Archive& archive) { archive(usual_, since_look_, iterations_, reaction_); }
  /// What is lost at this state, in a sentence; empty when nothing is. Collective.
  std::string look(const State& state);

 private:
  [[nodiscard]] double largest_reaction(const State& state) const;

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  int usual_ = 0;  // free combinations
  int since_look_ = 0;
  double iterations_ = -1;  // running means of steps; negative: none yet
  double reaction_ = -1;
};

}  // namespace flexura
