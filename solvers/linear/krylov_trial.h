// Whether a Krylov method is worth trying where direct factors take long.
#pragma once

#include <petscmat.h>

#include <string>

#include "support/archive.h"

namespace flexura {

/// Weighs iterations of the Krylov method of krylov_defaults.h against a factorisation, by counts and not by clocks, so
/// that a run always decides alike. Iterations may take as long as the factors would: where they do not suffice, the
/// trial has at most doubled the time of one system. (The rule for buying after renting: R. M. Karp, IFIP Congress
/// 1992.)
class KrylovTrial {
 public:
  /// Collective. The matrix may still be empty of values, but has its pattern.
  explicit KrylovTrial(Mat matrix);

  /// Whether factors of `flops` operations on this rank take more than a second, or -flexura_factor_seconds, and as
  /// long as 20 iterations. The same answer on all ranks. Collective.
  bool worth_it(double flops);
  /// Iterations that solutions with the present matrix may still take.
  [[nodiscard]] int left() const { return allowance_ - taken_; }
  void take(int iterations) { taken_ += iterations; }
  /// Iterations count from zero.
  void begin_matrix() { taken_ = 0; }
  /// Of the last worth_it(): "factors of 230 Gflop".
  [[nodiscard]] std::string describe() const;

  void remember(Archive& archive) { archive(allowance_, taken_, flops_); }

 private:
  MPI_Comm communicator_;
  double iteration_ = 0;  // seconds
  double flops_ = 0;      // of all ranks
  int allowance_ = 0, taken_ = 0;
};

}  // namespace flexura
