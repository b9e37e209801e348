// Laws written as expressions in the model file.
#pragma once

#include <array>

#include "elements/functions/symbolic_expression.h"
#include "model/constitutive_law.h"

namespace flexura {

/// f_i = expression_i(eps_1, ..., eps_N, eps'_1, ..., eps'_N): `symbolic elastic`, `symbolic viscous`, `symbolic
/// viscoelastic`. The tangents come from automatic differentiation.
template <int N>
class SymbolicLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  /// Each expression takes the strains, then the rates (2 N arguments), used or not.
  SymbolicLaw(LawKind kind, std::array<SymbolicExpression, N> expressions)
      : ConstitutiveLaw<N>(kind), expressions_(std::move(expressions)) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  std::array<SymbolicExpression, N> expressions_;
};

}  // namespace flexura
