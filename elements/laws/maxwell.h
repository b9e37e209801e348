// Generalised Maxwell elements: stress that relaxes.
#pragma once

#include <vector>

#include "model/constitutive_law.h"

namespace flexura {

/// A spring E1 and a dashpot eta1 in series.
struct MaxwellElement {
  double stiffness = 0;  ///< E1
  double viscosity = 0;  ///< eta1, positive: stiffness times s
};

/// `linear viscoelastic maxwell 1`, `linear viscoelastic maxwell n` (language manual, "linear viscoelastic Maxwell"):
///
///   sigma = E0 C eps + sum_i E1_i C d_i,   d_i' = eps' - E1_i/eta1_i C d_i,   d_i = eps - eps_i^v
///
/// with a symmetric C. In the directions of C's eigenvectors the equations are scalar ones, and they are solved exactly
/// for a strain that is linear in time since the last accepted step. Elements are not relaxed when the law starts: the
/// strain of the first instant is carried by all springs. The tangent is that of the step, and instantaneous where no
/// time has passed (eigenanalysis).
///
/// Internal variables: time of the accepted step (infinite before the first), strain, d_1 ... d_n; strains in the
/// directions of the eigenvectors.
template <int N>
class MaxwellLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  using typename ConstitutiveLaw<N>::Matrix;
  /// Throws std::invalid_argument when C is not symmetric or has a negative eigenvalue.
  MaxwellLaw(double stiffness, std::vector<MaxwellElement> elements, const Matrix& shape);
  [[nodiscard]] int memory_size() const override { return 1 + N * (1 + static_cast<int>(elements_.size())); }
  void initial_memory(double* memory) const override;

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  double stiffness_;  // E0
  std::vector<MaxwellElement> elements_;
  Vector values_;      // eigenvalues of C
  Matrix directions_;  // its eigenvectors, in columns
};

}  // namespace flexura
