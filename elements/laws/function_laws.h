// Laws made of scalar functions.
#pragma once

#include <array>

#include "model/constitutive_law.h"
#include "model/scalar_function.h"

namespace flexura {

/// One scalar function a component; null stands for none.
template <int N>
using ComponentFunctions = std::array<ScalarFunctionPointer, N>;

/// f_i = F_i(eps_i): `scalar function elastic`.
template <int N>
class ScalarFunctionLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  explicit ScalarFunctionLaw(ComponentFunctions<N> functions)
      : ConstitutiveLaw<N>(LawKind::elastic), functions_(std::move(functions)) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  ComponentFunctions<N> functions_;
};

/// f = K eps + F(eps) + C eps' + G(eps'), the functions component by component: `nlsf elastic`, `nlsf viscous`, `nlsf
/// viscoelastic`.
template <int N>
class AddedFunctionLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  AddedFunctionLaw(LawKind kind, const LinearMatrices<N>& matrices, ComponentFunctions<N> of_strain,
                   ComponentFunctions<N> of_rate)
      : ConstitutiveLaw<N>(kind), matrices_(matrices), of_strain_(std::move(of_strain)), of_rate_(std::move(of_rate)) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  LinearMatrices<N> matrices_;
  ComponentFunctions<N> of_strain_, of_rate_;
};

/// f = (K + diag F(eps)) eps + (C + diag G(eps)) eps': `nlp elastic`, `nlp viscous`, `nlp viscoelastic`. Both functions
/// depend on the strain.
template <int N>
class AddedModulusLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  AddedModulusLaw(LawKind kind, const LinearMatrices<N>& matrices, ComponentFunctions<N> stiffness,
                  ComponentFunctions<N> damping)
      : ConstitutiveLaw<N>(kind), matrices_(matrices), stiffness_(std::move(stiffness)), damping_(std::move(damping)) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  LinearMatrices<N> matrices_;
  ComponentFunctions<N> stiffness_, damping_;
};

}  // namespace flexura
