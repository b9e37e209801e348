// Iterations that have come to rest above their tolerance: what is left is round-off.
#pragma once

namespace flexura {

/// Neither the residual nor the solution moves any more, or the error is where an earlier step came to rest.
class RestWatch {
 public:
  /// `step`: relative size of the last increment.
  [[nodiscard]] bool at_rest(int iteration, double step, double error, double previous_error) {
    const bool rests = iteration >= 2 && step < 1e-11 && error > 0.3 * previous_error;
    if (rests) level_ = error;
    return rests || (iteration >= 1 && step < 1e-7 && error < 2 * level_);
  }
  /// For archives.
  [[nodiscard]] double& level() { return level_; }

 private:
  double level_ = 0;  // error at which an earlier step came to rest; 0: none did
};

}  // namespace flexura
