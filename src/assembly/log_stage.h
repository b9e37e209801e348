// What a run spends its time on, for PETSc's -log_view: named stages.
#pragma once

#include <petsclog.h>

namespace flexura {

/// The stages of a run; what is left is the main stage.
enum class LogStage : int { residual, jacobian, factor, solve, halo, output, count };

/// From here to the end of the block time counts for a stage. Stages nest: the inner one has its time alone. Costs a
/// branch unless -log_view is given.
class LogScope {
 public:
  explicit LogScope(LogStage stage) : on_(wanted()) {
    if (on_) push(stage);
  }
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;
  ~LogScope() {
    if (on_) PetscLogStagePop();
  }

 private:
  static bool wanted();
  static void push(LogStage stage);
  bool on_;
};

}  // namespace flexura
